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
import { listDetails, sumOf, type Digits, type FrequencyGroup, type GroupedDetails } from './frequency-groups.ts';
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

export function encodeGroups(details: GroupedDetails): Uint8Array {
  writeGroups(details);
  return writer.record();
}

/** The same for who copies it: good until the next details are encoded. */
export function lendEncodedGroups(details: GroupedDetails): Uint8Array {
  writeGroups(details);
  return writer.lentRecord();
}

function writeGroups(details: GroupedDetails): void {
  const groups = details.genotypes.length > 0 ? [...details.alleles, ...details.genotypes] : details.alleles;
  writer.bytes(shapeOf(details));
  const names: string[] = [];
  for (const { names: listed } of groups) {
    writer.number(listed.length);
    for (let each = 0; each < listed.length; each++) writer.number(numberOf(names, listed[each]!));
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

/** Groups of no submission, as one follows another, and what their JSON is: most variants have the same. */
interface Step {
  population: string | null;
  digits: Digits;
  isGenotype: boolean;
  next: Step[];
  /** Of details that end here, as `sized`. */
  shape: Uint8Array | null;
}

const start = (): Step => ({ population: null, digits: 0, isGenotype: false, next: [], shape: null });
let [first, steps] = [start(), 0];
const STEPS_KEPT = 10_000;

/** As `sized`. */
function shapeOf(details: GroupedDetails): Uint8Array {
  const { alleles, genotypes, chips, phenotypes } = details;
  if (chips.length > 0 || phenotypes.length > 0 || alleles.some(isSubmitted) || genotypes.some(isSubmitted)) return joinBytes(sized(jsonOf(details)));
  if (steps > STEPS_KEPT) [first, steps] = [start(), 0];
  let step = first;
  for (let each = 0; each < alleles.length; each++) step = stepTo(step, alleles[each]!, false);
  for (let each = 0; each < genotypes.length; each++) step = stepTo(step, genotypes[each]!, true);
  return (step.shape ??= joinBytes(sized(jsonOf(details))));
}

function isSubmitted({ submission }: FrequencyGroup): boolean {
  return submission !== null;
}

function stepTo({ next }: Step, { population, digits }: FrequencyGroup, isGenotype: boolean): Step {
  for (let each = 0; each < next.length; each++) {
    const step = next[each]!;
    if (step.population === population && step.digits === digits && step.isGenotype === isGenotype) return step;
  }
  steps++;
  const step: Step = { population, digits, isGenotype, next: [], shape: null };
  next.push(step);
  return step;
}

function jsonOf({ alleles, genotypes, chips, phenotypes }: GroupedDetails): string {
  return JSON.stringify([alleles.map(headOf), genotypes.map(headOf), chips, phenotypes] satisfies Shape);
}

function headOf({ population, submission, digits }: FrequencyGroup): Head {
  return [population, submission, digits];
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
