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
