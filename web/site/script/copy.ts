/**
 * The open copy of an applicant: it shows the remaining time, closes in every tab when that is over, and prints once its
 * scans have loaded.
 */
import { begin, canPost, post } from './post.ts';

const retryMs = 3_000;

export function startCopy(root: Document): void {
  const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('copy') : null;
  if (root.querySelector('[data-closed]')) tabs?.postMessage('closed');
  const copy = root.querySelector<HTMLElement>('[data-copy]');
  if (!copy) return;
  // The server sends the remaining seconds, since the clock of a phone may be wrong.
  const endsAt = Date.now() + Number(copy.dataset.copy) * 1_000;

  // The reloaded page says why the copy has closed.
  const leave = () => {
    copy.remove();
    location.reload();
  };
  const left = root.querySelector<HTMLElement>('[data-minutes-left]');
  const soon = root.querySelector<HTMLElement>('[data-closes-soon]');
  const look = () => {
    const minutes = Math.ceil((endsAt - Date.now()) / 60_000);
    if (minutes <= 0) return leave();
    if (left) {
      left.dataset.ready = '';
      left.textContent = (left.dataset.minutesLeft ?? '').replace(
        '#',
        minutes.toLocaleString(root.documentElement.lang),
      );
    }
    if (soon?.parentElement && minutes <= Number(soon.dataset.minutes)) {
      soon.parentElement.dataset.soon = 'shown';
      soon.textContent ||= soon.dataset.closesSoon ?? '';
    }
  };
  look();
  const clock = root.querySelector<HTMLElement>('[data-clock]:target');
  if (clock) {
    clock.focus({ preventScroll: true });
    // A later reload leaves the focus alone.
    history.replaceState(null, '', location.pathname);
  }
  setInterval(look, 5_000);
  // This runs on the second, before the page's own `Refresh` header takes effect.
  setTimeout(look, endsAt - Date.now() + 50);
  root.addEventListener('visibilitychange', look);
  // A page from the back/forward cache may have been closed in the meantime, so it stays hidden until it is reloaded.
  addEventListener('pagehide', () => {
    copy.hidden = true;
  });
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  tabs?.addEventListener('message', leave);
  const hidden = root.querySelector<HTMLElement>('[data-hidden-copy]');
  if (canPost && hidden) {
    for (const form of root.querySelectorAll<HTMLFormElement>('[data-more]')) startMoreTime(form, tabs);
    startClose(root.querySelectorAll('[data-close]'), copy, hidden);
  }
  startPrint(root);
}

/** Extends the time without leaving the page: a reload keeps the scroll position, and the clock takes the focus. */
function startMoreTime(form: HTMLFormElement, tabs: BroadcastChannel | null): void {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const trouble = form.querySelector('[role=alert]') as HTMLElement;
    trouble.textContent = '';
    try {
      await post(form);
    } catch {
      trouble.textContent = trouble.dataset.noAnswer ?? '';
      return;
    }
    tabs?.postMessage('more');
    history.replaceState(null, '', `#${form.dataset.more}`);
    location.reload();
  });
}

/**
 * Hides the copy at once, with or without a connection. While the server has not answered, a notice is in its place, and
 * closing is tried again: when the browser says that it is online, and every few seconds, since the first request after
 * that often fails.
 */
function startClose(forms: Iterable<HTMLFormElement>, copy: HTMLElement, notice: HTMLElement): void {
  let isUnderWay = false;
  let failed: HTMLFormElement | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    if (!notice.hidden) return;
    notice.hidden = false;
    begin(notice);
  };
  const close = async (form: HTMLFormElement, isPressed: boolean) => {
    if (isUnderWay) return;
    isUnderWay = true;
    clearTimeout(again);
    copy.hidden = true;
    const slow = setTimeout(show, 1_000);
    const answer = await post(form).catch(() => null);
    clearTimeout(slow);
    if (answer?.type === 'opaqueredirect') return location.assign(form.action);
    // An error of the server has a page of its own, which is shown to whoever pressed the button.
    if (answer && isPressed) return form.submit();
    isUnderWay = false;
    failed = form;
    show();
    again = setTimeout(close, retryMs, form, false);
  };
  addEventListener('online', () => failed && close(failed, false));
  for (const form of forms) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      close(form, true);
    });
  }
}

/** Prints once the scans have loaded. It says which have not, since they would be printed as empty frames. */
function startPrint(root: Document): void {
  const button = root.querySelector<HTMLButtonElement>('[data-print]');
  const choice = root.querySelector<HTMLInputElement>('[data-documents]');
  const trouble = root.querySelector<HTMLElement>('[data-not-loaded]');
  if (!button || !choice || !trouble) return;
  const label = button.textContent;
  let isBusy = false;
  const scans = [...root.querySelectorAll<HTMLImageElement>('[data-scan]')];
  button.dataset.ready = '';
  root.querySelector('[data-print-menu]')?.remove();
  button.addEventListener('click', async () => {
    if (isBusy) return;
    isBusy = true;
    button.setAttribute('aria-disabled', 'true');
    button.textContent = button.dataset.print ?? '';
    trouble.hidden = true;
    const missing = choice.checked ? await loadScans(scans, Number(button.dataset.timeoutMs)) : [];
    isBusy = false;
    button.setAttribute('aria-disabled', 'false');
    button.textContent = label;
    if (!missing.length) return print();
    const [text, again, without] = trouble.children as unknown as HTMLElement[];
    if (text) text.textContent = `${trouble.dataset.notLoaded} ${missing.map(({ alt }) => alt).join(', ')}`;
    if (again) again.onclick = () => button.click();
    if (without) {
      without.onclick = () => {
        choice.checked = false;
        button.click();
      };
    }
    trouble.hidden = false;
    trouble.focus();
  });
}

/** Returns the scans that have not loaded within the time. */
async function loadScans(scans: HTMLImageElement[], timeoutMs: number): Promise<HTMLImageElement[]> {
  const loading = scans.map((scan) => {
    scan.loading = 'eager';
    // Only setting the address again loads a scan again that failed.
    if (scan.complete && !scan.naturalWidth) scan.setAttribute('src', scan.src);
    return scan.decode();
  });
  await Promise.race([Promise.allSettled(loading), new Promise((late) => setTimeout(late, timeoutMs))]);
  return scans.filter(({ complete, naturalWidth }) => !complete || !naturalWidth);
}
