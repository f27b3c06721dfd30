/**
 * Finds the locations of variants given by name, HGVS, SPDI or a line of VCF. Needs at most two waves of reads for
 * any number of items: names, ids and regions; then genes and their regions. One more wave each for symbols of genes,
 * for names of RefSeq without version, and for codons that are split by an intron. Alleles are determined later, when
 * the bases around all locations have been read.
 */
import { at, get } from '../../checked.ts';
import { MAX_LINE } from '../../effects/input-line.ts';
import { MAX_CHANGED, nucleotideChange } from '../../variants/hgvs-change.ts';
import { looksLikeHgvs, parseHgvs, type NucleotideNotation } from '../../variants/hgvs-notation.ts';
import { looksLikeCaid } from '../../variants/allele-synonym.ts';
import { changeOf, isOfLetters } from '../../variants/variant-alleles.ts';
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import { looksLikeSpdi, parseSpdi, spdiChange, type SpdiNotation } from '../../variants/spdi.ts';
import type { VariantMapping, VariantRecord } from '../../variants/variant-record.ts';
import { alleleBases } from '../../variants/variant-alleles.ts';
import { lineSkipped, parseVariantLine, type VariantLine } from '../../variants/variant-line.ts';
import { ApiError, attempt, unwrapSome, type Outcome } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { genomicHgvs } from './notations.ts';
import { refusePartlyPlaced } from '../resolve/placed-variant.ts';
import { resolveSlices } from '../resolve/slice.ts';
import {
  placeAround,
  asPlaced,
  unrolledEnd,
  insertedLength,
  invalidNotation,
  checkPositions,
  type VariantPlace,
} from './variant-place.ts';
import { placesOnTranscripts, type TranscriptNotation } from './place-on-transcripts.ts';

export interface PlacedItem {
  input: string;
  places: Outcome<VariantPlace[]>;
  /** Warnings for the answer. */
  warnings: string[];
}

type RegionNotation = NucleotideNotation | SpdiNotation | VariantLine;

type Item =
  | { kind: 'name'; input: string }
  | { kind: 'caid'; input: string }
  | { kind: 'region'; input: string; notation: RegionNotation }
  | { kind: 'transcript'; input: string; notation: TranscriptNotation }
  | { kind: 'invalid'; input: string; error: ApiError };

/** Reads data around the locations of known variants, in the same wave as their regions. */
export type Prefetch = (places: readonly VariantMapping[]) => Promise<unknown>;

/**
 * The places of each item, in the order of the items.
 *
 * @param withCaids whether CAids name alleles; else they are names of variants, as in Ensembl's VEP
 * @param mostBases that a notation may change
 * @param onlyIds whether all items are names of known variants
 * @param onlyLikely as for findNamedTranscripts
 */
export async function placeItems(
  release: Release,
  genome: Genome,
  inputs: readonly string[],
  prefetch: Prefetch,
  {
    withCaids = false,
    mostBases = MAX_CHANGED,
    onlyIds = false,
    onlyLikely = false,
  }: { withCaids?: boolean; mostBases?: number; onlyIds?: boolean; onlyLikely?: boolean } = {},
): Promise<PlacedItem[]> {
  const items = inputs.map(
    (input): Item =>
      onlyIds ? { kind: 'name', input: input.replaceAll(/\s+/g, '') } : readItem(input, withCaids, mostBases),
  );
  const ofKind = <K extends Item['kind']>(kind: K) =>
    items.filter((item): item is Extract<Item, { kind: K }> => item.kind === kind);
  const placed = new Map<Item, PlacedItem>();
  const keep = (item: Item, places: Outcome<VariantPlace[]>, warnings: string[] = []) =>
    placed.set(item, { input: item.input, places, warnings });
  await Promise.all([
    placeNames(genome, ofKind('name'), prefetch, keep),
    placeCaids(genome, ofKind('caid'), keep),
    placeOnRegions(genome, ofKind('region'), keep),
    placeOnTranscripts(release, genome, ofKind('transcript'), onlyLikely, keep),
  ]);
  for (const item of ofKind('invalid')) keep(item, item.error);
  return items.map((item) => get(placed, item));
}

type Keep = (item: Item, places: Outcome<VariantPlace[]>, warnings?: string[]) => void;

function tooLong(text: string): ApiError {
  return new ApiError(
    `variant '${text.slice(0, 46)}...' is too long: it has ${text.length} characters; at most ${MAX_LINE} are allowed`,
  );
}

function readItem(text: string, withCaids: boolean, mostBases: number): Item {
  if (text.length > MAX_LINE) return { kind: 'invalid', input: text.slice(0, 50), error: tooLong(text) };
  const line = attempt(() => parseVariantLine(text));
  if (line instanceof ApiError) return { kind: 'invalid', input: text, error: line };
  if (line) return { kind: 'region', input: line.text, notation: line };
  const input = text.replaceAll(/\s+/g, '');
  const item = attempt((): Item => {
    if (looksLikeHgvs(input)) {
      const parsed = parseHgvs(input);
      const notation = parsed.numbering === 'p' ? parsed : { ...parsed, mostBases };
      return notation.numbering === 'g'
        ? { kind: 'region', input, notation }
        : { kind: 'transcript', input, notation: notation as TranscriptNotation };
    }
    if (looksLikeSpdi(input)) return { kind: 'region', input, notation: parseSpdi(input) };
    return { kind: withCaids && looksLikeCaid(input) ? 'caid' : 'name', input };
  });
  return item instanceof ApiError ? { kind: 'invalid', input, error: item } : item;
}

async function placeNames(
  genome: Genome,
  items: readonly (Item & { kind: 'name' })[],
  prefetch: Prefetch,
  keep: Keep,
): Promise<void> {
  if (items.length === 0) return;
  const records = await genome.variants(items.map(({ input }) => input));
  refusePartlyPlaced(records);
  const mappings = records.flatMap((record) => record?.mappings ?? []);
  const [found] = await Promise.all([
    genome.seqRegions([...new Set(mappings.map(({ region }) => region.name))]),
    prefetch(mappings),
  ]);
  const regions = new Map(found.flat().map((region) => [region.ordinal, region]));
  for (const [each, item] of items.entries()) {
    const places = attempt(() => placesOfVariant(item.input, at(records, each), regions));
    keep(item, places);
  }
}

/** The alleles of variants that CAids name. Three waves of reads: CAids, variants, regions. */
async function placeCaids(genome: Genome, items: readonly (Item & { kind: 'caid' })[], keep: Keep): Promise<void> {
  if (items.length === 0) return;
  const named = await genome.variation.allelesNamed(items.map(({ input }) => input));
  const variants = [...new Set(named.flat().map(({ variant }) => variant))];
  const records = await genome.variants(variants);
  refusePartlyPlaced(records);
  const byName = new Map(variants.map((name, each) => [name, records[each] ?? null]));
  const mappings = records.flatMap((record) => record?.mappings ?? []);
  const found = await genome.seqRegions([...new Set(mappings.map(({ region }) => region.name))]);
  const regions = new Map(found.flat().map((region) => [region.ordinal, region]));
  for (const [each, item] of items.entries()) {
    const places = attempt(() => {
      const alleles = at(named, each).flatMap(({ variant, hgvs }) =>
        placesOfVariant(item.input, byName.get(variant) ?? null, regions).map((place) => onlyAllele(place, hgvs)),
      );
      if (alleles.length === 0) throw new ApiError(`No variants found for CAid '${item.input}'`);
      return alleles;
    });
    keep(item, places);
  }
}

/** The place with only the alternative allele that has an HGVS notation on the genome; none if no allele has it. */
function onlyAllele(place: VariantPlace, hgvs: string): VariantPlace {
  return {
    ...place,
    allelesWith: (flanks) =>
      place.allelesWith(flanks).flatMap((variant) => {
        const [reference = '', ...alternatives] = variant.alleles;
        const allele = alternatives.find(
          (each) =>
            isOfLetters(each) &&
            isOfLetters(reference) &&
            genomicHgvs(place.region, changeOf(variant, each), { flanks }) === hgvs,
        );
        return allele === undefined ? [] : [{ ...variant, alleles: [reference, allele] }];
      }),
    hasKnownAlleles: false,
  };
}

function placesOfVariant(
  input: string,
  record: VariantRecord | null,
  regions: ReadonlyMap<number, SeqRegionRecord>,
): VariantPlace[] {
  if (!record) throw new ApiError(`No variant found with ID '${input}'`);
  if (record.mappings.length === 0) throw new ApiError(`No mappings found for variant '${input}'`);
  return unwrapSome(
    record.mappings.map(({ region, start, end, strand, alleleString }) =>
      attempt((): VariantPlace => {
        const alleles = alleleString.toUpperCase().split('/');
        checkAlleles(input, alleles, start, end);
        const longest = Math.max(...alleles.map(({ length }) => length));
        return {
          region: get(regions, region.ordinal),
          start,
          end,
          longest,
          allelesWith: () => [{ start, end, strand, alleles }],
          hasKnownAlleles: true,
          knownClass: record.soTerm,
        };
      }),
    ),
  );
}

/**
 * Throws InvalidInput with Ensembl's texts for coordinates that contradict the alleles; some databases contain such.
 */
function checkAlleles(
  input: string,
  [reference = '', ...alternatives]: readonly string[],
  start: number,
  end: number,
): void {
  const skip = (reason: string) => lineSkipped(input, reason);
  if (start > end + 1) throw skip(`start > end+1 : (START=${start}, END=${end}) for variant (${input})`);
  if (reference === '-' && start !== end + 1) {
    throw skip(
      `Alleles look like an insertion (${[reference, ...alternatives].join('/')}) but coordinates are not start = ` +
        `end + 1 (START=${start}, END=${end}) for variant (${input})`,
    );
  }
  const bases = alleleBases(reference);
  if (/^[ACGT]*$/.test(bases) && bases.length !== end - start + 1) {
    throw skip(
      `Length of reference allele (${bases} length ${bases.length}) does not match coordinates ${start}-${end} for ` +
        `variant (${input})`,
    );
  }
}

async function placeOnRegions(
  genome: Genome,
  items: readonly (Item & { kind: 'region' })[],
  keep: Keep,
): Promise<void> {
  if (items.length === 0) return;
  const slices = await resolveSlices(
    genome,
    items.map(({ notation }) => notation.sequence),
  );
  for (const [each, item] of items.entries()) {
    const { notation } = item;
    const slice = at(slices, each);
    const places = attempt(() => {
      if (slice instanceof ApiError)
        throw invalidNotation(notation, `the sequence ${notation.sequence} is not known in ${genome.species}`);
      return [notation.kind === 'line' ? placeLine(notation, slice.region) : placeOnRegion(notation, slice.region)];
    });
    keep(item, places);
  }
}

/**
 * The reference allele of a line is not compared with the genome, as in Ensembl. A missing one is read from the
 * genome.
 */
function placeLine(line: VariantLine, region: SeqRegionRecord): VariantPlace {
  const { text, start, end, strand, reference, alternatives } = line;
  const longest = Math.max(...alternatives.map(({ length }) => length));
  checkAlleles(text, [reference ?? 'N', ...alternatives], start, end);
  checkPositions(line, region, start, end, longest);
  return {
    ...placeAround(region, start, end, longest),
    allelesWith: (flanks) => {
      const [first, last] = strand === 1 ? [start, end] : [-end, -start];
      return [
        {
          start,
          end,
          strand,
          alleles: [reference ?? (flanks.along(strand).bases(first, last) || '-'), ...alternatives],
        },
      ];
    },
  };
}

function placeOnRegion(notation: NucleotideNotation | SpdiNotation, region: SeqRegionRecord): VariantPlace {
  const isSpdi = notation.kind === 'spdi';
  const [first, last] = isSpdi
    ? [notation.start, notation.end]
    : [notation.start.base, unrolledEnd(region, notation.start.base, notation.end.base)];
  const inserted = isSpdi ? notation.inserted.length : insertedLength(notation);
  // An SPDI insertion is after a number of bases, which may be all bases of the region.
  checkPositions(
    notation,
    region,
    isSpdi ? Math.min(first, last) : first,
    last,
    inserted,
    region.circular && (isSpdi || last !== notation.end.base),
  );
  return {
    ...placeAround(region, first, last, inserted),
    allelesWith: (flanks) => [
      asPlaced(
        isSpdi ? spdiChange(notation, flanks.along(1)) : nucleotideChange(notation, first, last, flanks.along(1)),
        1,
      ),
    ],
  };
}

/** As in Ensembl, every other name may be one of a gene or protein, with a warning. */
const OF_SEQUENCE = /^(ENS|[NX][CGMRP]_|LRG_)/i;

async function placeOnTranscripts(
  release: Release,
  genome: Genome,
  items: readonly (Item & { kind: 'transcript' })[],
  onlyLikely: boolean,
  keep: Keep,
): Promise<void> {
  if (items.length === 0) return;
  const places = await placesOnTranscripts(
    release,
    genome,
    items.map(({ notation }) => notation),
    onlyLikely,
  );
  for (const [each, item] of items.entries()) {
    const { text, sequence } = item.notation;
    const warning =
      `Possible invalid use of gene or protein identifier '${sequence}' as HGVS reference; ${text} may resolve to ` +
      'multiple genomic locations';
    keep(item, at(places, each), OF_SEQUENCE.test(text) ? [] : [warning]);
  }
}
