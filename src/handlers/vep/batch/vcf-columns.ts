/** The parts of a line of a VCF file that effect prediction needs; genotypes are passed on unread. */
import { InvalidInput } from '../../../invalid-input.ts';

export interface VcfColumns {
  /** CHROM, POS, ID, REF, ALT, QUAL, FILTER, INFO. */
  columns: string[];
  /** What follows INFO, with the tab before it; '' for a file without genotypes. */
  rest: string;
}

const NAMES = ['#CHROM', 'POS', 'ID', 'REF', 'ALT', 'QUAL', 'FILTER', 'INFO'] as const;
const COLUMNS = NAMES.length;
/** Columns that a variant needs; the others may be missing at the end of a line. */
const LEAST = 5;
const TAB = '\t';

/** Throws InvalidInput for a line that is none of VCF. */
export function vcfColumns(line: string): VcfColumns {
  const columns: string[] = [];
  let from = 0;
  while (columns.length < COLUMNS) {
    const tab = line.indexOf(TAB, from);
    if (tab === -1) {
      columns.push(line.slice(from));
      from = line.length;
      break;
    }
    columns.push(line.slice(from, tab));
    from = tab + 1;
  }
  if (columns.length < LEAST)
    throw new InvalidInput(
      `'${short(line)}' has ${columns.length} ${columns.length === 1 ? 'column' : 'columns'} separated by tabs; ` +
        `a line of VCF has at least ${COLUMNS}`,
    );
  const [chromosome = '', position = '', , reference = '', alternatives = ''] = columns;
  if (!/^\d+$/.test(position)) throw new InvalidInput(`'${short(position)}' is not a position (column POS)`);
  if (chromosome === '' || reference === '' || alternatives === '')
    throw new InvalidInput(`'${short(line)}' has an empty column; CHROM, REF and ALT must have a value`);
  while (columns.length < COLUMNS) columns.push('.');
  return { columns, rest: from < line.length ? TAB + line.slice(from) : '' };
}

/** A line that has spaces instead of tabs, as examples in the documentation of Ensembl have. */
export function withTabs(line: string): string {
  return line.includes(TAB) ? line : line.trim().split(/\s+/).join(TAB);
}

/** The line with a value of CSQ in INFO, in place of one that it had. An empty value adds none. */
export function withCsq({ columns, rest }: VcfColumns, csq: string, key = 'CSQ'): string {
  const [chromosome, position, id, reference, alternatives, quality, filter, info = ''] = columns;
  const kept = withoutCsq(info);
  const before = kept === '' ? '' : `${kept};`;
  const annotated = csq === '' ? kept || '.' : `${before}${key}=${csq}`;
  return (
    `${chromosome}\t${position}\t${id}\t${reference}\t${alternatives}\t${quality}\t${filter}\t` +
    `${annotated}${rest}\n`
  );
}

/** The line with the reason why nothing is predicted, in INFO. */
export function withWarning(vcf: VcfColumns, reason: string): string {
  const text = reason.replaceAll(/[%;=,]/g, encodeURIComponent).replaceAll(/\s+/g, '_');
  return withCsq(vcf, text, WARNING);
}

const WARNING = 'CSQ_WARNING';
export const WARNING_HEADER = `##INFO=<ID=${WARNING},Number=1,Type=String,Description="Why no effect is predicted">`;

function withoutCsq(info: string): string {
  if (info === '.') return '';
  if (!info.includes('CSQ')) return info;
  return info
    .split(';')
    .filter((field) => !field.startsWith('CSQ=') && !field.startsWith(`${WARNING}=`))
    .join(';');
}

/**
 * The line that names the columns, with the names of all that lines get. Throws InvalidInput for columns that are not
 * those of VCF.
 */
export function columnNames(line: string): string {
  const names = line.split(TAB);
  const wrong = NAMES.findIndex((name, index) => (names[index] ?? (index < LEAST ? '' : name)) !== name);
  if (wrong !== -1)
    throw new InvalidInput(
      `column ${wrong + 1} in the header of the VCF file must be ${NAMES[wrong]}, not ` +
        `'${short(names[wrong] ?? '')}'; ` +
        `VCF has the columns ${NAMES.join(', ')}`,
    );
  return [...names, ...NAMES.slice(names.length)].join(TAB);
}

/** The lines of a header with those that describe CSQ, before the line that names the columns. */
export function annotatedHeader(lines: readonly string[], added: readonly string[]): string {
  const kept = lines.filter((line) => !/^##INFO=<ID=CSQ(?:_WARNING)?,|^##genomic-edge=/.test(line));
  return [...kept.slice(0, -1), ...added, ...kept.slice(-1).map(columnNames)].map((line) => `${line}\n`).join('');
}

function short(text: string): string {
  return text.length > 50 ? `${text.slice(0, 46)}...` : text;
}
