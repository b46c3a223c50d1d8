/**
 * Posting a form without leaving the page. The browsers of older phones that lack `AbortController` post it as usual.
 */
export const canPost = 'AbortController' in globalThis;

/** Throws if there is no response within the time limit of the form. */
export function post(form: HTMLFormElement): Promise<Response> {
  // Browsers of older phones lack `AbortSignal.timeout`.
  const controller = new AbortController();
  setTimeout(() => controller.abort(), Number(form.dataset.timeoutMs));
  return fetch(form.action, {
    method: 'POST',
    body: new URLSearchParams([...new FormData(form)] as [string, string][]),
    redirect: 'manual',
    signal: controller.signal,
  });
}

/** Focuses a part and scrolls to its beginning, since it may be taller than the screen. */
export function focusAtTop(part: HTMLElement): void {
  part.focus({ preventScroll: true });
  part.scrollIntoView();
}
