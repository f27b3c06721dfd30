/**
 * The record of the table `variant-genotypes`: which sample has which genotype.
 *
 *   varint n | n bytes of JSON: for each group [submission, genotypes, samples] (GenotypeGroup)
 *   for each group: varint commonest | its codes
 *
 * `commonest` is the number of the genotype that most samples have, and codes are a list of the others: varint how many, then for each
 * varint gap x (genotypes - 1) + number of its genotype among those that are not the commonest; a gap is the samples between this one and
 * the one listed before. Where four genotypes or fewer make it shorter, `commonest` is the number of genotypes instead, and codes are two
 * bits a sample, the lowest of a byte first.
 */
import { joinBytes } from '../index/block.ts';
import { FieldReader, sized, varints } from '../index/fields.ts';
import { StoreError } from '../store/store.ts';
import type { GenotypeGroup } from './variant-details.ts';

type Head = [submission: number | null, genotypes: string[], samples: number[]][];

const [BITS, PER_BYTE, MOST_IN_BITS] = [2, 4, 4];

export function encodeGenotypeGroups(groups: readonly GenotypeGroup[]): Uint8Array {
  const head: Head = groups.map(({ submission, genotypes, samples }) => [submission, genotypes, samples]);
  return joinBytes([...sized(JSON.stringify(head)), ...groups.map(codesOf)]);
}

/** @param record undefined where a variant has none. Throws StoreError for one that ends too early. */
export function decodeGenotypeGroups(record: Uint8Array | undefined): GenotypeGroup[] {
  if (!record) return [];
  const fields = new FieldReader(record);
  const head = JSON.parse(fields.text()) as Head;
  return head.map(([submission, genotypes, samples]) => {
    const count = samples.reduce((sum, value, at) => (at % 2 === 1 ? sum + value : sum), 0);
    return { submission, genotypes, codes: readCodes(fields, genotypes.length, count), samples };
  });
}

function codesOf({ genotypes, codes }: GenotypeGroup): Uint8Array {
  const counts = new Uint32Array(genotypes.length);
  for (let at = 0; at < codes.length; at++) counts[codes[at]!]!++;
  const commonest = Math.max(0, counts.indexOf(Math.max(...counts)));
  const packedLength = Math.ceil(codes.length / PER_BYTE);
  const rest = codes.length - (counts[commonest] ?? 0);
  if (genotypes.length <= MOST_IN_BITS && rest > packedLength) return packed(codes, genotypes.length);
  const list = listed(codes, commonest, genotypes.length - 1, rest);
  return genotypes.length <= MOST_IN_BITS && list.length > packedLength ? packed(codes, genotypes.length) : list;
}

function listed(codes: Uint16Array, commonest: number, others: number, count: number): Uint8Array {
  const values = [commonest, count];
  let next = 0;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]!;
    if (code === commonest) continue;
    values.push((at - next) * others + (code < commonest ? code : code - 1));
    next = at + 1;
  }
  return varints(values);
}

function packed(codes: Uint16Array, genotypes: number): Uint8Array {
  const bytes = new Uint8Array(1 + Math.ceil(codes.length / PER_BYTE));
  bytes[0] = genotypes;
  for (let at = 0; at < codes.length; at++) bytes[1 + Math.floor(at / PER_BYTE)]! |= codes[at]! << (BITS * (at % PER_BYTE));
  return bytes;
}

function readCodes(fields: FieldReader, genotypes: number, count: number): Uint16Array {
  const commonest = fields.number();
  if (commonest === genotypes) {
    const bytes = fields.bytes(Math.ceil(count / PER_BYTE));
    return Uint16Array.from({ length: count }, (_, at) => (bytes[Math.floor(at / PER_BYTE)]! >> (BITS * (at % PER_BYTE))) & (MOST_IN_BITS - 1));
  }
  const codes = new Uint16Array(count).fill(commonest);
  let next = 0;
  for (let left = fields.number(); left > 0; left--) {
    const value = fields.number();
    const code = value % (genotypes - 1);
    const at = next + Math.floor(value / (genotypes - 1));
    if (!(at < count)) throw new StoreError('a record of genotypes tells of more samples than it has');
    codes[at] = code < commonest ? code : code + 1;
    next = at + 1;
  }
  return codes;
}
