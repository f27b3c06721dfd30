/** From the texts of a request to variants placed in the genome. */
import { at } from '../../checked.ts';
import { ApiError, attempt, type Outcome } from '../../api-error.ts';
import { matesOf } from '../../effects/breakends.ts';
import { isBreakpointClass } from '../../effects/structural-variant-effect.ts';
import {
  ensemblLine,
  formatOf,
  MAX_ALLELE,
  MAX_LINE,
  refuseImpossible,
  regionLine,
  separatorOf,
  skipped,
  vcfLine,
  type LineVariant,
} from '../../effects/input-line.ts';
import { looksLikeHgvs } from '../../variants/hgvs-notation.ts';
import { Flanks } from '../../variants/variant-shift.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { genomeWithDna, readBases } from '../../release/sequence-reader.ts';
import { forwardSlice } from '../../genome/seq-region.ts';
import { findRegions } from '../resolve/slice.ts';
import { asText } from '../variant-recoder/transcript-sequences.ts';
import { placeItems, type PlacedItem } from '../variant-recoder/place-items.ts';
import type { VariantPlace } from '../variant-recoder/variant-place.ts';
import { prefetchAround } from './around.ts';
import { windowsOf } from './feature-blocks.ts';
import { MAX_VARIANTS } from './options.ts';
import { placeStructural } from './structural-ids.ts';
import type { Placed, PlacedMate } from './vep-variant.ts';

/** A variant, or a line that is only echoed. */
export type PlacedLine = Placed | { echo: string };

export interface PlacedInputs {
  lines: PlacedLine[];
  /** Why lines were left out, in their order. */
  refusals: ApiError[];
}

/**
 * Lines of a POST: the first decides the format of all. Reads as placeNames or placeVariants.
 *
 * @param most lines, also those that line breaks within a text separate
 * @param onlyUnique as in HowToPlace
 */
export async function placeLines(
  release: Release,
  genome: Genome,
  texts: readonly string[],
  { most = MAX_VARIANTS, onlyUnique }: { most?: number; onlyUnique: boolean },
): Promise<PlacedInputs> {
  const sent = texts.flatMap((text) => text.split(/\r?\n|\r/)).filter((text) => text.trim() !== '');
  if (sent.length > most)
    throw new ApiError(
      `POST message too large. You have submitted ${sent.length} elements but a limit of ${most} is in ` +
        'place. Request smaller regions or lists of IDs',
    );
  const [first = ''] = sent;
  const separator = separatorOf(first);
  const joint = separator.source === '\\t' ? '\t' : ' ';
  const format = formatOf(first.split(separator));
  if (format === null)
    throw new ApiError(
      `variant '${short(first)}' has no known format; use VCF, '1 100 100 A/G 1', HGVS, SPDI or an id`,
    );
  if (format === 'hgvs' || format === 'spdi' || format === 'id')
    return placeNames(release, genome, sent, { onlyIds: format === 'id', onlyUnique });
  const outcomes = sent.map((text) =>
    attempt((): LineVariant => {
      if (text.length > MAX_LINE) throw skipped(text, tooLong(text));
      const columns = { columns: format === 'vcf' && joint === ' ' ? text.split(/\s+/) : text.split(separator), joint };
      const line =
        format === 'region'
          ? regionLine(text.replaceAll(/\s+/g, ''))
          : format === 'vcf'
            ? vcfLine(columns)
            : ensemblLine(columns);
      const [, start = '', end = ''] = columns.columns;
      refuseImpossible(line, format === 'region' ? null : { start, end });
      return line;
    }),
  );
  return placeVariants(release, genome, outcomes);
}

function tooLong(text: string): string {
  return `it has ${text.length} characters; at most ${MAX_LINE} are allowed`;
}

function short(text: string): string {
  return text.length > 50 ? `${text.slice(0, 46)}...` : text;
}

/** Finds the regions of lines and the bases of references to look up. One wave of reads each; see findRegions. */
export async function placeVariants(
  release: Release,
  genome: Genome,
  outcomes: readonly Outcome<LineVariant>[],
): Promise<PlacedInputs> {
  const lines = outcomes.flatMap((each) => (each instanceof ApiError ? [] : [each]));
  const names = [...new Set(lines.flatMap(sequencesOf))];
  const asked = names.map((name) => name.replace(/^M$/, 'MT'));
  const [found] = await Promise.all([asked.length > 0 ? findRegions(genome, asked) : [], prefetchAround(genome)]);
  const regions = new Map(names.map((name, index) => [name, at(found, index)]));
  const result: PlacedInputs = { lines: [], refusals: [] };
  const lookups: { placed: Placed; line: LineVariant }[] = [];
  for (const outcome of outcomes) {
    const placed =
      outcome instanceof ApiError ? outcome : attempt(() => placeLine(outcome, (name) => regions.get(name)));
    if (placed instanceof ApiError) result.refusals.push(placed);
    else {
      result.lines.push(placed);
      if (!(outcome instanceof ApiError) && outcome.lookUpReference && !('echo' in placed))
        lookups.push({ placed, line: outcome });
    }
  }
  if (lookups.length > 0) await lookUp(await genomeWithDna(release, genome), lookups);
  return result;
}

/** Names of the regions that a line is about: its own, and those of the mates of a breakpoint. */
export function sequencesOf({ sequence, symbolic }: LineVariant): string[] {
  return [sequence, ...(symbolic === null ? [] : matesOf(symbolic).map((mate) => mate.sequence))];
}

/** The line in a region. Throws for a region that the genome lacks; mates in such a region are left out. */
export function placeLine(
  line: LineVariant,
  regionOf: (name: string) => Placed['region'] | null | undefined,
): PlacedLine {
  if (line.incomplete) return { echo: line.input };
  const region = regionOf(line.sequence);
  if (!region) throw skipped(line.input, `Could not fetch slice for chromosome ${line.sequence}`);
  const { input, name, start, end, strand, alleles, original, soClass, symbolic, isWhole } = line;
  const sequence = line.sequence === 'M' ? 'MT' : line.sequence;
  const mates =
    soClass !== null && symbolic !== null && isBreakpointClass(soClass)
      ? matesOf(symbolic).flatMap((mate): PlacedMate[] => {
          const found = regionOf(mate.sequence);
          if (!found || mate.position > found.length) return [];
          return [{ text: mate.text, region: found, position: mate.position }];
        })
      : [];
  const given = { input, name, start, end, strand, alleles, original, soClass, symbolic, isWhole };
  return { ...given, region, sequence, mates };
}

/** Writes what the genome has there into the place of the reference. */
async function lookUp(dna: Genome, lookups: readonly { placed: Placed; line: LineVariant }[]): Promise<void> {
  const wanted = lookups.filter(({ line }) => line.start <= line.end);
  const bases = await readBases(
    dna,
    wanted.map(({ placed: { region, start, end, strand } }) => ({ ...forwardSlice(region, { start, end }), strand })),
  );
  wanted.forEach(({ placed }, index) => {
    placed.alleles = [asText(at(bases, index)), ...placed.alleles.slice(1)];
    placed.original = placed.alleles.join('/');
  });
}

/** Bases on either side of a variant in which genes are read ahead, whatever `distance` is. */
const USUAL_REACH = 5000;

/** Reads the features around places on the forward strand, in the same wave as their regions or bases. */
export function readFeaturesAhead(
  genome: Genome,
  places: readonly { region: { ordinal: number }; start: number; end: number }[],
): Promise<void> {
  const near = places.map(({ region, start, end }) => ({
    region: region.ordinal,
    start: Math.min(start, end),
    end: Math.max(start, end),
  }));
  const wide = near.map((each) => ({
    ...each,
    start: Math.max(1, each.start - USUAL_REACH),
    end: each.end + USUAL_REACH,
  }));
  return genome.readAhead({
    genes: wide,
    'regulatory-features': near.map((each) => ({ ...each, ...windowsOf(each) })),
    'motif-features': near,
    // Known variants next to an insertion count, too: colocatedSlice.
    'variant-features': near.map(({ region, start, end }) => ({ region, start: Math.max(1, start - 1), end: end + 1 })),
  });
}

interface HowToPlace {
  /** Whether texts are names of known variants, even if they look like notations. */
  onlyIds: boolean;
  /**
   * Whether of a notation that may mean several changes the first is taken. On a gene, it is on the likely transcript;
   * in a protein, on the first transcript where only one change of bases gives the residue.
   */
  onlyUnique: boolean;
}

/** Like placeItems; as in Ensembl's VEP, notations with brackets are refused. */
async function placeReadable(
  release: Release,
  genome: Genome,
  texts: readonly string[],
  { onlyIds, onlyUnique }: HowToPlace,
): Promise<PlacedItem[]> {
  const isReadable = (text: string) => onlyIds || !(/[[\]]/.test(text) && looksLikeHgvs(text.replaceAll(/\s+/g, '')));
  const items = await placeItems(
    release,
    genome,
    texts.filter(isReadable),
    (mappings) => readFeaturesAhead(genome, mappings),
    { mostBases: MAX_ALLELE, onlyIds, onlyLikely: onlyUnique },
  );
  let next = 0;
  return texts.map((text) => {
    if (isReadable(text)) return at(items, next++);
    const input = text.replaceAll(/\s+/g, '');
    return { input, places: new ApiError(`Unable to parse HGVS notation '${input}'`), warnings: [] };
  });
}

/**
 * Names, HGVS and SPDI. Two waves of reads, and one for the bases that notations name; two more for names of structural
 * variants.
 */
export async function placeNames(
  release: Release,
  genome: Genome,
  texts: readonly string[],
  how: HowToPlace,
): Promise<PlacedInputs> {
  const long = texts.find((text) => text.length > MAX_LINE);
  if (long !== undefined) throw new ApiError(`variant '${short(long)}' is too long: ${tooLong(long)}`);
  const [items] = await Promise.all([placeReadable(release, genome, texts, how), prefetchAround(genome)]);
  const unknown = items.flatMap(({ input, places }) =>
    places instanceof ApiError && /^No variant found/.test(places.message) ? [input] : [],
  );
  const structural = new Map(
    (await placeStructural(genome, unknown)).map((placed, index) => [at(unknown, index), placed]),
  );
  const dna = await genomeWithDna(release, genome);
  const places = items.flatMap(({ places: found }) =>
    found instanceof ApiError ? [] : found.filter(({ hasKnownAlleles }) => !hasKnownAlleles),
  );
  const flanks = await readBases(
    dna,
    places.map(({ region, start, end }) =>
      forwardSlice(region, { start: Math.min(start, end) - 1, end: Math.max(start, end) + 1 }),
    ),
  );
  const result: PlacedInputs = { lines: [], refusals: [] };
  let next = 0;
  for (const { input, places: found } of items) {
    if (found instanceof ApiError) {
      for (const outcome of structural.get(input) ?? [found])
        if (outcome instanceof ApiError) result.refusals.push(outcome);
        else result.lines.push(outcome);
      continue;
    }
    const settled = found.map((place) => {
      const bases = place.hasKnownAlleles ? '' : asText(at(flanks, next++));
      const first = Math.min(place.start, place.end) - 1;
      const low = place.region.circular ? first : Math.max(1, first);
      return { place, outcome: attempt(() => place.allelesWith(new Flanks(low, bases))) };
    });
    const all = settled.flatMap(({ place, outcome }) =>
      outcome instanceof ApiError ? [] : outcome.map((alleles) => ({ place, alleles })),
    );
    // A known variant has an effect at each of its places.
    const isKnown = found.some(({ hasKnownAlleles }) => hasKnownAlleles);
    const chosen = how.onlyUnique && !isKnown ? onlyChange(all) : all;
    if (all.length > 0 && chosen.length === 0) {
      result.refusals.push(
        new ApiError(
          `Unable to parse HGVS notation '${input}': Could not uniquely determine nucleotide change from ${input}`,
        ),
      );
      continue;
    }
    for (const { outcome } of settled) if (outcome instanceof ApiError) result.refusals.push(outcome);
    for (const { place, alleles } of chosen)
      result.lines.push({
        input,
        name: input,
        region: place.region,
        sequence: place.region.name,
        ...alleles,
        knownClass: place.knownClass,
      });
  }
  return result;
}

/** The change of the first transcript that has only one, as all notations but those of residues have; else none. */
function onlyChange<T extends { place: VariantPlace }>(changes: readonly T[]): readonly T[] {
  const byTranscript = Map.groupBy(changes, ({ place }) => place.transcript);
  return [...byTranscript.values()].find(({ length }) => length === 1) ?? [];
}
