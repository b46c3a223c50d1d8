/** Range requests (RFC 9110, 14). */
interface ByteRange {
  first: number;
  last: number;
}

/** The requested range; null for the whole file. An invalid range, or more than one, is ignored, as the RFC allows. */
export function wantedRange(
  range: string | null,
  ifRange: string | null,
  etag: string,
  length: number,
): ByteRange | 'unsatisfiable' | null {
  // A date never matches: there is no `Last-Modified` to compare it with.
  if (range === null || (ifRange !== null && ifRange.trim() !== etag)) return null;
  const [, from, to] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range.trim()) ?? [];
  if (from === undefined || to === undefined || (!from && !to)) return null;
  if (!from) return Number(to) === 0 ? 'unsatisfiable' : { first: Math.max(0, length - Number(to)), last: length - 1 };
  if (to && Number(to) < Number(from)) return null;
  if (Number(from) >= length) return 'unsatisfiable';
  return { first: Number(from), last: to ? Math.min(Number(to), length - 1) : length - 1 };
}
