/**
 * A variant in the columns of a line, as VCF files have it ('X 200920 . C G'), as Ensembl's own lists do ('X 200920
 * 200920 C/G 1'), or as a region and what it becomes ('X:200920-200920:1/G'). Columns stand between tabs or spaces.
 */
import { at } from '../checked.ts';
import { InvalidInput } from '../invalid-input.ts';

export interface VariantLine {
  kind: 'line';
  /** The columns with a tab, or one space, between them. */
  text: string;
  sequence: string;
  /** An insertion stands between end and start = end + 1. */
  start: number;
  end: number;
  strand: 1 | -1;
  /** On the strand; null where the region itself is the reference. */
  reference: string | null;
  /** In upper case; '-' for a deletion. */
  alternatives: string[];
}

/** Columns in which a line is recognised by its numbers; others may follow. */
const COLUMNS = 4;

/**
 * Null for a text that is no such line; throws InvalidInput for a line that does not name its reference, or no
 * alternative allele, by its bases.
 */
export function parseVariantLine(sent: string): VariantLine | null {
  const text = sent.trim();
  const separator = text.includes('\t') ? '\t' : ' ';
  const columns = text.split(separator === '\t' ? '\t' : / +/);
  if (columns.length >= COLUMNS && /^\d{1,10}$/.test(at(columns, 1)))
    return parseColumns(columns.join(separator), columns);
  return parseRegion(text.replaceAll(/\s+/g, ''));
}

function parseColumns(text: string, columns: readonly string[]): VariantLine | null {
  const [sequence = '', first, second = '', third = '', fourth] = columns;
  const start = Number(first);
  if (/^\d{1,10}$/.test(second) && third.includes('/')) {
    const [reference = '', ...alternatives] = third.toUpperCase().split('/');
    refuseOther(text, reference);
    return {
      kind: 'line',
      text,
      sequence,
      start,
      end: Number(second),
      strand: strandOf(fourth),
      reference,
      alternatives: withBases(text, alternatives, third),
    };
  }
  if (!fourth) return null;
  const reference = third.toUpperCase();
  refuseOther(text, reference);
  const alternatives = withBases(text, fourth.toUpperCase().split(','), fourth);
  return { kind: 'line', text, sequence, strand: 1, ...withoutLeadingBase(start, reference, alternatives) };
}

/**
 * Where lengths differ, VCF writes the base before the change with every allele: Ensembl leaves it out where all of
 * them begin alike.
 */
function withoutLeadingBase(
  start: number,
  reference: string,
  alternatives: string[],
): Pick<VariantLine, 'start' | 'end' | 'reference' | 'alternatives'> {
  const end = start + reference.length - 1;
  const alike = alternatives.every((alternative) => alternative === '*' || alternative[0] === reference[0]);
  if (!alike || alternatives.every(({ length }) => length === reference.length))
    return { start, end, reference, alternatives };
  const rest = (allele: string) => (allele === '*' ? allele : allele.slice(1) || '-');
  return { start: start + 1, end, reference: rest(reference), alternatives: alternatives.map(rest) };
}

function parseRegion(text: string): VariantLine | null {
  const [, sequence, start, end, strand, allele = ''] =
    /^([^:]+):(\d{1,10})-(\d{1,10})(?::([-+]?1))?[/:]([ACGTN-]+)$/i.exec(text) ?? [];
  if (sequence === undefined) return null;
  return {
    kind: 'line',
    text,
    sequence,
    start: Number(start),
    end: Number(end),
    strand: strandOf(strand),
    reference: null,
    alternatives: withBases(text, [allele.toUpperCase()], allele),
  };
}

function strandOf(text: string | undefined): 1 | -1 {
  return text?.includes('-') ? -1 : 1;
}

const BASES = /^(?:[ACGTN]+|-)$/;

function refuseOther(text: string, reference: string): void {
  if (!BASES.test(reference)) throw lineSkipped(text, `the reference allele '${reference}' is neither bases nor '-'`);
}

/** '*' stands for what another line deletes. */
function withBases(text: string, alternatives: string[], written: string): string[] {
  if (
    alternatives.every((allele) => allele === '*' || BASES.test(allele)) &&
    alternatives.some((allele) => allele !== '*')
  )
    return alternatives;
  throw lineSkipped(text, `'${written}' names no alternative allele by its bases`);
}

/** In Ensembl's words. */
export function lineSkipped(text: string, why: string): InvalidInput {
  return new InvalidInput(`variant skipped (${text}): ${why} `);
}
