/**
 * HGVS notation of the effect of a coding change on the protein, as Ensembl interprets the nomenclature: three-letter
 * residues, 'Ter' for a stop, '=' for no change; a frameshift by its first different residue and the distance to its
 * stop. Like Ensembl, it also writes 'Ter' for unknown residues and for an incomplete last codon.
 */
import { at, last } from '../checked.ts';
import { CodonTable } from '../genome/codon-table.ts';
import { peptideEdits } from '../genome/sequence-edits.ts';
import type { Attribs } from '../genome/gene-record.ts';
import { moveAlong, trim, type Change } from './variant-shift.ts';

const THREE_LETTERS: Readonly<Record<string, string>> = {
  A: 'Ala',
  B: 'Asx',
  C: 'Cys',
  D: 'Asp',
  E: 'Glu',
  F: 'Phe',
  G: 'Gly',
  H: 'His',
  I: 'Ile',
  J: 'Xle',
  K: 'Lys',
  L: 'Leu',
  M: 'Met',
  N: 'Asn',
  O: 'Pyl',
  P: 'Pro',
  Q: 'Gln',
  R: 'Arg',
  S: 'Ser',
  T: 'Thr',
  U: 'Sec',
  V: 'Val',
  W: 'Trp',
  X: 'Xaa',
  Y: 'Tyr',
  Z: 'Glx',
  '*': 'Ter',
};
const ONE_LETTER: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(THREE_LETTERS).map(([one, three]) => [three.toLowerCase(), one]),
);

export function threeLetters(residues: string): string {
  return [...residues].map((residue) => THREE_LETTERS[residue] ?? 'Xaa').join('');
}

/** The letter of a residue given by one letter, or by three in any case; null for other texts. */
export function oneLetter(residue: string): string | null {
  return ONE_LETTER[residue.toLowerCase()] ?? (residue in THREE_LETTERS ? residue : null);
}

export interface CodingModel {
  /** From the start codon to the stop codon, with an N for each base missing at the start; upper case. */
  coding: string;
  /** The rest of the spliced transcript after it. */
  utr: string;
  codonTable: number;
  /** False if the annotation says that the start codon is missing. */
  completeStart: boolean;
  /** Attributes of the translation: selenocysteines and other substitutions. */
  attribs: Attribs;
}

const encoder = new TextEncoder();

/** Residues of all whole codons. */
export function translateCodons(bases: string, codonTable: number): string {
  const table = CodonTable.of(codonTable);
  const ascii = encoder.encode(bases);
  let residues = '';
  for (let at = 0; at + 3 <= ascii.length; at += 3) residues += String.fromCharCode(table.residueAt(ascii, at));
  return residues;
}

/** Residues of all whole codons, and X for an incomplete one at the end. */
function translateAll(bases: string, codonTable: number): string {
  const residues = translateCodons(bases, codonTable);
  return bases.length % 3 === 0 || residues === '*' ? residues : `${residues}X`;
}

/** Residues first to last (1-based) of the protein with their edits: '*' for a stop, X for an incomplete codon. */
function residuesOf({ coding, codonTable, attribs }: CodingModel, first: number, last: number): string {
  const residues = [...translateAll(coding.slice(first * 3 - 3, last * 3), codonTable)];
  for (const { start, end, replacement } of attribs.length > 0 ? peptideEdits(attribs) : []) {
    if (replacement.length !== end - start + 1) continue;
    for (let at = Math.max(start, first); at <= Math.min(end, last); at++)
      residues[at - first] = replacement.charAt(at - start);
  }
  return residues.join('');
}

/** Residues start to end of a protein become others; an insertion is between `end` and `start` = `end` + 1. */
type ResidueChange = Change;

/** Facts from the effect of a variant that decide how Ensembl describes the change of the protein. */
export interface PredictedEffect {
  /** The protein still ends at the same residue. Ensembl then describes no frameshift. */
  stopRetained: boolean;
  /** The start codon is lost: the protein is not known. */
  startLost: boolean;
}

/**
 * 'Asp22Glu', 'Phe309=', 'Thr135AsnfsTer69', 'Met1?' …; null for a change outside the coding sequence or after the last
 * known residue.
 *
 * @param change positions are 1-based in `coding`, on its strand
 * @param predicted null where the effect is not known
 */
export function proteinHgvs(
  model: CodingModel,
  { start, end, alternative }: Change,
  predicted: PredictedEffect | null = null,
): string | null {
  const { coding, utr, codonTable } = model;
  const first = Math.ceil(start / 3);
  const last = Math.ceil(end / 3);
  if (start < 1 || Math.max(start, end) > coding.length) return null;
  const changed = coding.slice(0, start - 1) + alternative + coding.slice(end);
  const longer = alternative.length - (end - start + 1);
  const losesStart = predicted?.startLost ?? losesCodonOne(model, changed, first);
  // Most changes need only their own codons, so the whole protein is translated on demand.
  const protein = () => residuesOf(model, 1, Math.floor(coding.length / 3));
  const resulting = () => translateCodons(changed + utr, codonTable);
  const from = first * 3 - 3;
  const codons = coding.slice(from, last * 3);
  const otherCodons = (longer === 0 ? changed : changed + utr).slice(from, last * 3 + longer);
  const reference = residuesOf(model, first, last);
  const residues = otherResidues(codons, otherCodons, reference, codonTable);
  const whole = { start: first, end: last, reference, alternative: residues };
  const trimmed = residues === reference ? whole : trimResidues(whole);
  // An incomplete last codon has no frame that could shift.
  if (longer % 3 !== 0 && first * 3 <= coding.length && !predicted?.stopRetained) {
    const changedProtein = resulting();
    if (first > changedProtein.length && reference !== '' && !losesStart) return lostEnd(trimmed);
    return frameshift(protein(), changedProtein, first, losesStart ? last : null);
  }
  if (losesStart) return lostStart(trimmed, reference, protein());
  if (residues === reference) return `${letters(reference)}${first}=`;
  const isSubstitution =
    trimmed.reference.length === 1 && trimmed.alternative.length === 1 && trimmed.reference !== '*';
  return isSubstitution ? writeSubstitution(trimmed) : writeChange(trimmed, reference, protein(), resulting());
}

/** Residues of the changed codons; an unchanged codon at either end keeps its edited residue. */
function otherResidues(codons: string, otherCodons: string, reference: string, codonTable: number): string {
  const residues = [...translateAll(otherCodons, codonTable)];
  const sameCodon = (at: number, otherAt: number) =>
    codons.slice(at * 3, at * 3 + 3) === otherCodons.slice(otherAt * 3, otherAt * 3 + 3);
  const shorter = Math.min(residues.length, reference.length);
  for (let at = 0; at < shorter && sameCodon(at, at); at++) residues[at] = reference.charAt(at);
  for (let back = 1; back <= shorter && sameCodon(reference.length - back, residues.length - back); back++)
    residues[residues.length - back] = reference.charAt(reference.length - back);
  return residues.join('');
}

/** Returns the change untrimmed if both sides begin alike up to a stop: Ensembl does not trim beyond it. */
function trimResidues(change: ResidueChange): ResidueChange {
  const trimmed = trim(change);
  return change.reference.slice(0, trimmed.start - change.start).includes('*') ? change : trimmed;
}

/** Does codon 1 no longer give residue 1? */
function losesCodonOne(model: CodingModel, changed: string, first: number): boolean {
  if (first > 1 || !model.completeStart) return false;
  return translateCodons(changed.slice(0, 3), model.codonTable) !== residuesOf(model, 1, 1);
}

/**
 * Like Ensembl, names the residues of the change as usual, but '?' for what they become. A duplication stays one.
 *
 * @param local the original residues of the changed codons, untrimmed
 */
function lostStart(change: ResidueChange, local: string, protein: string): string | null {
  const { start, end, reference, alternative } = change;
  if (reference === '') {
    const insertion = placeInsertion(change, local, protein);
    return insertion && (insertion.copied ?? unknown(insertion.flanks, insertion.from, insertion.from - 1));
  }
  if (alternative !== '') return unknown(reference, start, end);
  const [distance, deleted] = moveResidues(reference, stopless(protein).slice(end));
  return unknown(deleted, start + distance, end + distance);
}

function unknown(reference: string, start: number, end: number): string {
  return `${letters(reference)}${start}${start === end ? '?' : `_?${end}`}`;
}

/** A change of the frame after which nothing is left to translate. */
function lostEnd({ start, end, reference }: ResidueChange): string {
  return `${residueRange(reference, start, end)}del${reference.includes('*') ? 'extTer?' : ''}`;
}

/** @param local the original residues of the changed codons, untrimmed */
function writeChange(change: ResidueChange, local: string, protein: string, resulting: string): string | null {
  const { start, end, reference, alternative } = change;
  if (reference === '') return writeInsertion(change, local, protein);
  const losesStop = reference.includes('*') && !alternative.includes('*');
  if (losesStop && (alternative === '' || (reference.length === 1 && alternative.length === 1))) {
    const change = alternative ? letters(alternative) : 'del';
    return `${residueRange(reference, start, end)}${change}extTer${residuesBeyond(protein, resulting) ?? '?'}`;
  }
  if (alternative === '') return writeDeletion(change, protein);
  // Ensembl does not say how far such a change extends the protein.
  return `${residueRange(reference, start, end)}delins${letters(upToStop(alternative))}`;
}

function writeSubstitution({ start, reference, alternative }: ResidueChange): string {
  return `${letters(reference)}${start}${letters(alternative)}`;
}

function writeInsertion(change: ResidueChange, local: string, protein: string): string | null {
  const insertion = placeInsertion(change, local, protein);
  if (!insertion) return null;
  const { from, inserted, copied, flanks } = insertion;
  if (copied !== null) return copied;
  return `${letters(at(flanks, 0))}${from - 1}_${letters(last(flanks))}${from}ins${letters(upToStop(inserted))}`;
}

/** An insertion between residues `from` - 1 and `from`, and its description as a duplication if it is one. */
interface PlacedInsertion {
  from: number;
  inserted: string;
  copied: string | null;
  /** The residues before and after it. */
  flanks: string;
}

/** The last place of an insertion; null if it has none. */
function placeInsertion(change: ResidueChange, local: string, protein: string): PlacedInsertion | null {
  const known = stopless(protein);
  const [distance, inserted] = moveResidues(change.alternative, known.slice(change.start - 1));
  const from = change.start + distance;
  const isCopy = known.slice(from - 1 - inserted.length, from - 1) === inserted && from > inserted.length;
  const copied = isCopy ? `${residueRange(inserted, from - inserted.length, from - 1)}dup` : null;
  if (copied !== null) return { from, inserted, copied, flanks: '' };
  // An insertion needs a residue on either side; the stop counts as one only if its own codon changes.
  const whole = local.startsWith('*') ? protein : known;
  if (from > whole.length) return null;
  // Before the first residue, Ensembl names the last one instead.
  const flanks = from < 2 ? last(whole) : whole.slice(from - 2, from);
  return { from, inserted, copied, flanks };
}

function writeDeletion({ start, end, reference }: ResidueChange, protein: string): string {
  const [distance, deleted] = moveResidues(reference, stopless(protein).slice(end));
  const from = start + distance;
  return `${residueRange(deleted, from, from + deleted.length - 1)}del`;
}

/**
 * Moves residues to their last possible place, within Ensembl's limits: the distance is at most the number of following
 * residues minus that of the moved ones, plus 1; and 0 if only one residue follows.
 */
function moveResidues(residues: string, following: string): [distance: number, moved: string] {
  const steps = following.length > 1 ? following.length - residues.length + 1 : 0;
  return moveAlong(residues, following.slice(0, Math.max(0, steps)));
}

/**
 * A frameshift from the first residue that differs; a new stop right there is a substitution. The distance is that to
 * the first stop of the whole new protein.
 *
 * @param lostUpTo last changed residue of a protein that loses its start; else null
 */
function frameshift(protein: string, resulting: string, first: number, lostUpTo: number | null): string | null {
  const reference = protein.endsWith('*') ? protein : `${protein}*`;
  let at = first;
  while (at <= resulting.length && reference[at - 1] === resulting[at - 1]) {
    if (reference[at - 1] === '*') return `Ter${at}=`;
    at++;
  }
  const residue = reference[at - 1];
  if (residue === undefined) return null;
  if (lostUpTo !== null) return unknown(residue, at, lostUpTo);
  const other = resulting[at - 1];
  // Ensembl then names the last equal residue at the place after it.
  const same = at > first ? letters(resulting.charAt(at - 2)) : '';
  if (other === undefined) return same ? `${same}${at}${same}fsTer?` : `${letters(residue)}${at}del`;
  if (letters(other) === 'Ter') return `${letters(residue)}${at}Ter`;
  // Ensembl does not count from the first residue.
  const distance = at === 1 ? 0 : resulting.indexOf('*') + 2 - at;
  return `${letters(residue)}${at}${letters(other)}fsTer${distance > 0 ? distance : '?'}`;
}

/** Number of residues of the new protein beyond the old one; null if it is unknown or 0. */
function residuesBeyond(protein: string, resulting: string): number | null {
  const beyond = resulting.indexOf('*') - stopless(protein).length;
  return beyond > 0 ? beyond : null;
}

/** 'Asp22' or 'Asp22_Glu24'. */
function residueRange(residues: string, start: number, end: number): string {
  if (start === end) return `${letters(residues)}${start}`;
  return `${letters(at(residues, 0))}${start}_${letters(last(residues))}${end}`;
}

function letters(residues: string): string {
  return threeLetters(residues.replaceAll('X', '*'));
}

function stopless(protein: string): string {
  return protein.endsWith('*') ? protein.slice(0, -1) : protein;
}

function upToStop(residues: string): string {
  return residues.replace(/([*X]).*$/, '$1');
}
