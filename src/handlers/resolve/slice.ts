/**
 * Converts the text of a region to a slice of a genome. Handles names, synonyms and UCSC names, coordinate systems and
 * their versions, missing coordinates, and circular regions.
 */
import { at, get, only } from '../../checked.ts';
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
  /** Error text for an unknown region, from the name in the request. */
  notFound?: (name: string) => string;
  /** Accept a start beyond the end of the region; by default it returns 400. */
  acceptBeyondEnd?: boolean;
}

/**
 * The slice of a region text. Defaults: start 1, end of the region, forward strand. An end beyond the region is reduced
 * to its end. start > end is allowed only on circular regions. One read. Throws ApiError (400) with Ensembl's texts.
 */
export async function resolveSlice(genome: Genome, text: string, options: SliceOptions = {}): Promise<Slice> {
  return unwrap(only(await resolveSlices(genome, [text], options)));
}

/** As resolveSlice for several texts in one wave of reads: the slice or the error of each. */
export async function resolveSlices(
  genome: Genome,
  texts: readonly string[],
  options: SliceOptions = {},
): Promise<Outcome<Slice>[]> {
  const coordSystem = chooseCoordSystem(genome.entry.coordSystems, options);
  const queries = texts.map((text) => attempt(() => parseRegionQuery(text)));
  const names = queries.flatMap((query) => (query instanceof ApiError ? [] : [query.name, bareName(query.name)]));
  const found = await genome.seqRegions(names);
  const regions = new Map(names.map((name, each) => [name, at(found, each)]));
  return queries.map((query, each) =>
    query instanceof ApiError
      ? query
      : attempt(() => {
          const region = withOrWithoutPrefix(query.name, (name) => pickRegion(name, get(regions, name), coordSystem));
          if (!region)
            throw unknownRegion(
              query,
              options.notFound?.(query.name) ?? `No slice found for location ${at(texts, each)}`,
            );
          return place(region, query, options.acceptBeyondEnd);
        }),
  );
}

/**
 * The regions with these names; null for a name that the genome lacks. One wave of reads, another for names that the
 * genome may have with the prefix chr. Unlike the text of a region, a name of a line of VCF may contain any sign:
 * HLA-A*01:01 is the name of a contig.
 */
export async function findRegions(genome: Genome, names: readonly string[]): Promise<(SeqRegionRecord | null)[]> {
  const asked = names.flatMap((name) => [...new Set([name, withoutPrefix(name)])]);
  const regions = await regionsNamed(genome, asked);
  const find = (name: string) => get(regions, name) ?? get(regions, withoutPrefix(name));
  // Few genomes have names with the prefix, so it costs another wave.
  const others = new Set(names.filter((name) => withoutPrefix(name) === name && find(name) === null));
  const prefixed = await regionsNamed(
    genome,
    Array.from(others, (name) => `chr${name}`),
  );
  return names.map((name) => find(name) ?? prefixed.get(`chr${name}`) ?? null);
}

/** A name without UCSC's prefix. */
function withoutPrefix(name: string): string {
  return /^chr./i.test(name) ? name.slice(3) : name;
}

/** The best region for each name, or null. */
async function regionsNamed(genome: Genome, names: readonly string[]): Promise<Map<string, SeqRegionRecord | null>> {
  const found = names.length > 0 ? await genome.seqRegions(names) : [];
  return new Map(names.map((name, each) => [name, pickRegion(name, at(found, each), null)]));
}

/** A name of a region without UCSC's prefix. */
function bareName(name: string): string {
  return name.startsWith('chr') && name.length > 3 ? name.slice(3) : name;
}

/** The region with exactly this name; else the best for the name without UCSC's prefix; else the best for the name. */
function withOrWithoutPrefix(name: string, pick: (name: string) => SeqRegionRecord | null): SeqRegionRecord | null {
  const named = pick(name);
  const bare = bareName(name);
  return bare === name || (named && sameName(named.name, name)) ? named : (pick(bare) ?? named);
}

/**
 * The best region for a name. Order of precedence: name, synonym, synonym without version, name without version.
 * Regions are sorted by rank of their coordinate systems.
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

/** The region with the highest version, among those found by name without version (AC008066 for AC008066.4). */
function latestVersion(regions: readonly SeqRegionRecord[]): SeqRegionRecord | null {
  const version = (region: SeqRegionRecord) => Number(/\.(\d+)$/.exec(region.name)?.[1] ?? -1);
  return regions.reduce<SeqRegionRecord | null>(
    (best, each) => (!best || version(each) > version(best) ? each : best),
    null,
  );
}

/** The error for an unknown region. start > end takes precedence, since only a known region can be circular. */
function unknownRegion({ start, end }: RegionQuery, text: string): ApiError {
  return new ApiError(start !== null && end !== null && start > end ? startAfterEnd(start, end) : text);
}

function place(region: SeqRegionRecord, { start, end, strand }: RegionQuery, acceptBeyondEnd = false): Slice {
  if (start !== null && end !== null && start > end && !region.circular) throw new ApiError(startAfterEnd(start, end));
  if (start !== null && start > region.length && !acceptBeyondEnd) {
    throw new ApiError(
      `Cannot request a slice whose start (${start}) is greater than ${region.length} for ${region.name}.`,
    );
  }
  return { region, start: start ?? 1, end: Math.min(end ?? region.length, region.length), strand: strand ?? 1 };
}

function startAfterEnd(start: number, end: number): string {
  return `Cannot request a slice whose start is greater than its end. Start: ${start}. End: ${end}`;
}

/** The coordinate system of the options; null if any is accepted. A version without name means chromosomes. */
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
 * A coordinate system by name and version, in any case. 'seqlevel' means the one that contains the bases; the version
 * is ignored. A version that is false in Perl ('' or '0') means the default version. In a genome without chromosomes
 * (linkage groups, primary assembly), 'chromosome' means the coordinate system of highest rank.
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

/** Throws ApiError (400) with Ensembl's text if a slice has more bases than the operation allows. */
export function checkSliceLength(length: number, longest: number): void {
  if (length > longest)
    throw new ApiError(
      `${length} is greater than the maximum allowed length of ${longest}. Request smaller regions of sequence`,
    );
}
