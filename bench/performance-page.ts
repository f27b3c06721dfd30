import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { at } from '../src/checked.ts';

const PAGE = fileURLToPath(new URL('../docs/performance-operations.md', import.meta.url));

/** Replaces the section of a benchmark in docs/performance-operations.md. */
export async function writeSection(benchmark: string, text: string): Promise<void> {
  await writeFile(PAGE, replaceSection(await readFile(PAGE, 'utf8'), benchmark, text));
}

/** Replaces the text between a page's marks of a benchmark. Throws Error for a page without them. */
export function replaceSection(page: string, benchmark: string, text: string): string {
  const [opening, closing] = [`<!-- ${benchmark} -->\n`, `<!-- end of ${benchmark} -->`];
  const [start, end] = [page.indexOf(opening), page.indexOf(closing)];
  if (start < 0 || end < start)
    throw new Error(`the page has no place for ${benchmark}: ${opening.trim()} and ${closing}`);
  return `${page.slice(0, start)}${opening}\n${text.trim()}\n\n${page.slice(end)}`;
}

/**
 * The machine and the date of a measurement: '2 cores of AMD EPYC, 24 GiB, linux, Node v24.1.0, 2026-11-21, load 0.4'.
 */
export function machine(): string {
  const model = cpus()[0]?.model.replaceAll(/\s+/g, ' ') ?? 'an unknown processor';
  const date = new Date().toISOString().slice(0, 10);
  return (
    `${availableParallelism()} cores of ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
    `${process.platform}, Node ${process.version}, ${date}, load ${at(loadavg(), 0).toFixed(1)}`
  );
}

/** A Markdown table. The first column is text, the others are numbers. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** Values of several scales in one cell; a single value if all are the same. A missing value is a dash. */
export function scaledCell(values: readonly (number | undefined)[], digits = 0): string {
  const shown = values.map((value) => (value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits)));
  return new Set(shown).size === 1 ? at(shown, 0) : shown.join(' · ');
}
