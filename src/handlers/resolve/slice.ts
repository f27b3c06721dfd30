/**
 * From the text of a region to the slice of a genome it means: names, synonyms and UCSC names, coordinate systems and
 * their versions, the ends of the region, circular regions.
 */
import { at, get } from '../../checked.ts';
import { parseRegionQuery, type RegionQuery } from '../../genome/region-query.ts';
import { unversioned, type SeqRegionRecord, type Slice } from '../../genome/seq-region.ts';
import { ApiError, attempt, unwrap, type Outcome } from '../../api-error.ts';
import { sameName } from '../../names/name-text.ts';
import { isTrue } from '../../operation/parameter.ts';
import type { Genome } from '../../release/genome.ts';
import type { CoordSystem } from '../../release/manifest.ts';

export interface SliceOptions {
  /** Name of a coordinate system, or 'toplevel' or 'seqlevel'. */
  coordSystem?: string;
  coordSystemVersion?: string;
  /** What to say of a region that the genome does not have, by the name asked for. */
  notFound?: (name: string) => string;
  /** Also a stretch behind the end of its region, of which nothing is then found; refused without. */
  mayBeBehind?: boolean;
}

/**
 * The slice a region text means. Without a start it begins at 1, without an end (or with one beyond the region) it
 * reaches the region's end; without a strand it is the forward one. Start may exceed end on a circular region only.
 * Costs one read of the region's record. Throws ApiError (400), in Ensembl's words.
 */
export async function resolveSlice(genome: Genome, text: string, options: SliceOptions = {}): Promise<Slice> {
  const [slice] = await resolveSlices(genome, [text], options);
  return unwrap(slice!);
}

/** As resolveSlice for many texts in one wave of reads: the slice of each, or the refusal that stands in its place. */
export async function resolveSlices(
  genome: Genome,
  texts: readonly string[],
  options: SliceOptions = {},
): Promise<Outcome<Slice>[]> {
  const coordSystem = chooseCoordSystem(genome.entry.coordSystems, options);
  const queries = texts.map((text) => attempt(() => parseRegionQuery(text)));
  const names = queries.flatMap((query) => (query instanceof ApiError ? [] : namesToTry(query.name)));
  const found = await genome.seqRegions(names);
  const regions = new Map(names.map((name, each) => [name, at(found, each)]));
  return queries.map((query, each) =>
    query instanceof ApiError
      ? query
      : attempt(() => {
          const tried = namesToTry(query.name);
          const region = tried
            .map((name) => pickRegion(name, get(regions, name), coordSystem))
            .find((picked) => picked !== null);
          if (!region)
            refuseUnknown(query, options.notFound?.(query.name) ?? `No slice found for location ${at(texts, each)}`);
          return place(region, query, options.mayBeBehind);
        }),
  );
}

/** The name as sent and, should nothing bear it, without UCSC's prefix. */
function namesToTry(name: string): string[] {
  return name.startsWith('chr') && name.length > 3 ? [name, name.slice(3)] : [name];
}

/**
 * The best region that bears a name: by name before by synonym, then by either without its version; of several by rank
 * of their coordinate systems.
 */
function pickRegion(
  name: string,
  regions: readonly SeqRegionRecord[],
  coordSystem: CoordSystem | null,
): SeqRegionRecord | null {
  const wanted = coordSystem
    ? regions.filter((region) => region.coordSystem === coordSystem.name && region.version === coordSystem.version)
    : regions;
  const named = wanted.filter((region) => sameName(region.name, name));
  const synonymous = (accession: (synonym: string) => string) =>
    wanted.find((region) => region.synonyms.some((synonym) => sameName(accession(synonym.name), name)));
  return named[0] ?? synonymous((synonym) => synonym) ?? synonymous(unversioned) ?? latestVersion(wanted);
}

/** Regions found under a name without their version (AC008066 for AC008066.4): the one with the highest. */
function latestVersion(regions: readonly SeqRegionRecord[]): SeqRegionRecord | null {
  const version = (region: SeqRegionRecord) => Number(/\.(\d+)$/.exec(region.name)?.[1] ?? -1);
  return regions.reduce<SeqRegionRecord | null>(
    (best, each) => (!best || version(each) > version(best) ? each : best),
    null,
  );
}

/**
 * What a refused region is refused for first: the ends that no region could have, for only a known one can be circular.
 */
function refuseUnknown({ start, end }: RegionQuery, text: string): never {
  throw new ApiError(start !== null && end !== null && start > end ? startBehindEnd(start, end) : text);
}

function place(region: SeqRegionRecord, { start, end, strand }: RegionQuery, mayBeBehind = false): Slice {
  if (start !== null && end !== null && start > end && !region.circular) throw new ApiError(startBehindEnd(start, end));
  if (start !== null && start > region.length && !mayBeBehind) {
    throw new ApiError(
      `Cannot request a slice whose start (${start}) is greater than ${region.length} for ${region.name}.`,
    );
  }
  return { region, start: start ?? 1, end: Math.min(end ?? region.length, region.length), strand: strand ?? 1 };
}

function startBehindEnd(start: number, end: number): string {
  return `Cannot request a slice whose start is greater than its end. Start: ${start}. End: ${end}`;
}

/**
 * The coordinate system that the options unwrap on; null when any will do. A version without a name means chromosomes.
 */
function chooseCoordSystem(known: readonly CoordSystem[], options: SliceOptions): CoordSystem | null {
  const version = options.coordSystemVersion && isTrue(options.coordSystemVersion) ? options.coordSystemVersion : '';
  const name = options.coordSystem || (version ? 'chromosome' : 'toplevel');
  if (!/^[A-Za-z_]+$/.test(name)) throw new ApiError(`Coord_system ${name} is not valid`);
  const wanted = name.toLowerCase();
  if (wanted === 'toplevel') return null;
  const found = findCoordSystem(known, name, version);
  if (found) return found;
  throw new ApiError(
    wanted === 'chromosome' && known.length > 0
      ? 'A chromosome CoordSystem object already exists. Cannot create chromosome alias.'
      : `Unknown coordinate system: name='${name}' version='${version}'`,
  );
}

/**
 * A coordinate system by name and version, letters in either case; 'seqlevel' is the one that has the bases, whatever
 * the version. A version that is false in Perl ('' or '0') means the default one, which is how clients name a
 * coordinate system without versions where they must send one. A genome without chromosomes (linkage groups, primary
 * assembly) is known by its highest coordinate system instead.
 */
export function findCoordSystem(known: readonly CoordSystem[], name: string, version: string): CoordSystem | undefined {
  const wanted = name.toLowerCase();
  const ranked = [...known].sort((a, b) => a.rank - b.rank);
  if (wanted === 'seqlevel') return ranked.find((each) => each.sequenceLevel);
  let named = ranked.filter((each) => each.name.toLowerCase() === wanted);
  if (named.length === 0 && wanted === 'chromosome') named = ranked.filter((each) => each.name === at(ranked, 0).name);
  return isTrue(version)
    ? named.find((each) => sameName(each.version, version))
    : (named.find((each) => each.default) ?? named[0]);
}

/** Throws ApiError (400), in Ensembl's words, for more bases than an operation takes. */
export function checkSliceLength(length: number, longest: number): void {
  if (length > longest)
    throw new ApiError(
      `${length} is greater than the maximum allowed length of ${longest}. Request smaller regions of sequence`,
    );
}
