/**
 * Sends the status check without leaving the page, so that the typed values stay if the server cannot be reached.
 * Without this script the browser posts the form as usual.
 */
import { readBirthDate } from '../../ui/birth-date.ts';
import { canPost, focusAtTop, post } from './post.ts';

export function startEnquiry(root: Document): void {
  const form = root.querySelector<HTMLFormElement>('form[data-enquiry]');
  const button = form?.querySelector<HTMLButtonElement>('[data-busy]');
  const [offline, unanswered] = ['offline', 'unanswered'].map((trouble) =>
    root.querySelector<HTMLElement>(`[data-trouble=${trouble}]`),
  );
  if (!form || !button || !offline || !unanswered || !canPost) return;
  const { enquiry: copyPath = '' } = form.dataset;
  const label = button.textContent;
  let isBusy = false;
  const setBusy = (value: boolean) => {
    isBusy = value;
    button.textContent = value ? (button.dataset.busy ?? '') : label;
    button.setAttribute('aria-disabled', String(value));
    // The response has the values that were sent, so a correction typed meanwhile would be lost.
    for (const input of form.querySelectorAll('input')) input.readOnly = value;
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    // The notice that is hidden may have the button that was pressed; this one says that it searches.
    button.focus();
    offline.hidden = unanswered.hidden = true;
    // Only a search that begins offline cannot have reached the server.
    const trouble = navigator.onLine ? unanswered : offline;
    try {
      const response = await post(form);
      if (response.type === 'opaqueredirect') {
        // Going back shows an empty form, since the next person at this device may be another.
        addEventListener('pagehide', () => clear(form), { once: true });
        location.assign(copyPath);
        return;
      }
      show(root, await response.text());
    } catch {
      setBusy(false);
      trouble.hidden = false;
      focusAtTop(trouble);
    }
  });
  // A property replaces the earlier listener, which would keep the form before this one, and what was typed into it.
  window.onpageshow = ({ persisted }) => persisted && setBusy(false);
  startPaste(form);
  startLanguages(root, form);
}

/**
 * Brings the typed values to the page in the other language. They are posted, since a link would put them into a URL.
 */
function startLanguages(root: Document, form: HTMLFormElement): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('header a[hreflang]')) {
    // A property replaces the earlier listener, whose form may be gone.
    link.onclick = (event) => {
      const isTyped = [...form.querySelectorAll('input')].some(({ value }) => value.trim() !== '');
      if (!isTyped || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const own = form.action;
      const mark = root.createElement('input');
      mark.type = 'hidden';
      mark.name = 'language';
      form.append(mark);
      form.action = link.href;
      form.submit();
      // After going back, the form searches again.
      form.action = own;
      mark.remove();
    };
  }
}

function clear(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll('input')) input.value = '';
}

/** Replaces the content of the page with the response; throws if the response is not the page of the status check. */
function show(root: Document, html: string): void {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const main = page.querySelector('main');
  if (!main?.querySelector('form[data-enquiry]')) throw new Error('The response is not the page of the status check.');
  root.title = page.title;
  root.querySelector('main')?.replaceWith(main);
  startEnquiry(root);
  focusAtTop(main.querySelector<HTMLElement>('[autofocus]') ?? main);
}

/** Fills all three inputs when a whole date is pasted into one of them. */
function startPaste(form: HTMLFormElement): void {
  const inputs = [...form.querySelectorAll<HTMLInputElement>('[data-birth-date] input')];
  for (const input of inputs) {
    input.addEventListener('paste', (event) => {
      const day = event.clipboardData?.getData('text') ?? '';
      const { parts } = readBirthDate({ day, month: '', year: '' }, '');
      if (!parts.month || input.readOnly) return;
      event.preventDefault();
      for (const [at, part] of Object.values(parts).entries()) (inputs[at] as HTMLInputElement).value = part;
    });
  }
}
