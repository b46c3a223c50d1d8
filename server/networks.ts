/**
 * The networks around an address, whose callers share limits: the /56 and the /48 of an IPv6 address; none for IPv4.
 */
export function networksOf(address: string): string[] {
  const [first, second, third, fourth] = address.split(':');
  if (fourth === undefined) return [];
  const high = Number.parseInt(fourth, 16) >> 8;
  return [`${first}:${second}:${third}:${high.toString(16)}/56`, `${first}:${second}:${third}/48`];
}
