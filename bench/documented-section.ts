import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../docs/performance.md', import.meta.url));

/** Replaces what docs/performance.md has of a benchmark. */
export async function writeSection(benchmark: string, text: string): Promise<void> {
  await writeFile(PAGE, replaceSection(await readFile(PAGE, 'utf8'), benchmark, text));
}

/** A page with another text between its marks for a benchmark. Throws Error for a page without them. */
export function replaceSection(page: string, benchmark: string, text: string): string {
  const [opening, closing] = [`<!-- ${benchmark} -->\n`, `<!-- end of ${benchmark} -->`];
  const [start, end] = [page.indexOf(opening), page.indexOf(closing)];
  if (start < 0 || end < start) throw new Error(`the page has no place for ${benchmark}: ${opening.trim()} and ${closing}`);
  return `${page.slice(0, start)}${opening}\n${text.trim()}\n\n${page.slice(end)}`;
}
