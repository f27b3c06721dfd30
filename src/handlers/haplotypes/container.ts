/**
 * The haplotypes of a transcript: the distinct coding sequences and proteins of all samples, with the samples of each.
 * The rules are those of Ensembl's TranscriptHaplotypeContainer:
 *
 * - Phase is ignored: the n-th allele of a genotype is on the n-th haplotype of the sample.
 * - Only variants count that map to the coding sequence as a whole. Samples without any genotyped variant have the
 *   reference, whose protein is the annotated one; all others have translated sequences, up to the first stop.
 * - A sample has as many haplotypes as alleles in its genotype of the first substitution, or two.
 */
import { at } from '../../checked.ts';
import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { reverseComplementOf } from '../../genome/bases.ts';
import { utf8 } from '../../index/blocks/bytes.ts';
import { CodonTable } from '../../genome/codon-table.ts';
import type { Feature, GenotypedVariant } from './genotyped-variants.ts';
import {
  groupSamples,
  type PlacedGenotype,
  type PlacedVariant,
  type SampleGroup,
  type SampleGroups,
} from './sample-groups.ts';

const DEFAULT_PLOIDY = 2;

type HaplotypeType = 'cds' | 'protein';

export interface Haplotype {
  type: HaplotypeType;
  sequence: string;
  hex: string;
  otherHexes: Set<string>;
  hasIndel: boolean;
  /** Copies of each sample, by number of its group. */
  copies: Map<number, number>;
  count: number;
  /** By allele on the transcript's strand, a bar and the feature's row. */
  contributing: Map<string, { feature: Feature; allele: string }>;
}

/** The transcript as haplotypes are computed on it. */
export interface ReferenceTranscript {
  strand: 1 | -1;
  codonTable: number;
  /** With an N for each missing base of the first codon. */
  cds: string;
  /** The annotated peptide, with '*' if the coding sequence ends with a stop codon. */
  protein: string;
  /** The place of a feature in the coding sequence, from 1 (start = end + 1 for an insertion); null for none. */
  placeOf(feature: Feature): { start: number; end: number } | null;
}

interface Mutated {
  cds: string;
  protein: string;
  hasIndel: boolean;
  contributing: Map<string, { feature: Feature; allele: string }>;
}

export interface Haplotypes extends SampleGroups {
  cds: Haplotype[];
  proteins: Haplotype[];
  total: number;
}

/** @param samples number of samples @param variants in the order of exons, collections and lines */
export function haplotypesOf(
  transcript: ReferenceTranscript,
  samples: number,
  variants: readonly GenotypedVariant[],
): Haplotypes {
  // The last in the coding sequence first, so that places of those to come do not move.
  const ordered = variants
    .map((variant, number) => ({ variant, number, place: transcript.placeOf(variant.feature) }))
    .sort((a, b) => (b.place?.start ?? 0) - (a.place?.start ?? 0));
  const apart = apartFromOthers(ordered.flatMap(({ place }) => place ?? []));
  const placed = ordered.map(({ variant, number, place }): PlacedVariant => {
    if (!place) return { variant, genotypes: null };
    const unchanged = apart.has(place) ? referenceAllele(transcript, variant, place) : null;
    const placedGenotypes = variant.genotypes.map((alleles) =>
      placedGenotype(variant, number, place, alleles, unchanged),
    );
    return { variant, genotypes: placedGenotypes };
  });
  const grouped = groupSamples(placed, ploidiesOf(samples, variants));
  const known = new Map<string, Mutated>();
  const found = new Collected(grouped.groups);
  for (const [group, { genotypes, ploidy }] of grouped.groups.entries()) {
    if (genotypes === null) continue;
    for (let haplotype = 0; haplotype < ploidy; haplotype++) {
      let key = '';
      for (const { marks, without } of genotypes) key += marks[haplotype] ?? without;
      let mutated = known.get(key);
      if (!mutated) known.set(key, (mutated = mutate(transcript, genotypes, haplotype)));
      if (mutated.protein !== '') found.add(group, mutated, 1);
    }
  }
  const reference: Mutated = {
    cds: transcript.cds,
    protein: transcript.protein,
    hasIndel: false,
    contributing: new Map(),
  };
  // Last, so that has_indel of a changed sequence that equals the reference is that of the change.
  for (const [group, { genotypes, ploidy }] of grouped.groups.entries())
    if (genotypes === null) found.add(group, reference, ploidy);
  const cds = found.of('cds');
  return {
    ...grouped,
    cds,
    proteins: found.of('protein'),
    total: cds.reduce((sum, { count }) => sum + count, 0),
  };
}

/** @param unchanged the allele that leaves the coding sequence as it is, whatever other variants change */
function placedGenotype(
  variant: GenotypedVariant,
  number: number,
  place: PlacedGenotype['place'],
  alleles: readonly string[],
  unchanged: string | null,
): PlacedGenotype {
  const marks = alleles.map((allele) => (allele === unchanged ? '' : `${number}${allele} `));
  return { variant, place, alleles, marks, without: `${number} ` };
}

/** Places that no other place overlaps or touches. @param places the last in the coding sequence first */
function apartFromOthers(places: readonly PlacedGenotype['place'][]): Set<PlacedGenotype['place']> {
  const apart = new Set<PlacedGenotype['place']>();
  const ascending = places.toReversed();
  let endBefore = -Infinity;
  for (const [index, place] of ascending.entries()) {
    const [first, last] = [Math.min(place.start, place.end), Math.max(place.start, place.end)];
    const next = ascending[index + 1];
    const isApart = first > endBefore + 1 && (!next || Math.min(next.start, next.end) > last + 1);
    if (isApart) apart.add(place);
    endBefore = Math.max(endBefore, last);
  }
  return apart;
}

/** The allele of a substitution that the coding sequence has, as the variant writes it; null for other variants. */
function referenceAllele(
  transcript: ReferenceTranscript,
  { feature }: GenotypedVariant,
  { start, end }: PlacedGenotype['place'],
): string | null {
  const bases = transcript.cds.slice(start - 1, end);
  if (!/^[ACGT]+$/.test(bases)) return null;
  return feature.record.strand === transcript.strand ? bases : reverseComplementOf(bases);
}

/** As in Ensembl, of the first variant whose alleles are single bases, else of the last. */
function ploidiesOf(samples: number, variants: readonly GenotypedVariant[]): number[] {
  const used = variants.filter((variant) => variant.samples.length > 0);
  const isSubstitution = ({ feature }: GenotypedVariant) => feature.alleles.every((allele) => /^[ACGT]$/.test(allele));
  const decisive = (used.find(isSubstitution) ?? used.at(-1))?.feature.record.row;
  const its = variants.filter(({ feature }) => feature.record.row === decisive);
  return Array.from({ length: samples }, (_, sample) => {
    for (const variant of its) {
      const ploidy = variant.ploidyOf(sample);
      if (ploidy !== null) return ploidy;
    }
    return DEFAULT_PLOIDY;
  });
}

/** The sequences of one haplotype. @param genotypes the last in the coding sequence first */
function mutate(transcript: ReferenceTranscript, genotypes: readonly PlacedGenotype[], haplotype: number): Mutated {
  let cds = transcript.cds;
  let hasIndel = false;
  const contributing: Mutated['contributing'] = new Map();
  for (const {
    variant: { feature },
    place: { start, end },
    alleles,
  } of genotypes) {
    // As in Ensembl, a haplotype that the genotype does not have lacks the bases.
    const written = (alleles[haplotype] ?? '').replaceAll('-', '');
    if (!/^[ACGT]*$/.test(written)) continue;
    const allele = feature.record.strand === transcript.strand ? written : reverseComplementOf(written);
    if (allele.length !== end - start + 1) hasIndel = true;
    if (cds.slice(start - 1, end) === allele) continue;
    cds = cds.slice(0, start - 1) + allele + cds.slice(end);
    contributing.set(`${allele || '-'}|${feature.record.row}`, { feature, allele: allele || '-' });
  }
  return { cds, protein: translated(cds, transcript.codonTable), hasIndel, contributing };
}

/** The residues up to and with the first stop; without an incomplete codon at the end. */
function translated(cds: string, codonTable: number): string {
  const [table, bases] = [CodonTable.of(codonTable), utf8ToBytes(cds)];
  const residues = new Uint8Array(Math.floor(bases.length / 3));
  for (let each = 0; each < residues.length; each++) {
    residues[each] = table.residueAt(bases, 3 * each);
    if (residues[each] === STOP) return utf8.decode(residues.subarray(0, each + 1));
  }
  return utf8.decode(residues);
}

const STOP = '*'.charCodeAt(0);

/** Haplotypes by their sequences. */
class Collected {
  readonly #bySequence = { cds: new Map<string, Haplotype>(), protein: new Map<string, Haplotype>() };

  readonly #pairs = new Map<Mutated, [cds: Haplotype, protein: Haplotype]>();
  readonly #groups: readonly SampleGroup[];

  constructor(groups: readonly SampleGroup[]) {
    this.#groups = groups;
  }

  of(type: HaplotypeType): Haplotype[] {
    return [...this.#bySequence[type].values()].sort((a, b) => b.count - a.count || (a.hex < b.hex ? -1 : 1));
  }

  /** @param copies of each sample of the group */
  add(group: number, mutated: Mutated, copies: number): void {
    let pair = this.#pairs.get(mutated);
    if (!pair) {
      pair = [this.#haplotype('cds', mutated), this.#haplotype('protein', mutated)];
      this.#pairs.set(mutated, pair);
    }
    const [cds, protein] = pair;
    cds.otherHexes.add(protein.hex);
    protein.otherHexes.add(cds.hex);
    for (const haplotype of pair) {
      haplotype.count += copies * at(this.#groups, group).size;
      haplotype.copies.set(group, (haplotype.copies.get(group) ?? 0) + copies);
    }
  }

  #haplotype(type: HaplotypeType, mutated: Mutated): Haplotype {
    const sequence = mutated[type];
    let known = this.#bySequence[type].get(sequence);
    if (!known) {
      known = {
        type,
        sequence,
        hex: bytesToHex(md5(utf8ToBytes(sequence))),
        otherHexes: new Set(),
        hasIndel: mutated.hasIndel,
        copies: new Map(),
        count: 0,
        contributing: new Map(),
      };
      this.#bySequence[type].set(sequence, known);
    }
    for (const [key, value] of mutated.contributing) known.contributing.set(key, value);
    return known;
  }
}
