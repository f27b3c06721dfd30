/**
 * Predictions of what a substitution does to a protein (SIFT, PolyPhen), by the MD5 of the peptide.
 *
 * Value of `protein-predictions` under `predictionKey(md5, chunk)`: predictions of RESIDUES residues, for each tool
 *
 *   tool (1 byte: 0 SIFT, 1 PolyPhen with HumVar) | varint bytes | 20 numbers of 2 bytes, the lowest first, a residue
 *
 * as Ensembl's matrices have them: one for each residue that may take its place, in the order of ALTERNATIVES. The two
 * highest bits are the class, the ten lowest the score in thousandths; 0xFFFF is none.
 */
import { FieldReader, FieldWriter } from '../index/blocks/fields.ts';

/** Residues of one record: a lookup decodes some kilobytes, not the matrix of a protein. */
export const RESIDUES = 64;
export const ROW_BYTES = 40;
const ALTERNATIVES = 'ACDEFGHIKLMNPQRSTVWY';
const NONE = 0xffff;

const TOOLS = ['sift', 'polyphen'] as const;
export type Tool = (typeof TOOLS)[number];

const CLASSES: Record<Tool, readonly string[]> = {
  sift: ['tolerated', 'deleterious', 'tolerated_low_confidence', 'deleterious_low_confidence'],
  polyphen: ['probably_damaging', 'possibly_damaging', 'benign', 'unknown'],
};

export interface Prediction {
  /** Class, with underscores for blanks. */
  prediction: string;
  /** 0 to 1. */
  score: number;
}

/** @param chunk index of RESIDUES residues, from 0 */
export function predictionKey(md5: string, chunk: number): string {
  return `${md5}/${String(chunk).padStart(4, '0')}`;
}

/** The record of the residues of one chunk. @param rows of each tool, ROW_BYTES a residue */
export function encodePredictions(rows: Partial<Record<Tool, Uint8Array>>): Uint8Array {
  const fields = new FieldWriter();
  for (const [number, tool] of TOOLS.entries()) {
    const bytes = rows[tool];
    if (bytes && bytes.length > 0) fields.fixed(number, 1).number(bytes.length).bytes(bytes);
  }
  return fields.record();
}

/**
 * The predictions of one substitution.
 * @param position of the residue in the peptide, from 1
 * @param alternative one-letter code
 */
export function decodePrediction(
  record: Uint8Array,
  position: number,
  alternative: string,
): Partial<Record<Tool, Prediction>> {
  const column = ALTERNATIVES.indexOf(alternative);
  const found: Partial<Record<Tool, Prediction>> = {};
  const fields = new FieldReader(record);
  while (fields.at < record.length) {
    const tool = TOOLS[fields.fixed(1)];
    const rows = fields.bytes(fields.number());
    const at = ((position - 1) % RESIDUES) * ROW_BYTES + 2 * column;
    const [low, high] = [rows[at], rows[at + 1]];
    if (!tool || column < 0 || low === undefined || high === undefined) continue;
    const value = low | (high << 8);
    if (value !== NONE) found[tool] = { prediction: CLASSES[tool][value >> 14] ?? '', score: (value & 0x3ff) / 1000 };
  }
  return found;
}
