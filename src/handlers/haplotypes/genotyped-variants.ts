/**
 * The genotypes of a transcript's variants: lines of VCF files, matched to variants of the database as Ensembl matches
 * them, with the samples that have another allele than the reference.
 */
import { at } from '../../checked.ts';
import { matchedPairs } from '../../effects/allele-match.ts';
import { utf8 } from '../../index/blocks/bytes.ts';
import { eachHaplotype } from '../../index/genotypes/genotype-row.ts';
import type { MatrixVariant } from '../../index/genotypes/genotype-matrix.ts';
import type { GenotypeCollection, PlacedLine } from '../../release/genotypes.ts';
import type { Placed } from '../../genome/projection.ts';
import { nativePlace, type VariantFeatureRecord } from '../../variants/variant-features.ts';

export interface Feature {
  record: VariantFeatureRecord;
  start: number;
  end: number;
  /** Reference first. */
  alleles: readonly string[];
}

/** A line that was matched to a variant. */
export interface GenotypedVariant {
  feature: Feature;
  /** Distinct genotypes, as alleles of the feature in the order of the genotype. */
  genotypes: readonly (readonly string[])[];
  /** Samples (numbered over all collections) with other alleles than the reference, and their genotypes. */
  samples: readonly number[];
  codes: readonly number[];
  /** Number of alleles of a sample; null if it has no genotype. */
  ploidyOf(sample: number): number | null;
}

export function featureOf(placed: Placed<VariantFeatureRecord>): Feature {
  const { record } = placed;
  return { record, ...nativePlace(placed), alleles: record.alleles.split('/') };
}

/**
 * The genotyped variants of one exon in one collection, in the order of the lines.
 *
 * @param firstSample number of the collection's first sample
 */
export function genotypedVariants(
  features: readonly Feature[],
  lines: readonly PlacedLine[],
  rows: readonly MatrixVariant[],
  { entry }: Pick<GenotypeCollection, 'entry'>,
  firstSample: number,
): GenotypedVariant[] {
  const byStart = Map.groupBy(features, ({ start }) => start);
  const rowsAt = Map.groupBy(rows, ({ position }) => position);
  // Lines of one position are in the order of the matrix's rows.
  const nextRow = new Map<number, number>();
  return lines.flatMap(({ position, line }) => {
    let row: MatrixVariant | undefined;
    if (line.inMatrix) {
      const next = nextRow.get(position) ?? 0;
      nextRow.set(position, next + 1);
      row = rowsAt.get(position)?.[next];
    }
    const near = byStart.get(position - line.fromMatrix);
    if (!near) return [];
    const ids = (line.id ?? (row ? utf8.decode(row.name) : '')).split(';');
    const onForward = { start: startOf(position, line.alleles), strand: 1 as const, alleles: line.alleles };
    const pairsOf = ({ record, start, alleles }: Feature) =>
      matchedPairs({ start, strand: record.strand === -1 ? -1 : 1, alleles }, onForward);
    const feature = near.find((each) =>
      entry.strictNames
        ? ids.some((id) => each.record.name === id || each.record.name === `ss${id}`)
        : pairsOf(each).length > 0,
    );
    if (!feature) return [];
    const known = new Map(pairsOf(feature).map(({ own, known }) => [known, own]));
    known.set(at(line.alleles, 0), at(feature.alleles, 0));
    const allele = (number: number) => known.get(line.alleles[number] ?? '');
    if (line.calls) {
      const { genotypes, codes } = line.calls;
      return [
        calledVariant(
          feature,
          genotypes.map((text) => alleleNumbers(text)),
          codes,
          allele,
          firstSample,
        ),
      ];
    }
    return row ? [variantOfRow(feature, row, entry.samples, allele, firstSample)] : [];
  });
}

/** POS of a line, from its position in the matrix. */
function startOf(position: number, alleles: readonly string[]): number {
  return alleles.every((allele) => allele.length === 1 && allele !== '*') ? position : position - 1;
}

/** As Ensembl reads a genotype: missing alleles are left out. */
function alleleNumbers(text: string): number[] {
  return text
    .split(text.includes('|') ? '|' : '/')
    .filter((part) => part !== '.' && part !== '')
    .map(Number);
}

function calledVariant(
  feature: Feature,
  written: readonly (readonly number[])[],
  codeBySample: ArrayLike<number>,
  allele: (number: number) => string | undefined,
  firstSample: number,
): GenotypedVariant {
  // Null: no genotype, because it has no allele or one that the feature lacks.
  const genotypes = written.map((numbers) => {
    const alleles = numbers.map(allele);
    return alleles.length > 0 && alleles.every((each) => each !== undefined && each !== '') ? alleles : null;
  });
  const differs = written.map((numbers, code) => genotypes[code] !== null && numbers.some((number) => number !== 0));
  const [samples, codes]: [number[], number[]] = [[], []];
  for (let sample = 0; sample < codeBySample.length; sample++) {
    const code = codeBySample[sample]!;
    if (!differs[code]) continue;
    samples.push(firstSample + sample);
    codes.push(code);
  }
  return {
    feature,
    genotypes: genotypes.map((alleles) => (alleles ?? []).map((each) => each ?? '')),
    samples,
    codes,
    ploidyOf(sample) {
      const code = codeBySample[sample - firstSample];
      return code === undefined ? null : (genotypes[code]?.length ?? null);
    },
  };
}

/**
 * The genotypes of a row of the matrix: two alleles in the order of the file. Samples without genotype count as those
 * with the reference, which has the same effect: two haplotypes without this variant.
 */
function variantOfRow(
  feature: Feature,
  { block, genotypesAt }: MatrixVariant,
  count: number,
  allele: (number: number) => string | undefined,
  firstSample: number,
): GenotypedVariant {
  const codes = new Uint8Array(count);
  eachHaplotype(block, genotypesAt, (haplotype) => {
    codes[haplotype >>> 1]! |= haplotype & 1 ? 1 : 2;
  });
  const written = [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ];
  return calledVariant(feature, written, codes, allele, firstSample);
}
