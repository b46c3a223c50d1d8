/** Counts inside the page every key that is pressed, Shift and Ctrl too, and every press of the mouse. */
import type { Page } from 'playwright-core';

interface Presses {
  keys: number;
  clicks: number;
}

/** Call it before the page is opened. */
export async function countPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = { keys: 0, clicks: 0 };
    Object.assign(window, { counted });
    const count = (event: Event) => {
      if (!event.isTrusted) return;
      if (event.type === 'keydown') counted.keys++;
      else counted.clicks++;
    };
    for (const name of ['keydown', 'pointerdown']) window.addEventListener(name, count, { capture: true });
  });
}

/** Returns the presses since the last call. */
export function resetPresses(page: Page): Promise<Presses> {
  return page.evaluate(() => {
    const { counted } = window as unknown as { counted: { keys: number; clicks: number } };
    const { keys, clicks } = counted;
    counted.keys = 0;
    counted.clicks = 0;
    return { keys, clicks };
  });
}
