/**
 * Parser of variants in lines: VCF ('X 200920 . C G'), Ensembl's default format ('X 200920 200920 C/G 1'), or a region
 * with an alternative allele ('X:200920-200920:1/G'). Tabs or spaces separate columns.
 */
import { at } from '../checked.ts';
import { InvalidInput } from '../invalid-input.ts';

export interface VariantLine {
  kind: 'line';
  /** The columns with a tab, or one space, between them. */
  text: string;
  sequence: string;
  /** An insertion is between end and start = end + 1. */
  start: number;
  end: number;
  strand: 1 | -1;
  /** On `strand`; null if the bases of the region are the reference. */
  reference: string | null;
  /** In upper case; '-' for a deletion. */
  alternatives: string[];
}

/** Columns that a VCF line or default line has at least. */
const MIN_COLUMNS = 4;

/**
 * Null for a text in another format. Throws InvalidInput for a line whose reference allele, or all of whose alternative
 * alleles, are no bases.
 */
export function parseVariantLine(sent: string): VariantLine | null {
  const text = sent.trim();
  const separator = text.includes('\t') ? '\t' : ' ';
  const columns = text.split(separator === '\t' ? '\t' : / +/);
  if (columns.length >= MIN_COLUMNS && /^\d{1,10}$/.test(at(columns, 1)))
    return parseColumns(columns.join(separator), columns);
  return parseRegion(text.replaceAll(/\s+/g, ''));
}

function parseColumns(text: string, columns: readonly string[]): VariantLine | null {
  const [sequence = '', first, second = '', third = '', fourth] = columns;
  const start = Number(first);
  if (/^\d{1,10}$/.test(second) && third.includes('/')) {
    const [reference = '', ...alternatives] = third.toUpperCase().split('/');
    requireBases(text, reference);
    return {
      kind: 'line',
      text,
      sequence,
      start,
      end: Number(second),
      strand: strandOf(fourth),
      reference,
      alternatives: requireAlternatives(text, alternatives, third),
    };
  }
  if (!fourth) return null;
  const reference = third.toUpperCase();
  requireBases(text, reference);
  const alternatives = requireAlternatives(text, fourth.toUpperCase().split(','), fourth);
  return { kind: 'line', text, sequence, strand: 1, ...withoutLeadingBase(start, reference, alternatives) };
}

/**
 * If lengths differ, VCF begins every allele with the base before the change. Like Ensembl, removes that base if all
 * alleles begin with it.
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
    alternatives: requireAlternatives(text, [allele.toUpperCase()], allele),
  };
}

function strandOf(text: string | undefined): 1 | -1 {
  return text?.includes('-') ? -1 : 1;
}

const BASES = /^(?:[ACGTN]+|-)$/;

function requireBases(text: string, reference: string): void {
  if (!BASES.test(reference)) throw lineSkipped(text, `the reference allele must be bases or '-', not '${reference}'`);
}

/** '*' means an allele that another line deletes. */
function requireAlternatives(text: string, alternatives: string[], written: string): string[] {
  if (
    alternatives.every((allele) => allele === '*' || BASES.test(allele)) &&
    alternatives.some((allele) => allele !== '*')
  )
    return alternatives;
  throw lineSkipped(text, `the alternative alleles must be bases or '-', not '${written}'`);
}

/** An error with Ensembl's message, including the space at its end. */
export function lineSkipped(text: string, why: string): InvalidInput {
  return new InvalidInput(`variant skipped (${text}): ${why} `);
}
