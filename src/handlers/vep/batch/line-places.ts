/** From the lines of a VCF file to variants whose regions are known. */
import { ApiError, attempt, type Outcome } from '../../../api-error.ts';
import { at } from '../../../checked.ts';
import { refuseImpossible, vcfLine, type LineVariant } from '../../../effects/input-line.ts';
import type { SeqRegionRecord } from '../../../genome/seq-region.ts';
import type { Genome } from '../../../release/genome.ts';
import { findRegions } from '../../resolve/slice.ts';
import { placeLine, sequencesOf } from '../place.ts';
import { onTopLevel } from '../top-level.ts';
import { vepVariant, type VepVariant } from '../vep-variant.ts';
import { vcfColumns, type VcfColumns } from './vcf-columns.ts';

/** Names of regions that are kept. */
const MAX_REGIONS = 10_000;

/** In gVCF: any allele that was not seen. */
export const NON_REFERENCE = '<NON_REF>';

/** The columns without this allele, if there are others. */
function withoutNonReference(columns: readonly string[]): string[] {
  return columns.map((value, index) => (index === 4 ? value.replace(`,${NON_REFERENCE}`, '') : value));
}

/** A line that is none of VCF. */
export class BadLine extends Error {
  override name = 'BadLine';
  /** Its place among the lines of the call, from 0. */
  readonly index: number;

  constructor(index: number, message: string) {
    super(message);
    this.index = index;
  }
}

/** A line of a call, and its place among all of them, from 0. */
export interface SentLine {
  text: string;
  index: number;
}

export interface PlacedVcfLine {
  text: string;
  /** Null for a line that is none of VCF. */
  vcf: VcfColumns | null;
  /** An ApiError says why nothing is predicted. */
  variant: Outcome<VepVariant>;
}

/** @param alleles 0 for a structural variant @param near transcripts and features near the variant, if known */
export function tooManyEffects(most: number, alleles: number, near?: number): ApiError {
  const has = [
    ...(alleles > 0 ? [`${alleles} alternative alleles`] : []),
    ...(near === undefined ? [] : [`${near} transcripts and features in or near it`]),
  ].join(' and ');
  const advice = alleles > 1 ? ': divide the line, as with bcftools norm -m -' : '';
  return new ApiError(`the variant has ${has}; at most ${most} effects of a line are predicted${advice}`);
}

export class LinePlaces {
  readonly #genome: Genome;
  readonly #isLenient: boolean;
  readonly #mostEffects: number;
  readonly #minimal: boolean;
  /** By the name that lines have; null for a name that the genome lacks. */
  readonly #regions = new Map<string, SeqRegionRecord | null>();

  constructor(
    genome: Genome,
    { isLenient, mostEffects, minimal }: { isLenient: boolean; mostEffects: number; minimal: boolean },
  ) {
    this.#genome = genome;
    this.#isLenient = isLenient;
    this.#mostEffects = mostEffects;
    this.#minimal = minimal;
  }

  /** One wave of reads for names that are new, another for variants on contigs. Throws BadLine unless lenient. */
  async of(sent: readonly SentLine[]): Promise<PlacedVcfLine[]> {
    const parsed = sent.map(({ text, index }) => {
      const vcf = this.#columnsOf(text, index);
      if (vcf instanceof ApiError) return { text, vcf: null, line: vcf };
      const line = attempt((): LineVariant => {
        this.#refuseManyAlleles(vcf);
        const variant = vcfLine({ columns: withoutNonReference(vcf.columns), joint: '\t' });
        const [, position = ''] = vcf.columns;
        refuseImpossible(variant, { start: position, end: position });
        return { ...variant, input: vcf.columns.join('\t') };
      });
      return { text, vcf, line };
    });
    const names = new Set<string>();
    for (const { line } of parsed)
      if (!(line instanceof ApiError))
        for (const name of sequencesOf(line)) if (!this.#regions.has(name)) names.add(name);
    if (names.size > 0) {
      if (this.#regions.size > MAX_REGIONS) this.#regions.clear();
      const asked = [...names];
      const found = await findRegions(
        this.#genome,
        asked.map((name) => name.replace(/^M$/, 'MT')),
      );
      asked.forEach((name, index) => this.#regions.set(name, at(found, index)));
    }
    const variants = parsed.map(({ line }) => (line instanceof ApiError ? line : attempt(() => this.#variantOf(line))));
    const moved = await onTopLevel(
      this.#genome,
      variants.map((variant) => (variant instanceof ApiError ? null : variant)),
    );
    return parsed.map(({ text, vcf }, index) => ({ text, vcf, variant: moved[index] ?? at(variants, index) }));
  }

  #variantOf(line: LineVariant): VepVariant {
    const placed = placeLine(line, (name) => this.#regions.get(name));
    if ('echo' in placed) throw new ApiError('the structural variant has no known class or no end');
    return vepVariant(placed, this.#minimal);
  }

  /** Each allele has an effect, so this finds lines with too many of them before they are read. */
  #refuseManyAlleles({ columns }: VcfColumns): void {
    const [, , , , alternatives = ''] = columns;
    if (alternatives.length < this.#mostEffects) return;
    const alleles = alternatives.split(',').length;
    if (alleles > this.#mostEffects) throw tooManyEffects(this.#mostEffects, alleles);
  }

  #columnsOf(line: string, index: number): Outcome<VcfColumns> {
    const columns = attempt(() => vcfColumns(line));
    if (columns instanceof ApiError && !this.#isLenient) throw new BadLine(index, columns.message);
    return columns;
  }
}
