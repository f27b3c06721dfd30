/**
 * Compares the reference alleles of variants with the genome. VEP predicts effects of any allele, as Ensembl's does by
 * default: a wrong one is most often a variant of another assembly, or of the other strand.
 */
import { objectsOf, textOf } from '../views/json-fields.ts';
import type { ShownVariant } from './effect-rows.ts';

/** Most variants of a page that are compared; a request for sequences may contain so many. */
export const MAX_COMPARED = 1000;
/** Longer reference alleles are not compared. */
const MAX_BASES = 1000;

/** The JSON answer to a POST of this service; null if it is not 200. */
export type Ask = (address: string, body: object) => Promise<unknown>;

/** The variants; those whose reference allele differs from the genome with the bases of the genome. */
export async function withGenomeBases(
  variants: readonly ShownVariant[],
  species: string,
  ask: Ask,
): Promise<ShownVariant[]> {
  const places = [...new Set(variants.slice(0, MAX_COMPARED).filter(isComparable).map(placeOf))];
  if (places.length === 0) return [...variants];
  const answer = await ask(`/sequence/region/${encodeURIComponent(species)}`, { regions: places });
  const bases = new Map(
    objectsOf(answer).map((sequence) => [textOf(sequence, 'query'), textOf(sequence, 'seq').toUpperCase()]),
  );
  return variants.map((variant) => {
    const found = isComparable(variant) ? bases.get(placeOf(variant)) : undefined;
    return found === undefined || found === '' || isSame(referenceOf(variant), found)
      ? variant
      : { ...variant, genomeBases: found };
  });
}

function referenceOf({ alleles }: ShownVariant): string {
  return alleles.split('/', 1)[0]?.toUpperCase() ?? '';
}

/** Whether the reference allele has a base for each position: insertions and structural variants have none. */
function isComparable(variant: ShownVariant): boolean {
  const bases = variant.end - variant.start + 1;
  const reference = referenceOf(variant);
  return reference.length === bases && bases <= MAX_BASES && /^[ACGTN]+$/.test(reference);
}

function placeOf({ region, start, end, strand }: ShownVariant): string {
  return `${region}:${start}..${end}:${strand}`;
}

/** N stands for any base. */
function isSame(reference: string, genome: string): boolean {
  return Array.from(reference).every((base, at) => base === genome[at] || base === 'N' || genome[at] === 'N');
}
