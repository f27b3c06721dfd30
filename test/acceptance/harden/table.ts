/** Figures as a table, for a terminal and for docs/reliability.md. */
import type { Figure } from './figure.ts';
import { at } from '../../../src/checked.ts';

/** Markdown with aligned columns. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = [
    ['figure', 'value', 'limit', ''],
    ...figures.map(({ name, value, limit, ok }) => [name, String(value), limit, ok ? 'ok' : 'NOT OK']),
  ];
  return markdownTable(rows);
}

/** @param rows the header first */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = at(rows, 0).map((_, column) => Math.max(...rows.map((row) => at(row, column).length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(at(widths, column))).join(' | ')} |`;
  return [
    line(at(rows, 0)),
    `| ${widths.map((width) => '-'.repeat(Math.max(3, width))).join(' | ')} |`,
    ...rows.slice(1).map(line),
  ].join('\n');
}
