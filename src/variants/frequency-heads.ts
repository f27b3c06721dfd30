/**
 * What a record of details begins with, and has like most others: of which populations its groups are.
 *
 *   varint n | n bytes: varint number of populations, for each: varint letters (UTF-16) that its name shares with the one before | varint bytes | what follows, UTF-8;
 *     varint groups of alleles, varint groups of genotypes, for each group: varint number of its population from 1 on, 0 for none | varint submission + 1, 0 for none |
 *     varint place of its digits in DIGITS | varint usual sum + 1, 0 for none | varint number of groups behind it that it may be the sum of
 *   varint n | n bytes of JSON: [chips, phenotypes], or nothing where there are none
 */
import { FieldReader, FieldWriter } from '../index/fields.ts';
import type { PhenotypeRecord } from '../genome/phenotype-record.ts';
import { FEW, MANY, type FrequencyGroup } from './frequency-groups.ts';
import { named } from './record-shapes.ts';

const DIGITS = [0, FEW, MANY] as const;

export type FrequencyHead = Pick<FrequencyGroup, 'population' | 'submission' | 'digits' | 'usual' | 'pooled'>;

const writer = new FieldWriter();

/** Without what follows of chips and phenotypes. */
export function encodeHeads(alleles: readonly FrequencyGroup[], genotypes: readonly FrequencyGroup[]): Uint8Array {
  const groups = [...alleles, ...genotypes];
  const populations = [...new Set(groups.map(({ population }) => population).filter((name) => name !== null))];
  writer.number(populations.length);
  for (const [each, name] of populations.entries()) {
    const shared = sharedLength(populations[each - 1] ?? '', name);
    writer.number(shared).text(name.slice(shared));
  }
  writer.number(alleles.length).number(genotypes.length);
  for (const { population, submission, digits, usual, pooled } of groups) {
    writer.number(population === null ? 0 : populations.indexOf(population) + 1).number(submission === null ? 0 : submission + 1);
    writer.number(DIGITS.indexOf(digits)).number(usual === undefined ? 0 : usual + 1).number(pooled ?? 0);
  }
  const heads = writer.record();
  return writer.number(heads.length).bytes(heads).record();
}

export function decodeHeads(fields: FieldReader): { alleles: FrequencyHead[]; genotypes: FrequencyHead[]; chips: string[]; phenotypes: PhenotypeRecord[] } {
  const heads = new FieldReader(fields.bytes(fields.number()));
  let name = '';
  const populations = heads.list(() => (name = name.slice(0, heads.number()) + heads.text()));
  const [alleles, genotypes] = [heads.number(), heads.number()];
  const read = (count: number) => heads.several(count, (): FrequencyHead => {
    const [population, submission, digits, usual, pooled] = [heads.number(), heads.number(), heads.number(), heads.number(), heads.number()];
    return {
      population: population === 0 ? null : named(populations, population - 1), submission: submission === 0 ? null : submission - 1, digits: DIGITS[digits] ?? 0,
      usual: usual === 0 ? undefined : usual - 1, pooled: pooled === 0 ? undefined : pooled,
    };
  });
  const groups = { alleles: read(alleles), genotypes: read(genotypes) };
  const rest = fields.text();
  const [chips, phenotypes] = rest === '' ? [[], []] : JSON.parse(rest) as [string[], PhenotypeRecord[]];
  return { ...groups, chips, phenotypes };
}

/** Letters that both begin with; not half of one of two units. */
function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length++;
  const last = length > 0 ? one.charCodeAt(length - 1) : 0;
  return last >= 0xd800 && last < 0xdc00 ? length - 1 : length;
}
