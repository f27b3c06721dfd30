/**
 * A line of a VCF file with genotypes, for haplotypes: its alleles, and the genotypes that a genotype matrix cannot
 * represent. The record is
 *
 *   varint flags | varint 1 + position in the matrix - start of the line | ID, if flag 2 | alleles, with commas |
 *     genotypes, if flag 4 (genotypes-record.ts)
 *
 * Flags: 1 the matrix has the line, 2 the column ID differs from the name in the matrix, 4 the record has all
 * genotypes, because the matrix lacks some or is inexact. Texts are varint bytes and UTF-8.
 */
import { at } from '../checked.ts';
import { FieldReader, FieldWriter } from '../index/blocks/fields.ts';
import { decodeGenotypeGroups, encodeListedGenotypes, type ListedGenotypes } from './genotypes-record.ts';
import type { GenotypeGroup } from './variant-details.ts';

const FLAGS = { inMatrix: 1, id: 2, calls: 4 } as const;

interface LineHead {
  /** The column ID; null if it is the name of the line in the matrix. */
  id: string | null;
  /** Reference first. */
  alleles: readonly string[];
  /** Position in the matrix minus Ensembl's start of the line: -1, 0 or 1. */
  fromMatrix: number;
  inMatrix: boolean;
}

/** `calls`: genotypes as the file spells them ('0|1', '.', '0/1/1'), by sample; null if the matrix has all. */
export interface GenotypedLine extends LineHead {
  calls: GenotypeGroup | null;
}

const writer = new FieldWriter();

export function encodeLine({
  id,
  alleles,
  fromMatrix,
  inMatrix,
  calls,
}: LineHead & { calls: ListedGenotypes | null }): Uint8Array {
  const encoded = calls && encodeListedGenotypes([calls]);
  writer.number((inMatrix ? FLAGS.inMatrix : 0) + (id === null ? 0 : FLAGS.id) + (encoded ? FLAGS.calls : 0));
  writer.number(fromMatrix + 1);
  if (id !== null) writer.text(id);
  writer.text(alleles.join(','));
  if (encoded) writer.bytes(encoded);
  return writer.record();
}

/** Throws StoreError for a record that ends too early. */
export function decodeLine(record: Uint8Array): GenotypedLine {
  const fields = new FieldReader(record);
  const flags = fields.number();
  const fromMatrix = fields.number() - 1;
  const id = flags & FLAGS.id ? fields.text() : null;
  const alleles = fields.text().split(',');
  const calls = flags & FLAGS.calls ? at(decodeGenotypeGroups(fields.rest()), 0) : null;
  return { id, alleles, fromMatrix, inMatrix: (flags & FLAGS.inMatrix) !== 0, calls };
}
