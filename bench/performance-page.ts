import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

const PAGE = fileURLToPath(new URL('../docs/performance.md', import.meta.url));

/** Replaces what docs/performance.md has of a benchmark. */
export async function writeSection(benchmark: string, text: string): Promise<void> {
  await writeFile(PAGE, replaceSection(await readFile(PAGE, 'utf8'), benchmark, text));
}

/** A page with another text between its marks for a benchmark. Throws Error for a page without them. */
export function replaceSection(page: string, benchmark: string, text: string): string {
  const [opening, closing] = [`<!-- ${benchmark} -->\n`, `<!-- end of ${benchmark} -->`];
  const [start, end] = [page.indexOf(opening), page.indexOf(closing)];
  if (start < 0 || end < start)
    throw new Error(`the page has no place for ${benchmark}: ${opening.trim()} and ${closing}`);
  return `${page.slice(0, start)}${opening}\n${text.trim()}\n\n${page.slice(end)}`;
}

/**
 * The machine of a measurement and when that was, for the documentation: '2 cores of AMD EPYC, 24 GiB, Node v24.1.0,
 * 2026-11-21, load 0.4'.
 */
export function machine(): string {
  const model = cpus()[0]?.model.replaceAll(/\s+/g, ' ') ?? 'an unknown processor';
  const date = new Date().toISOString().slice(0, 10);
  return (
    `${availableParallelism()} cores of ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
    `${process.platform}, Node ${process.version}, ${date}, load ${loadavg()[0]!.toFixed(1)}`
  );
}

/** A table of Markdown: the first column is text, the others are numbers. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** Values of several scales in one cell, once where they are all the same; a value that is missing is a dash. */
export function scaledCell(values: readonly (number | undefined)[], digits = 0): string {
  const shown = values.map((value) => (value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits)));
  return new Set(shown).size === 1 ? shown[0]! : shown.join(' · ');
}
