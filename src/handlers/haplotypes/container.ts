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
import { CodonTable } from '../../genome/codon-table.ts';
import type { Feature, GenotypedVariant } from './genotyped-variants.ts';

const DEFAULT_PLOIDY = 2;

type HaplotypeType = 'cds' | 'protein';

export interface Haplotype {
  type: HaplotypeType;
  sequence: string;
  hex: string;
  otherHexes: Set<string>;
  hasIndel: boolean;
  /** Copies by sample. */
  samples: Map<number, number>;
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

/** A change of the coding sequence by one variant, one for each of its genotypes. */
interface PlacedVariant {
  variant: GenotypedVariant;
  start: number;
  end: number;
}

interface Mutated {
  cds: string;
  protein: string;
  hasIndel: boolean;
  contributing: Map<string, { feature: Feature; allele: string }>;
}

export interface Haplotypes {
  cds: Haplotype[];
  proteins: Haplotype[];
  /** Haplotypes of each sample. */
  ploidies: readonly number[];
  total: number;
}

/** @param samples number of samples @param variants in the order of exons, collections and lines */
export function haplotypesOf(
  transcript: ReferenceTranscript,
  samples: number,
  variants: readonly GenotypedVariant[],
): Haplotypes {
  const ploidies = ploidiesOf(samples, variants);
  const bySample: PlacedGenotype[][] = Array.from({ length: samples }, () => NO_GENOTYPES);
  for (const variant of variants) {
    const place = transcript.placeOf(variant.feature);
    const placed = place && { variant, ...place };
    for (const [each, sample] of variant.samples.entries()) {
      // A sample with genotypes of other variants only has translated sequences too.
      if (at(bySample, sample) === NO_GENOTYPES) bySample[sample] = [];
      if (placed) at(bySample, sample).push({ placed, code: at(variant.codes, each) });
    }
  }
  const numbers = new Map(variants.map((variant, number) => [variant, number]));
  const known = new Map<string, Mutated[]>();
  const found = new Collected();
  for (const [sample, unsorted] of bySample.entries()) {
    if (unsorted === NO_GENOTYPES) continue;
    const ploidy = at(ploidies, sample) || DEFAULT_PLOIDY;
    const genotypes = unsorted.toSorted((a, b) => b.placed.start - a.placed.start);
    const key = `${ploidy} ${genotypes.map(({ placed, code }) => `${numbers.get(placed.variant)}:${code}`).join(' ')}`;
    let mutated = known.get(key);
    if (!mutated) known.set(key, (mutated = mutate(transcript, genotypes, ploidy)));
    for (const each of mutated) if (each.protein !== '') found.add(sample, each);
  }
  const unchanged = [...bySample.keys()].filter((sample) => bySample[sample] === NO_GENOTYPES);
  const reference: Mutated = {
    cds: transcript.cds,
    protein: transcript.protein,
    hasIndel: false,
    contributing: new Map(),
  };
  for (const sample of unchanged) found.add(sample, reference, at(ploidies, sample) || DEFAULT_PLOIDY);
  const cds = found.of('cds');
  return {
    cds,
    proteins: found.of('protein'),
    ploidies,
    total: cds.reduce((sum, { count }) => sum + count, 0),
  };
}

interface PlacedGenotype {
  placed: PlacedVariant;
  code: number;
}

/** Marks samples without a genotyped variant; never changed. */
const NO_GENOTYPES: PlacedGenotype[] = [];

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

/** The sequences of the haplotypes of a sample. @param genotypes the last in the coding sequence first */
function mutate(transcript: ReferenceTranscript, genotypes: readonly PlacedGenotype[], ploidy: number): Mutated[] {
  return Array.from({ length: ploidy }, (_, haplotype): Mutated => {
    let cds = transcript.cds;
    let hasIndel = false;
    const contributing: Mutated['contributing'] = new Map();
    for (const {
      placed: { variant, start, end },
      code,
    } of genotypes) {
      const { feature, genotypes: all } = variant;
      // As in Ensembl, a haplotype that the genotype does not have lacks the bases.
      const written = (all[code]?.[haplotype] ?? '').replaceAll('-', '');
      if (!/^[ACGT]*$/.test(written)) continue;
      const allele = feature.record.strand === transcript.strand ? written : reverseComplementOf(written);
      if (allele.length !== end - start + 1) hasIndel = true;
      if (cds.slice(start - 1, end) === allele) continue;
      cds = cds.slice(0, start - 1) + allele + cds.slice(end);
      contributing.set(`${allele || '-'}|${feature.record.row}`, { feature, allele: allele || '-' });
    }
    return { cds, protein: translated(cds, transcript.codonTable), hasIndel, contributing };
  });
}

/** The residues up to and with the first stop; without an incomplete codon at the end. */
function translated(cds: string, codonTable: number): string {
  const [table, bases] = [CodonTable.of(codonTable), utf8ToBytes(cds)];
  let protein = '';
  for (let codon = 0; codon + 3 <= bases.length && !protein.endsWith('*'); codon += 3)
    protein += String.fromCharCode(table.residueAt(bases, codon));
  return protein;
}

/** Haplotypes by their sequences. */
class Collected {
  readonly #bySequence = { cds: new Map<string, Haplotype>(), protein: new Map<string, Haplotype>() };

  of(type: HaplotypeType): Haplotype[] {
    return [...this.#bySequence[type].values()].sort((a, b) => b.count - a.count || (a.hex < b.hex ? -1 : 1));
  }

  add(sample: number, mutated: Mutated, copies = 1): void {
    const [cds, protein] = [this.#haplotype('cds', mutated), this.#haplotype('protein', mutated)];
    cds.otherHexes.add(protein.hex);
    protein.otherHexes.add(cds.hex);
    for (const haplotype of [cds, protein]) {
      haplotype.count += copies;
      haplotype.samples.set(sample, (haplotype.samples.get(sample) ?? 0) + copies);
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
        samples: new Map(),
        count: 0,
        contributing: new Map(),
      };
      this.#bySequence[type].set(sequence, known);
    }
    for (const [key, value] of mutated.contributing) known.contributing.set(key, value);
    return known;
  }
}
