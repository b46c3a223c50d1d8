/** A media type without its parameters. */
export function mediaType(type: string): string {
  return type.split(';')[0] ?? type;
}
