/** Checks the size of touch targets and the visibility of focus rings on a screen. */
import type { Page } from 'playwright-core';

const targetMin = 24;

/** The targets that are too small, and the controls whose focus ring is missing or cut off by the window. */
export async function targetFaults(page: Page): Promise<string[]> {
  await page.evaluate(layoutSettled);
  const small = await page.evaluate(smallTargets, targetMin);
  // Focus that a script moves shows its ring only after a key was pressed.
  await page.keyboard.press('Tab');
  return [...small, ...(await page.evaluate(brokenRings))];
}

/** Waits for the layout for phones, which is rendered in the frame after the screen has become narrow. */
async function layoutSettled(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}

/** The targets that are too small; the label of a field counts as part of it. */
function smallTargets(min: number): string[] {
  const targets = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary');
  const shown = [...targets].filter((target) => {
    const { width, height } = target.getBoundingClientRect();
    return target.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
  });
  const small = shown.filter((target) => {
    const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [];
    const boxes = [target, ...labels].map((element) => element.getBoundingClientRect());
    return Math.max(...boxes.map((box) => box.width)) < min || Math.max(...boxes.map((box) => box.height)) < min;
  });
  return small.map((target) => `small: ${target.outerHTML.slice(0, 160)}`);
}

/** The ring is drawn around the control, a parent or, where the control itself is hidden, a sibling. */
function brokenRings(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex]',
  );
  const faults: string[] = [];
  for (const control of controls) {
    if (control.tabIndex < 0 || !control.checkVisibility({ visibilityProperty: true })) continue;
    control.focus();
    if (document.activeElement !== control) continue;
    const fault = ringFault(control);
    if (fault) faults.push(`${fault}: ${control.outerHTML.slice(0, 160)}`);
  }
  return faults;

  function ringFault(control: HTMLElement): string | null {
    const parent = control.parentElement;
    const candidates = [control, parent, parent?.parentElement, ...(parent?.children ?? [])];
    const ringed = candidates.find((element) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    if (!ringed) return 'no ring';
    const { outlineWidth, outlineOffset } = getComputedStyle(ringed);
    const reach = Math.max(0, Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset));
    const box = ringed.getBoundingClientRect();
    const isHigh = box.height > innerHeight / 2;
    const isWhole =
      box.left - reach >= -1 &&
      box.right + reach <= document.documentElement.clientWidth + 1 &&
      (isHigh || (box.top - reach >= -1 && box.bottom + reach <= innerHeight + 1));
    const bar = [box.top + 1, box.bottom - 1]
      .map((y) => barAround(document.elementFromPoint(box.left + box.width / 2, y)))
      .find((bar) => bar && !bar.contains(ringed));
    if (!isHigh && bar) return `covered by ${bar.className}`;
    return isWhole
      ? null
      : `cut off at ${Math.round(box.left)} to ${Math.round(box.right)}, ${Math.round(box.top)} to ${Math.round(box.bottom)}`;
  }

  function barAround(element: Element | null): Element | null {
    if (!element || ['fixed', 'sticky'].includes(getComputedStyle(element).position)) return element;
    return barAround(element.parentElement);
  }
}
