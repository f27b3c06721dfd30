/** Lines that people paste, grouped by format, since the first line of a request decides the format of all. */
import { formatOf, separatorOf, type LineFormat } from '../../effects/input-line.ts';

export interface LineGroup {
  format: LineFormat;
  lines: string[];
}

/** The lines of a text with a variant: without empty ones and comments. */
export function variantLines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * Groups of lines that one request may contain: of one format, with the same separator, and at most `size`.
 * @returns `unknown`: lines of no format
 */
export function lineGroups(lines: readonly string[], size: number): { groups: LineGroup[]; unknown: string[] } {
  const open = new Map<string, LineGroup>();
  const groups: LineGroup[] = [];
  const unknown: string[] = [];
  for (const line of lines) {
    const separator = separatorOf(line);
    const format = formatOf(line.split(separator));
    if (format === null) {
      unknown.push(line);
      continue;
    }
    // Names may share a request: they are looked up, not split.
    const key = format === 'vcf' || format === 'ensembl' ? `${format} ${separator}` : format;
    let group = open.get(key);
    if (!group || group.lines.length >= size) {
      group = { format, lines: [] };
      open.set(key, group);
      groups.push(group);
    }
    group.lines.push(line);
  }
  return { groups, unknown };
}

/** Lines without a result among some answers, which echo their lines. */
export function unanswered(lines: readonly string[], inputs: readonly string[]): string[] {
  const echoed = new Set(inputs.map(squeezed));
  return lines.filter((line) => !echoed.has(squeezed(line)));
}

function squeezed(line: string): string {
  return line.replaceAll(/\s+/g, ' ').trim();
}
