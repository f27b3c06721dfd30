/**
 * The record of the table `variant-genotypes`: the genotypes of samples.
 *
 *   varint n | n bytes of JSON: for each group [submission, genotypes, samples] (GenotypeGroup)
 *   for each group: varint commonest | its codes
 *
 * `commonest` is the number of the genotype that most samples have, and the codes list the other samples: varint number
 * of them, then for each varint gap x (genotypes - 1) + number of its genotype, not counting the commonest. A gap is
 * the number of samples between this one and the one listed before. If there are at most four genotypes and it is
 * shorter, `commonest` is the number of genotypes instead, and codes are two bits a sample, lowest bits first.
 */
import { FieldReader, FieldWriter } from '../index/blocks/fields.ts';
import { LONGEST_VARINT, writeVarint } from '../index/blocks/integers.ts';
import { DamagedRecord, storedJson } from '../index/blocks/damaged-record.ts';
import type { GenotypeGroup } from './variant-details.ts';

type Head = [submission: number | null, genotypes: string[], samples: number[]][];

const [BITS, PER_BYTE, MAX_IN_BITS] = [2, 4, 4];
/** More samples than any genome has. A list may claim any number of them, so a larger number means damage. */
const MAX_SAMPLES = 1 << 24;
/** A byte of four samples with the genotype of number 1. */
const ONES = 0b01010101;

const writer = new FieldWriter();

export function encodeGenotypeGroups(groups: readonly GenotypeGroup[]): Uint8Array {
  return encodeListedGenotypes(groups.map(listGenotypes));
}

export function encodeListedGenotypes(groups: readonly ListedGenotypes[]): Uint8Array {
  const head: Head = groups.map(({ submission, genotypes, samples }) => [submission, genotypes, samples]);
  writer.text(JSON.stringify(head));
  for (const group of groups) writer.bytes(codesOf(group));
  return writer.record();
}

/** @param record undefined for a variant without one. Throws DamagedRecord for a damaged record. */
export function decodeGenotypeGroups(record: Uint8Array | undefined): GenotypeGroup[] {
  if (!record) return [];
  const fields = new FieldReader(record);
  const head = storedJson<Head>(fields.text());
  return head.map(([submission, genotypes, samples]) => {
    const count = samples.reduce((sum, value, at) => (at % 2 === 1 ? sum + value : sum), 0);
    return { submission, genotypes, codes: readCodes(fields, genotypes.length, count), samples };
  });
}

function codesOf(group: ListedGenotypes): Uint8Array {
  const packedLength = Math.ceil(group.count / PER_BYTE);
  const mayPack = group.genotypes.length <= MAX_IN_BITS;
  if (mayPack && group.listed > packedLength) return packed(group);
  const list = listed(group);
  return mayPack && list.length > packedLength ? packed(group) : list;
}

/** Buffer for lists; grows to the longest. */
let room = new Uint8Array(0);

function listed({ genotypes, common, places, codes, listed: count }: ListedGenotypes): Uint8Array {
  if (room.length < LONGEST_VARINT * (count + 2)) room = new Uint8Array(2 * LONGEST_VARINT * (count + 2));
  const others = genotypes.length - 1;
  let at = writeVarint(room, writeVarint(room, 0, common), count);
  let next = 0;
  for (let each = 0; each < count; each++) {
    const [place, code] = [places[each]!, codes[each]!];
    const value = (place - next) * others + (code < common ? code : code - 1);
    if (value < 0x80) room[at++] = value;
    else at = writeVarint(room, at, value);
    next = place + 1;
  }
  return room.subarray(0, at);
}

function packed({ genotypes, count, common, places, codes, listed }: ListedGenotypes): Uint8Array {
  const bytes = new Uint8Array(1 + Math.ceil(count / PER_BYTE)).fill(common * ONES);
  bytes[0] = genotypes.length;
  if (count % PER_BYTE > 0) bytes[bytes.length - 1]! &= (1 << (BITS * (count % PER_BYTE))) - 1;
  for (let each = 0; each < listed; each++)
    bytes[1 + Math.floor(places[each]! / PER_BYTE)]! ^= (codes[each]! ^ common) << (BITS * (places[each]! % PER_BYTE));
  return bytes;
}

function readCodes(fields: FieldReader, genotypes: number, count: number): Uint16Array {
  const commonest = fields.number();
  if (commonest === genotypes) {
    const bytes = fields.bytes(Math.ceil(count / PER_BYTE));
    return Uint16Array.from(
      { length: count },
      (_, at) => (bytes[Math.floor(at / PER_BYTE)]! >> (BITS * (at % PER_BYTE))) & (MAX_IN_BITS - 1),
    );
  }
  if (!(commonest < genotypes && count <= MAX_SAMPLES))
    throw new DamagedRecord(
      `a record of genotypes has ${count} samples, of which most have number ${commonest} of ${genotypes} genotypes`,
    );
  const codes = new Uint16Array(count).fill(commonest);
  let next = 0;
  for (let left = fields.number(); left > 0; left--) {
    const value = fields.number();
    const code = value % (genotypes - 1);
    const at = next + Math.floor(value / (genotypes - 1));
    if (!(at < count)) throw new DamagedRecord(`a record of genotypes lists a sample beyond its ${count} samples`);
    codes[at] = code < commonest ? code : code + 1;
    next = at + 1;
  }
  return codes;
}

/**
 * A sparse form of a group of genotypes, for counting and storing: the commonest genotype, and a list of the samples
 * that have another.
 */
export interface ListedGenotypes extends Pick<GenotypeGroup, 'submission' | 'genotypes' | 'samples'> {
  /** Number of samples. */
  count: number;
  /** Index in `genotypes` of the commonest genotype; the first of several. */
  common: number;
  /** Indexes in the group of the samples with another genotype, ascending; only the first `listed` are valid. */
  places: Uint32Array;
  /** Index in `genotypes` for each of these samples. */
  codes: Uint32Array;
  listed: number;
}

export function listGenotypes({ submission, genotypes, samples, codes: all }: GenotypeGroup): ListedGenotypes {
  const counts = new Uint32Array(genotypes.length);
  for (let place = 0; place < all.length; place++) counts[all[place]!]!++;
  const common = Math.max(0, counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0)));
  const rest = all.length - (counts[common] ?? 0);
  const [places, codes] = [new Uint32Array(rest), new Uint32Array(rest)];
  let listed = 0;
  for (let place = 0; listed < rest; place++) {
    if (all[place] === common) continue;
    places[listed] = place;
    codes[listed++] = all[place]!;
  }
  return { submission, genotypes, samples, count: all.length, common, places, codes, listed };
}
