/**
 * The record of the table `variant-details`: what most variants of a genome have alike comes first and together, so that deflate
 * takes it for a copy of the record before; then what is the variant's own, as numbers.
 *
 *   varint n | n bytes of JSON: [groups of alleles, groups of genotypes, chips, phenotypes]
 *   for each group: varint number of frequencies | for each of these varint number of its name
 *   for each counted group: varint sum of its counts
 *   varint number of names | for each: varint bytes, UTF-8
 *   for each group: of a counted one varint count of each but the first, which has the rest of the sum;
 *                   of another for each: varint count + 1, or 0 for none | varint bytes | frequency as JavaScript writes it
 *
 * A group is frequencies that stand together and are of one population and submission: [population, submission, digits]. In a counted
 * one every frequency is its count's share of the sum, at so many digits; one of 0 digits says its frequencies.
 */
import { joinBytes } from '../index/block.ts';
import { FieldReader, FieldWriter, sized } from '../index/fields.ts';
import { FEW, listDetails, MANY, sumOf, type Digits, type FrequencyGroup, type GroupedDetails } from './frequency-groups.ts';
import type { PhenotypeRecord } from '../genome/phenotype-record.ts';
import type { VariantDetails } from './variant-details.ts';

type Head = [population: string | null, submission: number | null, digits: Digits];
type Shape = [alleles: Head[], genotypes: Head[], chips: string[], phenotypes: PhenotypeRecord[]];

const NO_DETAILS: VariantDetails = { alleles: [], genotypes: [], chips: [], phenotypes: [] };

/** @param record undefined where a variant has none. Throws StoreError for one that ends too early. */
export function decodeDetails(record: Uint8Array | undefined): VariantDetails {
  return record ? listDetails(decodeGroups(record)) : NO_DETAILS;
}

const writer = new FieldWriter();

export function encodeGroups({ alleles, genotypes, chips, phenotypes }: GroupedDetails): Uint8Array {
  const groups = genotypes.length > 0 ? [...alleles, ...genotypes] : alleles;
  writer.bytes(shapeOf(`[[${alleles.map(headOf).join()}],[${genotypes.map(headOf).join()}],${listOf(chips)},${listOf(phenotypes)}]`));
  const names: string[] = [];
  for (const { names: listed } of groups) {
    writer.number(listed.length);
    for (const name of listed) writer.number(numberOf(names, name));
  }
  for (const { digits, counts } of groups) if (digits > 0) writer.number(sumOf(counts));
  writer.number(names.length);
  for (const name of names) writer.text(name);
  for (const { digits, counts, frequencies } of groups) {
    for (let each = digits > 0 ? 1 : 0; each < counts.length; each++) {
      if (digits > 0) writer.number(counts[each]!);
      else writer.number(counts[each] === null ? 0 : counts[each]! + 1).text(String(frequencies![each]));
    }
  }
  return writer.record();
}

/** Throws StoreError for a record that ends too early. */
export function decodeGroups(record: Uint8Array): GroupedDetails {
  const fields = new FieldReader(record);
  const [alleleHeads, genotypeHeads, chips, phenotypes] = JSON.parse(fields.text()) as Shape;
  const heads = [...alleleHeads, ...genotypeHeads];
  const members = heads.map(() => fields.list(() => fields.number()));
  const sums = heads.map(([, , digits]) => (digits > 0 ? fields.number() : 0));
  const names = fields.list(() => fields.text());
  const groups = heads.map(([population, submission, digits], each): FrequencyGroup => {
    const group = { population, submission, digits, names: members[each]!.map((name) => names[name]!) };
    if (digits === 0) {
      const frequencies = members[each]!.map(() => told(fields));
      return { ...group, counts: frequencies.map(([count]) => count), frequencies: frequencies.map(([, frequency]) => frequency) };
    }
    const counts = members[each]!.map((_, at) => (at === 0 ? 0 : fields.number()));
    counts[0] = sums[each]! - sumOf(counts);
    return { ...group, counts };
  });
  return { alleles: groups.slice(0, alleleHeads.length), genotypes: groups.slice(alleleHeads.length), chips, phenotypes };
}

/** As `sized`; kept, since most variants have that of others. */
const shapes = new Map<string, Uint8Array>();
const SHAPES_KEPT = 1000;

function shapeOf(json: string): Uint8Array {
  let shape = shapes.get(json);
  if (!shape) {
    if (shapes.size === SHAPES_KEPT) shapes.clear();
    shapes.set(json, (shape = joinBytes(sized(json))));
  }
  return shape;
}

function listOf(list: readonly unknown[]): string {
  return list.length === 0 ? '[]' : JSON.stringify(list);
}

/** JSON of what stands ahead of populations that have no submission: they come with every variant. */
const heads: ReadonlyMap<Digits, Map<string, string>> = new Map(([0, FEW, MANY] as const).map((digits) => [digits, new Map<string, string>()]));

function headOf({ population, submission, digits }: FrequencyGroup): string {
  if (population === null || submission !== null) return JSON.stringify([population, submission, digits] satisfies Head);
  const known = heads.get(digits)!;
  let head = known.get(population);
  if (head === undefined) known.set(population, (head = JSON.stringify([population, null, digits] satisfies Head)));
  return head;
}

/** A few are quicker looked through than put into a map. */
function numberOf(names: string[], name: string): number {
  const number = names.indexOf(name);
  return number >= 0 ? number : names.push(name) - 1;
}

/** Of a group that says its frequencies. */
function told(fields: FieldReader): [count: number | null, frequency: number] {
  const count = fields.number();
  return [count === 0 ? null : count - 1, Number(fields.text())];
}
