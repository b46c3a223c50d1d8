/**
 * The caller's address, for which limits are counted. A forwarded address is trusted only from a trusted proxy, and
 * then it is the last one that no trusted proxy added. Fastify's own `trustProxy` keeps the port that some proxies add,
 * of which an attacker has 65,536, and parses the whole chain, however long an attacker makes it.
 */
import { BlockList, isIP, isIPv6 } from 'node:net';
import { memoize } from '../../contract/memoize.ts';

export function trustedProxies(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', bits] = cidr.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  return list;
}

export function callerAddress(remote = '', forwarded: string | null, trusted: BlockList): string {
  if (forwarded === null) return rateLimitKeyOfDirectCaller(remote);
  const chain = forwarded.split(',');
  let address = plain(remote);
  while (chain.length && isTrusted(address, trusted)) {
    // Parsed one by one from the end, so that none of the thousands that an attacker may send is parsed.
    const next = plain(withoutPort((chain.pop() ?? '').trim()));
    if (!isIP(next)) break;
    address = next;
  }
  return rateLimitKey(address);
}

/** Removes the port that some proxies add, since an attacker can vary it. */
function withoutPort(part: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d{1,5})?|(\d[\d.]*):\d{1,5})$/.exec(part) ?? [];
  return bracketed ?? dotted ?? part;
}

const rateLimitKeyOfDirectCaller = memoize((address) => rateLimitKey(plain(address)));

function isTrusted(address: string, trusted: BlockList): boolean {
  return isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** In lower case. An IPv4 address mapped into IPv6, in any spelling, becomes the plain IPv4 address. */
function plain(address: string): string {
  if (!/^[0:]+ffff:/i.test(address) || !isIPv6(address) || address.includes('%')) return address.toLowerCase();
  const { hostname } = new URL(`http://[${address}]`);
  const [, high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(hostname) ?? [];
  if (!high || !low) return address.toLowerCase();
  return [high, low]
    .map((part) => Number.parseInt(part, 16))
    .flatMap((part) => [part >> 8, part & 255])
    .join('.');
}

/** The unit of limits: one household has a whole /64 of IPv6. */
function rateLimitKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}
