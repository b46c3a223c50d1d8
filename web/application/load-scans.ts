/**
 * Loads whole scans before they are printed. Returns those that have not loaded within the time. The public script
 * includes it, so it depends on nothing.
 */
export async function loadScans(scans: HTMLImageElement[], timeoutMs: number): Promise<HTMLImageElement[]> {
  const loading = scans.map((scan) => {
    scan.loading = 'eager';
    // A scan that failed is loaded again only when its URL is set again.
    if (scan.complete && !scan.naturalWidth) scan.setAttribute('src', scan.src);
    return scan.decode();
  });
  await Promise.race([Promise.allSettled(loading), new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
  return scans.filter(({ complete, naturalWidth }) => !complete || !naturalWidth);
}
