/**
 * Parser and writer of HGVS notations: 'X:g.200920C>G', 'ENST00000381657.2:c.88+2_88+5del',
 * 'ENSP00000371073:p.Asp22Glu'. Supports the same kinds as Ensembl: substitutions, deletions, insertions,
 * duplications, delins, inversions and repeats of nucleotides, and substitutions of residues. As in older notations,
 * the deleted or duplicated sequence may be given.
 */
import { at, present } from '../checked.ts';
import { InvalidInput } from '../invalid-input.ts';
import { oneLetter } from './hgvs-protein.ts';
import type { HgvsPosition } from './hgvs-positions.ts';
import { reverseComplementOf } from '../genome/bases.ts';
import { shift, trim, type Change, type Line } from './variant-shift.ts';

/** The edit of the bases at the notation's positions. Bases that others than `replace` name are ignored. */
type HgvsEdit =
  | { kind: 'replace'; reference: string; alternative: string }
  | { kind: 'delins' | 'insert' | 'delete'; alternative: string }
  | { kind: 'copy' }
  | { kind: 'invert' };

interface Notation {
  kind: 'hgvs';
  /** The notation from the request, without white space. */
  text: string;
  /** Name of the sequence, with its version if it has one. */
  sequence: string;
}

export interface NucleotideNotation extends Notation {
  numbering: 'g' | 'c' | 'n';
  start: HgvsPosition;
  end: HgvsPosition;
  edit: HgvsEdit;
  /** Most bases that it may change; by default MAX_CHANGED. */
  mostBases?: number;
}

export interface ProteinNotation extends Notation {
  numbering: 'p';
  /** One-letter residues; '*' for a stop, null if it is not given ('p.3delinsLys'). */
  from: string | null;
  position: number;
  /** Last residue; the same but for a deletion of several. */
  last: number;
  /** One-letter residue; '' for a deletion. */
  to: string;
}

export type HgvsNotation = NucleotideNotation | ProteinNotation;

/** A name, an optional part in parentheses, the numbering, the description. */
const NOTATION = /^([^:()]+)(?:\(([^:()]+)\))?:([a-z])\.(.+)$/i;
/** Names of genomic sequences. */
const GENOMIC = /^(?:N[CGTW]_\d|LRG_\d+(?:\.\d+)?$)/i;
/** '*-5' has no number: this is how Ensembl writes a position in the intron before the last coding base. */
const POSITIONS =
  /^([-*]?)(\d{1,10}|(?<=\*)(?=-))([-+]\d{1,10})?(?:_([-*]?)(\d{1,10}|(?<=\*)(?=-))([-+]\d{1,10})?)?(.*)$/;

/** Does a text look like HGVS: a name, a colon, a kind of numbering? */
export function looksLikeHgvs(text: string): boolean {
  return NOTATION.test(text);
}

/** Throws InvalidInput: "Unable to parse HGVS notation '…': " and the reason. */
export function parseHgvs(text: string): HgvsNotation {
  const [, outer, inner, kind = '', written = ''] = NOTATION.exec(text) ?? [];
  if (outer === undefined) throw notParsed(text, 'it needs the name of a sequence, a colon, and one of g. m. c. n. p.');
  const numbering = kind.toLowerCase();
  // 'NM_000059.4(BRCA2):c.…' adds the gene to a transcript, 'NC_000013.11(NM_000059.4):c.…' the transcript to a genome.
  const sequence = inner !== undefined && GENOMIC.test(outer) && 'cnp'.includes(numbering) ? inner : outer;
  // 'c.66C>G(p.=)' means that the protein does not change.
  const description = decodeEquals(written).replace(/\(p\.=\)$/, '');
  checkSupported(text, description);
  if (numbering === 'p') return { kind: 'hgvs', text, sequence, numbering, ...parseResidues(text, description) };
  const [behind] = /(?<=.)\([^()]*\)$/.exec(description) ?? [];
  if (behind) throw notParsed(text, `can't interpret '${behind}'`);
  if (!['g', 'm', 'c', 'n'].includes(numbering))
    throw notParsed(text, `HGVS type ${/r/i.test(kind) ? kind : ''} not recognised for ${text}`);
  return {
    kind: 'hgvs',
    text,
    sequence,
    ...parseNucleotides(text, numbering === 'c' || numbering === 'n' ? numbering : 'g', description),
  };
}

/** Throws InvalidInput, in Ensembl's words, for descriptions that neither it nor this parser supports. */
function checkSupported(text: string, description: string): void {
  if (!/[-*0-9]/.test(description)) throw notParsed(text, `Could not parse the HGVS notation ${text}`);
  if (isBetween(description, '-?_', '?') || isBetween(description, '(?_', ')'))
    throw notParsed(text, 'HGVS notation for variation with unknown location is not supported');
  const [first, last] = [description.indexOf('('), description.lastIndexOf(')ins')];
  const underscore = description.indexOf('_', first + 2);
  const isUncertain = first !== -1 && underscore !== -1 && underscore < last - 1;
  if (isUncertain || /ins\(?\d/.test(description))
    throw notParsed(text, `HGVS notation for insertion '${description}' is not supported`);
}

/** Does a text have one part, any letters, and another part? Regular expressions for this take quadratic time. */
function isBetween(text: string, one: string, other: string): boolean {
  const from = text.indexOf(one);
  return from !== -1 && text.lastIndexOf(other) > from + one.length;
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
    throw notParsed(text, 'genomic positions must be integers of at least 1');
  }
  return { numbering, start, end, edit: parseEdit(text, written) };
}

function position(sign: string, base: string, offset: string | undefined): HgvsPosition {
  return { base: sign === '-' ? -Number(base) : Number(base), afterStop: sign === '*', offset: Number(offset ?? 0) };
}

function parseEdit(text: string, written: string): HgvsEdit {
  const upper = written.toUpperCase();
  let found: RegExpExecArray | null;
  if ((found = /^([A-Z]+)>([A-Z]+)$/.exec(upper)))
    return { kind: 'replace', reference: at(found, 1), alternative: nucleotides(text, at(found, 2)) };
  if ((found = /^DEL([A-Z]*?|\d+)INS(?=[A-Z])/.exec(upper)) && /^[A-Z]*$/.test(upper.slice(found[0].length)))
    return { kind: 'delins', alternative: nucleotides(text, upper.slice(found[0].length)) };
  if (/^DEL([A-Z]*|\d+)$/.test(upper)) return { kind: 'delete', alternative: '' };
  if (/^DUP([A-Z]*|\d+)$/.test(upper)) return { kind: 'copy' };
  if (/^INV([A-Z]*|\d+)$/.test(upper)) return { kind: 'invert' };
  if ((found = /^INS([A-Z]+)$/.exec(upper))) return { kind: 'insert', alternative: nucleotides(text, at(found, 1)) };
  if ((found = /^(?:([A-Z]+)\[(\d{1,3})\]|\[(\d{1,3})\]([A-Z]+))$/.exec(upper))) {
    const unit = nucleotides(text, present(found[1] ?? found[4], 'the unit of a repeat'));
    return { kind: 'replace', reference: unit, alternative: unit.repeat(Number(found[2] ?? found[3])) };
  }
  if (/^[A-Z]*=$/.test(upper)) throw notParsed(text, 'it describes no change');
  throw notParsed(
    text,
    `The variant class for HGVS notation '${text}' is unknown or could not be correctly recognized`,
  );
}

function nucleotides(text: string, bases: string): string {
  if (!/^[ACGTN]+$/.test(bases)) throw notParsed(text, `'${bases}' contains other letters than A, C, G, T and N`);
  return bases;
}

/** Only changes of one residue can be mapped back to bases: another residue, another codon ('=') or none ('del'). */
function parseResidues(text: string, description: string): Omit<ProteinNotation, keyof Notation | 'numbering'> {
  // Parentheses mark a predicted change of the protein.
  const bare = /^\((.*)\)$/.exec(description)?.[1] ?? description;
  if (/[A-Za-z]\d+[A-Za-z]+fs/.test(description))
    throw notParsed(text, 'Frameshifts are not supported for HGVS protein input');
  const [, before, position, end, isReplaced, after] =
    /^([A-Z]{3}|[A-Z*])?(\d{1,9})(?:_(?:[A-Z]{3}|[A-Z*])(\d{1,9})(?=del$))?(delins)?([A-Z]{3}|[A-Z*=])$/i.exec(bare) ??
    [];
  const from = before === undefined ? null : oneLetter(before);
  const to = after === '=' ? from : /^del$/i.test(after ?? '') ? '' : after && oneLetter(after);
  const isBackwards = Number(end ?? position) < Number(position);
  const isKnown = from !== null || (before === undefined && isReplaced !== undefined);
  if (!isKnown || to === undefined || to === null || isBackwards || Number(position) < 1) {
    throw notParsed(
      text,
      `Could not parse HGVS protein notation ${text}: only changes of one residue are allowed, such as p.Asp22Glu, ` +
        'p.Asp22= and p.Asp22del',
    );
  }
  return { from, position: Number(position), last: Number(end ?? position), to };
}

/**
 * The HGVS description of a change of nucleotides (https://hgvs-nomenclature.org), at its most 3' place. Genomic,
 * coding and non-coding notations differ only in the numbering of positions.
 */
export interface HgvsChange {
  kind: '>' | 'del' | 'ins' | 'dup' | 'inv' | 'delins';
  /** Positions that the notation names: for an insertion the bases around it, for a duplication the copied ones. */
  from: number;
  to: number;
  /** The trimmed and moved change; a duplication as an insertion. */
  change: Change;
}

/**
 * The description of a change; null if it does not change the sequence. As in Ensembl, a change is an inversion only
 * if its untrimmed alleles are. The reference comes from the line, not from the change: databases contain variants
 * whose reference allele is not that of the genome. But a pure deletion is moved by the bases of its allele.
 *
 * @param written on the strand and in the positions of `line`
 */
export function describeChange(written: Change, line: Line): HgvsChange | null {
  const { start, end, alternative } = written;
  const reference = line.bases(start, end);
  if (reference === alternative) return null;
  const isDeletion = alternative === '' && written.reference.length === reference.length;
  const change = shift(isDeletion ? written : trim({ ...written, reference }), line);
  const { start: from, end: to } = change;
  if (change.alternative === '') return { kind: 'del', from, to, change };
  if (change.reference === '') {
    const length = change.alternative.length;
    // A copy of the bases before it.
    if (line.bases(from - length, to) === change.alternative) return { kind: 'dup', from: from - length, to, change };
    return { kind: 'ins', from: to, to: from, change };
  }
  if (change.reference.length === 1 && change.alternative.length === 1) return { kind: '>', from, to, change };
  return { kind: reverseComplementOf(reference) === alternative ? 'inv' : 'delins', from, to, change };
}

/**
 * The description of a change where it is, as Ensembl writes one allele of a variant whose other alleles are of another
 * kind; null if it does not change the sequence. See describeChange for the parameters.
 */
export function describeInPlace({ start, end, alternative }: Change, line: Line): HgvsChange | null {
  const reference = line.bases(start, end);
  if (reference === alternative) return null;
  const change = trim({ start, end, reference, alternative });
  const { start: from, end: to } = change;
  const { length } = change.alternative;
  if (change.alternative === '') return { kind: 'del', from, to, change };
  if (reference === '') {
    // A copy of the bases after it or before it.
    for (const first of [start, start - length])
      if (line.bases(first, first + length - 1) === alternative)
        return { kind: 'dup', from: first, to: first + length - 1, change };
  }
  if (change.reference === '') {
    // Of trimmed alleles, only bases that both share count as copied.
    const kept = reference.slice(0, from - start);
    if (length <= kept.length && kept.endsWith(change.alternative))
      return { kind: 'dup', from: from - length, to, change };
    return { kind: 'ins', from: to, to: from, change };
  }
  if (change.reference.length === 1 && change.alternative.length === 1) return { kind: '>', from, to, change };
  return { kind: reverseComplementOf(reference) === alternative ? 'inv' : 'delins', from, to, change };
}

/**
 * The notation, such as 'X:g.200920C>G'; null if the numbering has no text for a position. A duplication of bases that
 * are partly outside the numbering is written as an insertion.
 *
 * @param name name of the sequence, with its version
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
