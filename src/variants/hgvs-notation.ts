/**
 * The parts of a notation as a client writes it: 'X:g.200920C>G', 'ENST00000381657.2:c.88+2_88+5del',
 * 'ENSP00000371073:p.Asp22Glu'. Reads what Ensembl reads: substitutions, deletions, insertions, duplications, delins,
 * inversions and repeats of nucleotides, substitutions of residues; the sequence deleted or duplicated may be given,
 * as older notations do.
 */
import { at } from '../checked.ts';
import { InvalidInput } from '../invalid-input.ts';
import { oneLetter } from './hgvs-protein.ts';
import type { HgvsPosition } from './hgvs-positions.ts';
import { reverseComplementOf } from '../genome/bases.ts';
import { shift, trim, type Change, type Line } from './variant-shift.ts';

/**
 * What becomes of the bases at the positions named; `reference`: which these are, or how many, if the notation says
 * so.
 */
type HgvsEdit =
  | { kind: 'replace'; reference: string | number | null; alternative: string }
  | { kind: 'delins'; reference: string | number | null; alternative: string }
  | { kind: 'insert'; alternative: string }
  | { kind: 'copy'; reference: string | number | null }
  | { kind: 'invert'; reference: string | number | null };

interface Notation {
  kind: 'hgvs';
  /** As sent, without white space. */
  text: string;
  /** Name of the sequence, with its version if it has one. */
  sequence: string;
}

export interface NucleotideNotation extends Notation {
  numbering: 'g' | 'c' | 'n';
  start: HgvsPosition;
  end: HgvsPosition;
  edit: HgvsEdit;
}

export interface ProteinNotation extends Notation {
  numbering: 'p';
  /** One-letter residues; '*' for a stop. */
  from: string;
  position: number;
  to: string;
}

export type HgvsNotation = NucleotideNotation | ProteinNotation;

/** A name, what may stand in parentheses behind it, the numbering, the description. */
const NOTATION = /^([^:()]+)(?:\(([^:()]+)\))?:([a-z])\.(.+)$/i;
/** Names of genomic sequences. */
const GENOMIC = /^(?:N[CGTW]_\d|LRG_\d+(?:\.\d+)?$)/i;
/** The number is left out in '*-5', as Ensembl writes an intron before the last coding base. */
const POSITIONS =
  /^([-*]?)(\d{1,10}|(?<=\*)(?=-))([-+]\d{1,10})?(?:_([-*]?)(\d{1,10}|(?<=\*)(?=-))([-+]\d{1,10})?)?(.*)$/;

/** Does a text claim to be HGVS: a name, a colon, a kind of numbering? */
export function looksLikeHgvs(text: string): boolean {
  return NOTATION.test(text);
}

/** Throws InvalidInput: "Unable to parse HGVS notation '…': " and what is wrong with it. */
export function parseHgvs(text: string): HgvsNotation {
  const [, outer, inner, kind = '', written = ''] = NOTATION.exec(text) ?? [];
  if (outer === undefined) throw notParsed(text, 'it needs the name of a sequence, a colon, and one of g. m. c. n. p.');
  const numbering = kind.toLowerCase();
  // 'NM_000059.4(BRCA2):c.…' tells the gene of a transcript, 'NC_000013.11(NM_000059.4):c.…' the transcript on a
  // genome.
  const sequence = inner !== undefined && GENOMIC.test(outer) && 'cnp'.includes(numbering) ? inner : outer;
  // 'c.66C>G(p.=)' says that the protein stays the same.
  const description = decodeEquals(written).replace(/\(p\.=\)$/, '');
  if (numbering === 'p') return { kind: 'hgvs', text, sequence, numbering, ...parseResidues(text, description) };
  const [behind] = /(?<=.)\([^()]*\)$/.exec(description) ?? [];
  if (behind) throw notParsed(text, `can't interpret '${behind}'`);
  if (!['g', 'm', 'c', 'n'].includes(numbering)) throw notParsed(text, `HGVS type ${kind} not recognised`);
  return {
    kind: 'hgvs',
    text,
    sequence,
    ...parseNucleotides(text, numbering === 'c' || numbering === 'n' ? numbering : 'g', description),
  };
}

export function notParsed(text: string, why: string): InvalidInput {
  return new InvalidInput(`Unable to parse HGVS notation '${text}': ${why}`);
}

/** Ensembl writes the '=' of proteins as %3D in some of its files. */
function decodeEquals(description: string): string {
  return description.replaceAll(/%3D/gi, '=');
}

function parseNucleotides(
  text: string,
  numbering: 'g' | 'c' | 'n',
  description: string,
): Omit<NucleotideNotation, keyof Notation> {
  const [, sign = '', base, offset, endSign = '', endBase, endOffset, written = ''] = POSITIONS.exec(description) ?? [];
  if (base === undefined) throw notParsed(text, `'${description}' does not begin with a position`);
  const start = position(sign, base, offset);
  const end = endBase === undefined ? start : position(endSign, endBase, endOffset);
  if (numbering === 'g' && [start, end].some((each) => each.base < 1 || each.afterStop || each.offset !== 0)) {
    throw notParsed(text, 'genomic positions are whole numbers from 1 on');
  }
  return { numbering, start, end, edit: parseEdit(text, written) };
}

function position(sign: string, base: string, offset: string | undefined): HgvsPosition {
  return { base: sign === '-' ? -Number(base) : Number(base), afterStop: sign === '*', offset: Number(offset ?? 0) };
}

function parseEdit(text: string, written: string): HgvsEdit {
  const upper = written.toUpperCase();
  const bases = (given: string | undefined) => (!given ? null : /^\d+$/.test(given) ? Number(given) : given);
  let found: RegExpExecArray | null;
  if ((found = /^([A-Z]+)>([A-Z]+)$/.exec(upper)))
    return { kind: 'replace', reference: at(found, 1), alternative: nucleotides(text, at(found, 2)) };
  if ((found = /^DEL([A-Z]*?|\d+)INS([A-Z]+)$/.exec(upper)))
    return { kind: 'delins', reference: bases(found[1]), alternative: nucleotides(text, at(found, 2)) };
  if ((found = /^DEL([A-Z]*|\d+)$/.exec(upper)))
    return { kind: 'replace', reference: bases(found[1]), alternative: '' };
  if ((found = /^DUP([A-Z]*|\d+)$/.exec(upper))) return { kind: 'copy', reference: bases(found[1]) };
  if ((found = /^INV([A-Z]*|\d+)$/.exec(upper))) return { kind: 'invert', reference: bases(found[1]) };
  if ((found = /^INS([A-Z]+)$/.exec(upper))) return { kind: 'insert', alternative: nucleotides(text, at(found, 1)) };
  if ((found = /^(?:([A-Z]+)\[(\d{1,3})\]|\[(\d{1,3})\]([A-Z]+))$/.exec(upper))) {
    const unit = nucleotides(text, (found[1] ?? found[4])!);
    return { kind: 'replace', reference: unit, alternative: unit.repeat(Number(found[2] ?? found[3])) };
  }
  if (/^[A-Z]*=$/.test(upper)) throw notParsed(text, 'it describes no change');
  throw notParsed(text, `the kind of change '${written}' is unknown or could not be correctly recognized`);
}

function nucleotides(text: string, bases: string): string {
  if (!/^[ACGTN]+$/.test(bases)) throw notParsed(text, `'${bases}' are no bases`);
  return bases;
}

/** Only substitutions of one residue lead back to bases. */
function parseResidues(text: string, description: string): Omit<ProteinNotation, keyof Notation | 'numbering'> {
  // Parentheses say that a change of the protein is predicted.
  const bare = /^\((.*)\)$/.exec(description)?.[1] ?? description;
  const [, from, position, to] = /^([A-Z]{3}|[A-Z*])(\d{1,9})([A-Z]{3}|[A-Z*])$/i.exec(bare) ?? [];
  const residues = [from, to].map((residue) => residue && oneLetter(residue));
  if (!residues[0] || !residues[1] || residues[0] === residues[1] || Number(position) < 1) {
    throw notParsed(
      text,
      `Could not parse HGVS protein notation ${text}, for only substitutions of one residue can be, such as p.Asp22Glu`,
    );
  }
  return { from: residues[0], position: Number(position), to: residues[1] };
}

/**
 * HGVS of a change of nucleotides: what kind of change it is, and its text (https://hgvs-nomenclature.org). Genomic,
 * coding and non-coding notations differ in how they number positions only.
 */

/** A change as HGVS sees it, at its most 3' place. */
export interface HgvsChange {
  kind: '>' | 'del' | 'ins' | 'dup' | 'inv' | 'delins';
  /**
   * Positions on the line that the notation names: of an insertion the bases around it, of a duplication the copied
   * ones.
   */
  from: number;
  to: number;
  /** Trimmed and moved; of a duplication the insertion that it is. */
  change: Change;
}

/**
 * Null for a change that leaves the sequence as it is. An inversion is one as it is written only, as in Ensembl. What
 * stands before the change is taken from the line, whatever the change says of it: databases hold variants whose
 * reference allele is not that of the genome.
 *
 * @param change on the strand and in the positions of `line`
 */
export function describeChange({ start, end, alternative }: Change, line: Line): HgvsChange | null {
  const reference = line.bases(start, end);
  if (reference === alternative) return null;
  const change = shift(trim({ start, end, reference, alternative }), line);
  const { start: from, end: to } = change;
  if (change.alternative === '') return { kind: 'del', from, to, change };
  if (change.reference === '') {
    const length = change.alternative.length;
    // A copy of what stands before it.
    if (line.bases(from - length, to) === change.alternative) return { kind: 'dup', from: from - length, to, change };
    return { kind: 'ins', from: to, to: from, change };
  }
  if (change.reference.length === 1 && change.alternative.length === 1) return { kind: '>', from, to, change };
  return { kind: reverseComplementOf(reference) === alternative ? 'inv' : 'delins', from, to, change };
}

/**
 * 'X:g.200920C>G'; null when a position has no text, because it lies outside of what the notation can number. A copy
 * of bases of which some lie outside is an insertion.
 *
 * @param name of the sequence, with its version
 */
export function writeHgvs(
  name: string,
  numbering: 'g' | 'm' | 'c' | 'n',
  described: HgvsChange,
  positionText: (position: number) => string | null,
): string | null {
  const isOutside = described.kind === 'dup' && positionText(described.from) === null;
  const {
    kind,
    from,
    to,
    change: { reference, alternative },
  } = isOutside ? { ...described, kind: 'ins', from: described.to, to: described.to + 1 } : described;
  const first = positionText(from);
  const last = from === to ? first : positionText(to);
  if (first === null || last === null) return null;
  const place = `${name}:${numbering}.${first === last ? first : `${first}_${last}`}`;
  if (kind === '>') return `${place}${reference}>${alternative}`;
  return `${place}${kind}${kind === 'ins' || kind === 'delins' ? alternative : ''}`;
}
