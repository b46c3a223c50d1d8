/**
 * The open copy of an applicant: it shows the remaining time, closes in every tab when that is over or another
 * application is opened, and prints once its scans have loaded.
 */
import { loadScans } from '../../application/load-scans.ts';
import { canPost, focusAtTop, post } from './post.ts';

const retryMs = 3_000;
const answerMs = 3_000;

export function startCopy(root: Document): void {
  const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('copy') : null;
  // The messages: `closed`, `more`, or the application whose copy a tab has opened.
  if (root.querySelector('[data-closed]')) tabs?.postMessage('closed');
  const copy = root.querySelector<HTMLElement>('[data-copy]');
  if (!copy) return;
  const { copyQuery = '' } = copy.dataset;
  tabs?.postMessage(copyQuery);
  // The server sends the remaining seconds, since the clock of a phone may be wrong.
  const endsAt = Date.now() + Number(copy.dataset.copy) * 1_000;

  // The reloaded page says why the copy has closed, also if another application has been opened meanwhile. A second
  // reload would abort a first one that is still loading.
  const reloadOwnCopy = () => {
    if (!copy.isConnected) return;
    copy.remove();
    reloadWith(copyQuery);
  };
  const minutesLeft = root.querySelector<HTMLElement>('[data-minutes-left]');
  const warning = root.querySelector<HTMLElement>('[data-closes-soon]');
  const update = () => {
    const minutes = Math.ceil((endsAt - Date.now()) / 60_000);
    if (minutes <= 0) return reloadOwnCopy();
    if (minutesLeft) {
      minutesLeft.dataset.ready = '';
      minutesLeft.textContent = (minutesLeft.dataset.minutesLeft ?? '').replace(
        '#',
        minutes.toLocaleString(root.documentElement.lang),
      );
    }
    if (warning?.parentElement && minutes <= Number(warning.dataset.minutes)) {
      warning.parentElement.dataset.soon = 'shown';
      warning.textContent ||= warning.dataset.closesSoon ?? '';
    }
  };
  update();
  const clock = root.querySelector<HTMLElement>('[data-clock]');
  // Right after a reload `:target` does not match yet, so the fragment is compared.
  if (clock && location.hash === `#${clock.id}`) {
    clock.focus({ preventScroll: true });
    // A later reload leaves the focus alone.
    history.replaceState(null, '', copyQuery);
  }
  setInterval(update, 5_000);
  // This runs on the second, before the page's own `Refresh` header takes effect.
  setTimeout(update, endsAt - Date.now() + 50);
  root.addEventListener('visibilitychange', update);
  // A page from the back/forward cache may have been closed in the meantime, so it stays hidden until it is reloaded.
  addEventListener('pagehide', () => {
    copy.hidden = true;
  });
  addEventListener('pageshow', ({ persisted }) => persisted && reloadOwnCopy());
  tabs?.addEventListener('message', ({ data }) => {
    if (data !== copyQuery) reloadOwnCopy();
  });
  const hidden = root.querySelector<HTMLElement>('[data-hidden-copy]');
  if (canPost && hidden) {
    for (const form of root.querySelectorAll<HTMLFormElement>('[data-more]')) startMoreTime(form, tabs, copyQuery);
    startClose(root.querySelectorAll('[data-close]'), copy, hidden);
  }
  startPrint(root, copyQuery, reloadOwnCopy);
}

/** Reloads the page under an address that names the copy; its scroll position stays. */
function reloadWith(address: string): void {
  history.replaceState(null, '', address);
  location.reload();
}

/** Extends the time without leaving the page: a reload keeps the scroll position, and the clock takes the focus. */
function startMoreTime(form: HTMLFormElement, tabs: BroadcastChannel | null, copyQuery: string): void {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const trouble = form.querySelector('[role=alert]') as HTMLElement;
    trouble.textContent = '';
    const answer = await post(form).catch(() => null);
    // The server redirects to the page, which says what became of the copy. Any other answer has changed nothing.
    if (answer?.type !== 'opaqueredirect') {
      trouble.textContent = trouble.dataset.noAnswer ?? '';
      return;
    }
    tabs?.postMessage('more');
    reloadWith(`${copyQuery}#${form.dataset.more}`);
  });
}

/**
 * Hides the copy at once, with or without a connection. Until the server responds, a notice is in its place and closing
 * is retried: when the browser is online again, and every few seconds, since the first request after that often fails.
 */
function startClose(forms: Iterable<HTMLFormElement>, copy: HTMLElement, notice: HTMLElement): void {
  let isClosing = false;
  let failed: HTMLFormElement | null = null;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    if (!notice.hidden) return;
    notice.hidden = false;
    focusAtTop(notice);
  };
  const close = async (form: HTMLFormElement, isPressed: boolean) => {
    if (isClosing) return;
    isClosing = true;
    clearTimeout(retryTimer);
    copy.hidden = true;
    const slow = setTimeout(show, 1_000);
    const response = await post(form).catch(() => null);
    clearTimeout(slow);
    if (response?.type === 'opaqueredirect') return location.assign(form.action);
    // An error of the server has its own page, which is shown if the user pressed the button.
    if (response && isPressed) return form.submit();
    isClosing = false;
    failed = form;
    show();
    retryTimer = setTimeout(close, retryMs, form, false);
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
function startPrint(root: Document, copyQuery: string, reloadOwnCopy: () => void): void {
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
    // The notice that is hidden may have the button that was pressed.
    button.focus();
    trouble.hidden = true;
    const missing = choice.checked ? await loadScans(scans, Number(button.dataset.timeoutMs)) : [];
    if (missing.length && (await hasEnded(copyQuery))) return reloadOwnCopy();
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

/** Whether the server says that the copy is no longer open; without an answer in a short time it counts as open. */
async function hasEnded(copyQuery: string): Promise<boolean> {
  const answer = fetch(copyQuery).then(async (page) => page.ok && !(await page.text()).includes('data-copy='));
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, answerMs, false));
  return Promise.race([answer.catch(() => false), late]);
}
