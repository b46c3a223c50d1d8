/** Formats figures, and tables of them beside their budgets. */
import type { Budget } from './budgets.ts';
import { holds } from './budgets.ts';

export interface Cell {
  value: number;
  budget: Budget;
}

export function formatCell({ value, budget }: Cell): string {
  const mark = holds(budget, value) ? '' : ' ✗';
  return formatFigure(value, budget.unit) + mark;
}

export function formatFigure(value: number, unit: Budget['unit']): string {
  if (unit === 'bytes') return `${(value / 1_000).toFixed(1)} KB`;
  if (unit === 'ms') return `${Math.round(value)} ms`;
  if (unit === 'percent') return `${Math.round(value)} %`;
  return unit === 'shift' ? value.toFixed(3) : String(value);
}

/** The first column is aligned to the left, the others to the right. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, at) => Math.max(...[head, ...rows].map((row) => (row[at] ?? title).length)));
  const line = (row: string[]) =>
    row.map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0))).join('  ');
  return [line(head), ...rows.map(line)].join('\n');
}
