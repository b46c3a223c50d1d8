/**
 * The status check in place: a search that reaches nobody leaves the page and what was typed
 * as they are, and says so. Without this the form is posted as any other.
 */
import { readBirthDate } from '../../ui/birth-date.ts';

export function startEnquiry(root: Document): void {
  const form = root.querySelector<HTMLFormElement>('form[data-enquiry]');
  const button = form?.querySelector<HTMLButtonElement>('[data-busy]');
  const trouble = root.querySelector<HTMLElement>('[data-trouble]');
  if (!form || !button || !trouble || !('AbortController' in globalThis)) return;
  const { enquiry: found = '', patienceMs } = form.dataset;
  const label = button.textContent;
  let isBusy = false;
  const setBusy = (value: boolean) => {
    isBusy = value;
    button.textContent = value ? (button.dataset.busy ?? '') : label;
    button.setAttribute('aria-disabled', String(value));
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    trouble.hidden = true;
    try {
      const answer = await fetch(form.action, {
        method: 'POST',
        body: new URLSearchParams([...new FormData(form)] as [string, string][]),
        redirect: 'manual',
        signal: signalAfter(Number(patienceMs)),
      });
      if (answer.type === 'opaqueredirect') {
        // The way back leads to an empty form: the next person may not be the same.
        addEventListener('pagehide', () => clear(form), { once: true });
        location.assign(found);
        return;
      }
      show(root, await answer.text());
    } catch {
      setBusy(false);
      trouble.hidden = false;
      begin(trouble);
    }
  });
  addEventListener('pageshow', ({ persisted }) => persisted && setBusy(false));
  startPaste(form);
}

/** `AbortSignal.timeout` is younger than many a phone. */
function signalAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

function clear(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll('input')) input.value = '';
}

/** Puts the answer in the place of the page; throws where it is no page of ours. */
function show(root: Document, html: string): void {
  const answer = new DOMParser().parseFromString(html, 'text/html');
  const main = answer.querySelector('main');
  if (!main?.querySelector('form[data-enquiry]')) throw new Error('The answer is no status check.');
  root.title = answer.title;
  root.querySelector('main')?.replaceWith(main);
  startEnquiry(root);
  begin(main.querySelector<HTMLElement>('[autofocus]') ?? main);
}

/** The focus at its beginning: it may be taller than the screen. */
function begin(part: HTMLElement): void {
  part.focus({ preventScroll: true });
  part.scrollIntoView();
}

/** A whole date that is pasted into any of the three inputs fills all of them. */
function startPaste(form: HTMLFormElement): void {
  const inputs = [...form.querySelectorAll<HTMLInputElement>('[data-birth-date] input')];
  for (const input of inputs) {
    input.addEventListener('paste', (event) => {
      const day = event.clipboardData?.getData('text') ?? '';
      const { parts } = readBirthDate({ day, month: '', year: '' }, '');
      if (!parts.month) return;
      event.preventDefault();
      for (const [at, part] of Object.values(parts).entries()) (inputs[at] as HTMLInputElement).value = part;
    });
  }
}
