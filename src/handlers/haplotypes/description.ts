/** How answers describe haplotypes: differences from the reference, counts, frequencies, flags. */
import { at } from '../../checked.ts';
import { reverseComplementOf } from '../../genome/bases.ts';
import type { Prediction, Tool } from '../../effects/protein-predictions.ts';
import type { TranscriptVariationRecord } from '../../variants/transcript-variation.ts';
import { align, cellsOf, differencesOf, nameOf, padded, type Alignment, type Difference } from './alignment.ts';
import type { PopulationMembers } from '../../release/genotypes.ts';
import type { Haplotype, Haplotypes, ReferenceTranscript } from './container.ts';
import type { Feature } from './genotyped-variants.ts';
import type { SampleGroups } from './sample-groups.ts';

/** Parts of the answer that a request may ask for. */
export interface HaplotypeParts {
  sequence: boolean;
  aligned_sequences: boolean;
  samples: boolean;
}

interface CollectionMembers extends PopulationMembers {
  /** Number of the collection's first sample. */
  first: number;
  /** Number of the collection's samples. */
  count: number;
}

export interface SampleList {
  /** By number; empty unless the answer lists samples. */
  names: readonly string[];
  /** A population may have samples in several collections. */
  populations: readonly CollectionMembers[];
}

/** The key of all samples. */
const ALL = '_all';

/** A haplotype with its differences from the reference. */
export interface ComparedHaplotype {
  haplotype: Haplotype;
  alignment: Alignment;
  differences: Difference[];
}

/** Cells of alignment tables that comparing the haplotypes fills. */
export function alignmentWork({ cds, proteins }: Haplotypes, transcript: ReferenceTranscript): number {
  return [...cds, ...proteins]
    .filter(({ hasIndel }) => hasIndel)
    .reduce((sum, { sequence, type }) => sum + cellsOf(transcript[type], sequence), 0);
}

export function compare(haplotype: Haplotype, transcript: ReferenceTranscript): ComparedHaplotype {
  const reference = transcript[haplotype.type];
  const alignment = (haplotype.hasIndel ? align : padded)(reference, haplotype.sequence);
  return { haplotype, alignment, differences: differencesOf(alignment) };
}

/** A difference of one residue, for which there may be a prediction. */
export interface Residue {
  position: number;
  alternative: string;
}

/** For each difference of a protein: the change of one residue, as long as no change of length comes before it. */
export function residuesOf({ differences }: ComparedHaplotype, length: number): (Residue | null)[] {
  let isShifted = false;
  return differences.map((difference) => {
    const { position, reference, other } = difference;
    if (!isShifted && reference.length === 1 && /^[A-Z]$/.test(other))
      return position <= length ? { position, alternative: other } : null;
    if (/ins|del/.test(nameOf(difference))) isShifted = true;
    return null;
  });
}

type Predictions = Partial<Record<Tool, Prediction>>;

/** Everything that descriptions of the haplotypes of a transcript share. */
export class Descriptions {
  readonly #transcript: ReferenceTranscript;
  readonly #names: Record<Haplotype['type'], string>;
  readonly #samples: SampleList;
  readonly #parts: HaplotypeParts;
  readonly #haplotypes: Haplotypes;
  /** For each population, its samples in each group. */
  readonly #sizes: ReadonlyMap<string, Uint32Array>;
  readonly #populationTotals: Record<string, number>;
  readonly #featureIds: ReadonlyMap<string, number>;
  readonly #effects: ReadonlyMap<string, TranscriptVariationRecord>;
  readonly #byDifference = new Map<string, Feature>();

  constructor(
    transcript: ReferenceTranscript,
    names: Record<Haplotype['type'], string>,
    haplotypes: Haplotypes,
    features: readonly Feature[],
    effects: readonly TranscriptVariationRecord[],
    samples: SampleList,
    parts: HaplotypeParts,
  ) {
    this.#transcript = transcript;
    this.#names = names;
    this.#samples = samples;
    this.#parts = parts;
    this.#haplotypes = haplotypes;
    this.#sizes = sizesByPopulation(samples.populations, haplotypes);
    this.#populationTotals = this.#byPopulation(haplotypes.groups.map(({ ploidy }, group) => [group, ploidy]));
    this.#effects = new Map(effects.map((effect) => [keyOf(effect), effect]));
    this.#featureIds = new Map(effects.map((effect) => [keyOf(effect), effect.feature]));
    for (const feature of features) this.#nameDifferences(feature);
  }

  get populationTotals(): Record<string, number> {
    return this.#populationTotals;
  }

  /** @param predictions one for each difference of a protein */
  describe(compared: ComparedHaplotype, predictions: readonly Predictions[]): object {
    const { haplotype, alignment, differences } = compared;
    const { type, hex, count, copies } = haplotype;
    const counts = this.#byPopulation([...copies]);
    const names = differences.map(nameOf);
    const isProtein = type === 'protein';
    return {
      type,
      name: `${this.#names[type]}:${names.join(',') || 'REF'}`,
      hex,
      other_hexes: Object.fromEntries([...haplotype.otherHexes].map((other) => [other, 1])),
      has_indel: haplotype.hasIndel ? 1 : 0,
      count,
      frequency: count / this.#haplotypes.total,
      population_counts: counts,
      population_frequencies: Object.fromEntries(
        Object.entries(counts).map(([population, its]) => [
          population,
          its / (this.#populationTotals[population] ?? NaN),
        ]),
      ),
      diffs: names.map((diff, each) => ({
        diff,
        ...(isProtein ? predictionKeys(predictions[each] ?? {}) : this.#variantKeys(diff)),
      })),
      contributing_variants: this.#contributing(haplotype),
      ...(isProtein ? { flags: flagsOf(haplotype, names, predictions) } : {}),
      ...(this.#parts.sequence ? { seq: haplotype.sequence } : {}),
      ...(this.#parts.aligned_sequences ? { aligned_sequences: alignment } : {}),
      ...(this.#parts.samples ? { samples: this.#copiesBySample(copies) } : {}),
    };
  }

  /**
   * Haplotypes in all samples and in each population that has any, in the order of the collections' populations.
   *
   * @param copies of each sample of some groups
   */
  #byPopulation(copies: readonly (readonly [group: number, copies: number])[]): Record<string, number> {
    const { groups } = this.#haplotypes;
    const counts = new Map([[ALL, 0]]);
    for (const [population, sizes] of this.#sizes) {
      let count = 0;
      for (const [group, each] of copies) count += each * at(sizes, group);
      if (count > 0) counts.set(population, count);
    }
    // Last: a population could have this name.
    counts.set(
      ALL,
      copies.reduce((sum, [group, each]) => sum + each * at(groups, group).size, 0),
    );
    return Object.fromEntries(counts);
  }

  /** By name, in the order of the samples. */
  #copiesBySample(copies: ReadonlyMap<number, number>): Record<string, number> {
    const found: [name: string, copies: number][] = [];
    this.#haplotypes.groupOf.forEach((group, sample) => {
      const its = copies.get(group);
      if (its !== undefined) found.push([at(this.#samples.names, sample), its]);
    });
    return Object.fromEntries(found);
  }

  /** The names of the differences that each alternative allele of a feature makes. */
  #nameDifferences(feature: Feature): void {
    const place = this.#transcript.placeOf(feature);
    if (!place) return;
    const turn = (allele: string) =>
      feature.record.strand === this.#transcript.strand || allele === '-' ? allele : reverseComplementOf(allele);
    const [reference = '', ...alternatives] = feature.alleles.map(turn);
    for (const alternative of alternatives) {
      const change =
        reference === '-'
          ? `ins${alternative}`
          : alternative === '-'
            ? `del${reference}`
            : `${reference}>${alternative}`;
      this.#byDifference.set(`${place.start}${change}`, feature);
    }
  }

  #variantKeys(diff: string): object {
    const feature = this.#byDifference.get(diff);
    if (!feature) return {};
    const id = this.#featureIds.get(keyOfFeature(feature));
    return { variation_feature: feature.record.name, ...(id === undefined ? {} : { variation_feature_id: id }) };
  }

  /** Names of the variants in the order of the transcript; of a protein, those that change it. */
  #contributing({ type, contributing }: Haplotype): string[] {
    const { strand } = this.#transcript;
    return [...contributing.values()]
      .filter(({ feature, allele }) => type === 'cds' || this.#changesProtein(feature, allele))
      .map(({ feature }) => feature)
      .sort((a, b) => strand * (a.start - b.start))
      .map(({ record }) => record.name);
  }

  /** By the terms that the database has for the allele on this transcript. @param allele on the transcript's strand */
  #changesProtein(feature: Feature, allele: string): boolean {
    const effect = this.#effects.get(keyOfFeature(feature));
    return (effect?.rows ?? []).some(({ alleles, consequences }) => {
      const alternative = alleles.split('/')[1] ?? '';
      const turned =
        feature.record.strand === this.#transcript.strand || alternative === '-'
          ? alternative
          : reverseComplementOf(alternative);
      return turned === allele && consequences.some((term) => /stop|missense|frameshift|inframe|initiator/.test(term));
    });
  }
}

/** For each population, the number of its samples in each group. */
function sizesByPopulation(
  populations: readonly CollectionMembers[],
  { groups, groupOf }: SampleGroups,
): ReadonlyMap<string, Uint32Array> {
  const found = new Map<string, Uint32Array>();
  for (const { name, members, first, count } of populations) {
    let sizes = found.get(name);
    if (!sizes) found.set(name, (sizes = new Uint32Array(groups.length)));
    for (let byte = 0; byte < members.length; byte++)
      for (let bits = at(members, byte), sample = 8 * byte; bits !== 0 && sample < count; bits >>>= 1, sample++)
        if (bits & 1) sizes[at(groupOf, first + sample)]! += 1;
  }
  return found;
}

function keyOf({ name, start, end, alleleString }: TranscriptVariationRecord): string {
  return [name, start, end, alleleString].join(' ');
}

function keyOfFeature({ record, start, end }: Feature): string {
  return [record.name, start, end, record.alleles].join(' ');
}

function predictionKeys(predictions: Predictions): object {
  return Object.fromEntries(
    Object.entries(predictions).flatMap(([tool, { prediction, score }]) => [
      [`${tool}_score`, score],
      [`${tool}_prediction`, spelled(prediction)],
    ]),
  );
}

/** As the database spells a class: 'probably damaging', 'tolerated - low confidence'. */
function spelled(prediction: string): string {
  return prediction.replace('_low_confidence', ' - low confidence').replaceAll('_', ' ');
}

function flagsOf({ hasIndel }: Haplotype, names: readonly string[], predictions: readonly Predictions[]): string[] {
  const isDeleterious = predictions.some(
    ({ sift, polyphen }) => sift?.prediction === 'deleterious' || polyphen?.prediction === 'probably_damaging',
  );
  return [
    ...(isDeleterious ? ['deleterious_sift_or_polyphen'] : []),
    ...(names.some((name) => name.includes('*')) ? ['stop_change'] : []),
    ...(hasIndel ? ['indel'] : []),
  ];
}
