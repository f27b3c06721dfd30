/**
 * Where the variants are that a client names: by a variant's name, by HGVS on a region, a transcript or a protein, by
 * SPDI, by a line of VCF and the like. Found in two waves of reads at most, whatever the number of items: names, ids
 * and regions, then genes and their regions; one more for transcripts that are named by their gene's symbol, and one
 * for the bases of codons that an intron interrupts. What the bases there say of an item is settled later, when they
 * have been read along with everything else around the place.
 */
import { at, get } from '../../checked.ts';
import { nucleotideChange } from '../../variants/hgvs-change.ts';
import { looksLikeHgvs, parseHgvs, type NucleotideNotation } from '../../variants/hgvs-notation.ts';
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import { looksLikeSpdi, parseSpdi, spdiChange, type SpdiNotation } from '../../variants/spdi.ts';
import type { VariantMapping, VariantRecord } from '../../variants/variant-record.ts';
import { lineSkipped, parseVariantLine, type VariantLine } from '../../variants/variant-line.ts';
import { ApiError, attempt, unwrapSome, type Outcome } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { resolveSlices } from '../resolve/slice.ts';
import {
  around,
  asPlaced,
  countedOn,
  insertedLength,
  refusal,
  refuseBeyond,
  type VariantPlace,
} from './variant-place.ts';
import { placesOnTranscripts, type TranscriptNotation } from './place-on-transcripts.ts';

export interface PlacedItem {
  input: string;
  places: Outcome<VariantPlace[]>;
  /** What a client should know although there is an answer. */
  warnings: string[];
}

type RegionNotation = NucleotideNotation | SpdiNotation | VariantLine;

type Item =
  | { kind: 'name'; input: string }
  | { kind: 'region'; input: string; notation: RegionNotation }
  | { kind: 'transcript'; input: string; notation: TranscriptNotation }
  | { kind: 'refused'; input: string; refusal: ApiError };

/** Reads what will be wanted of places beside what is read before they are known for certain. */
export type Approach = (places: readonly VariantMapping[]) => Promise<unknown>;

/** The places of each item, in the order of the items. */
export async function placeItems(
  release: Release,
  genome: Genome,
  inputs: readonly string[],
  approach: Approach,
): Promise<PlacedItem[]> {
  const items = inputs.map(readItem);
  const ofKind = <K extends Item['kind']>(kind: K) =>
    items.filter((item): item is Extract<Item, { kind: K }> => item.kind === kind);
  const placed = new Map<Item, PlacedItem>();
  const keep = (item: Item, places: Outcome<VariantPlace[]>, warnings: string[] = []) =>
    placed.set(item, { input: item.input, places, warnings });
  await Promise.all([
    placeNames(genome, ofKind('name'), approach, keep),
    placeOnRegions(genome, ofKind('region'), keep),
    placeOnTranscripts(release, genome, ofKind('transcript'), keep),
  ]);
  for (const item of ofKind('refused')) keep(item, item.refusal);
  return items.map((item) => get(placed, item));
}

type Keep = (item: Item, places: Outcome<VariantPlace[]>, warnings?: string[]) => void;

function readItem(text: string): Item {
  const line = attempt(() => parseVariantLine(text));
  if (line instanceof ApiError) return { kind: 'refused', input: text, refusal: line };
  if (line) return { kind: 'region', input: line.text, notation: line };
  const input = text.replaceAll(/\s+/g, '');
  const item = attempt((): Item => {
    if (looksLikeHgvs(input)) {
      const notation = parseHgvs(input);
      return notation.numbering === 'g'
        ? { kind: 'region', input, notation }
        : { kind: 'transcript', input, notation: notation as TranscriptNotation };
    }
    return looksLikeSpdi(input) ? { kind: 'region', input, notation: parseSpdi(input) } : { kind: 'name', input };
  });
  return item instanceof ApiError ? { kind: 'refused', input, refusal: item } : item;
}

async function placeNames(
  genome: Genome,
  items: readonly (Item & { kind: 'name' })[],
  approach: Approach,
  keep: Keep,
): Promise<void> {
  if (items.length === 0) return;
  const records = await genome.variants(items.map(({ input }) => input));
  const mappings = records.flatMap((record) => record?.mappings ?? []);
  const [found] = await Promise.all([
    genome.seqRegions([...new Set(mappings.map(({ region }) => region.name))]),
    approach(mappings),
  ]);
  const regions = new Map(found.flat().map((region) => [region.ordinal, region]));
  items.forEach((item, each) =>
    keep(
      item,
      attempt(() => placesOfVariant(item.input, at(records, each), regions)),
    ),
  );
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
        refuseSkipped(input, alleles, start, end);
        const longest = Math.max(...alleles.map(({ length }) => length));
        return {
          region: get(regions, region.ordinal),
          start,
          end,
          longest,
          settle: () => [{ start, end, strand, alleles }],
        };
      }),
    ),
  );
}

/** Databases hold places that cannot be right; Ensembl's texts. */
function refuseSkipped(
  input: string,
  [reference, ...alternatives]: readonly string[],
  start: number,
  end: number,
): void {
  const skip = (why: string) => lineSkipped(input, why);
  if (start > end + 1) throw skip(`start > end+1 : (START=${start}, END=${end}) for variant (${input})`);
  if (reference === '-' && start !== end + 1) {
    throw skip(
      `Alleles look like an insertion (${[reference, ...alternatives].join('/')}) but coordinates are not start = ` +
        `end + 1 (START=${start}, END=${end}) for variant (${input})`,
    );
  }
  const bases = reference === '-' ? '' : reference!;
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
  items.forEach((item, each) =>
    keep(
      item,
      attempt(() => {
        const { notation } = item;
        const slice = at(slices, each);
        if (slice instanceof ApiError)
          throw refusal(notation, `the sequence ${notation.sequence} is not known in ${genome.species}`);
        return [notation.kind === 'line' ? placeLine(notation, slice.region) : placeOnRegion(notation, slice.region)];
      }),
    ),
  );
}

/** The reference of a line counts as it is written, as Ensembl takes it; a region without one is what the region is. */
function placeLine(line: VariantLine, region: SeqRegionRecord): VariantPlace {
  const { text, start, end, strand, reference, alternatives } = line;
  const longest = Math.max(...alternatives.map(({ length }) => length));
  refuseSkipped(text, [reference ?? 'N', ...alternatives], start, end);
  refuseBeyond(line, region, start, end, longest);
  return {
    ...around(region, start, end, longest),
    settle: (flanks) => {
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
    : [notation.start.base, countedOn(region, notation.start.base, notation.end.base)];
  const inserted = isSpdi ? notation.inserted.length : insertedLength(notation);
  // SPDI puts an insertion behind as many bases as it says, which may be all: it needs none behind it.
  refuseBeyond(
    notation,
    region,
    isSpdi ? Math.min(first, last) : first,
    last,
    inserted,
    region.circular && (isSpdi || last !== notation.end.base),
  );
  return {
    ...around(region, first, last, inserted),
    settle: (flanks) => [
      asPlaced(
        isSpdi ? spdiChange(notation, flanks.along(1)) : nucleotideChange(notation, first, last, flanks.along(1)),
        1,
      ),
    ],
  };
}

async function placeOnTranscripts(
  release: Release,
  genome: Genome,
  items: readonly (Item & { kind: 'transcript' })[],
  keep: Keep,
): Promise<void> {
  if (items.length === 0) return;
  const places = await placesOnTranscripts(
    release,
    genome,
    items.map(({ notation }) => notation),
  );
  items.forEach((item, each) => {
    const { text, sequence } = item.notation;
    keep(
      item,
      at(places, each).places,
      !at(places, each).byGene
        ? []
        : [
            `Possible invalid use of gene or protein identifier '${sequence}' as HGVS reference; ${text} may ` +
              'resolve to multiple genomic locations',
          ],
    );
  });
}
