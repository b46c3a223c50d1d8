/** The networks around an address, whose callers share budgets. */

/** The /56 and the /48 around an IPv6 address, for which limits are counted too; none for IPv4. */
export function networksOf(address: string): string[] {
  const [first, second, third, fourth] = address.split(':');
  if (fourth === undefined) return [];
  const high = Number.parseInt(fourth, 16) >> 8;
  return [`${first}:${second}:${third}:${high.toString(16)}/56`, `${first}:${second}:${third}/48`];
}
