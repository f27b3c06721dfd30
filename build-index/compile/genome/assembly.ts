/**
 * How the seq regions of a genome are assembled from one another: the `assembly` table (chromosomes from scaffolds and
 * contigs, alignments of old and new assemblies) and `assembly_exception` (haplotypes, patches, pseudo-autosomal
 * regions).
 */
import type { Segment } from '../../../src/genome/seq-region.ts';
import type { CoordSystem } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import { REGION_TABLE, type DumpRegion, type RegionSet } from './regions.ts';

/**
 * An interval of one region that is identical with an interval of a target: another region or a piece of stored bases.
 * See Segment.
 */
export interface MappedInterval<T = DumpRegion> {
  start: number;
  end: number;
  target: T;
  /** Position of the target at `start` (on strand -1: at `end`). */
  from: number;
  strand: 1 | -1;
}

interface Exception {
  start: number;
  end: number;
  type: string;
  reference: DumpRegion;
  referenceStart: number;
  referenceEnd: number;
}

/**
 * SQL: does a row of the assembly table join two intervals base by base? Other rows are skipped: Ensembl's mapper
 * rejects intervals of different lengths.
 */
export const JOINS_INTERVALS =
  'asm_start >= 1 AND asm_end >= asm_start AND cmp_start >= 1 AND cmp_end - cmp_start = asm_end - asm_start';

/** Chains such as chromosome -> scaffold -> contig. Longer ones do not occur; the limit ends cycles. */
const MAX_CHAIN = 4;

export class Assembly {
  readonly #components: Map<number, MappedInterval[]>;
  readonly #placements: Map<number, MappedInterval[]>;
  readonly #exceptions: Map<number, Exception[]>;
  readonly #exceptionsListed: boolean;
  readonly #hasDna: (region: DumpRegion) => boolean;

  private constructor(
    components: Map<number, MappedInterval[]>,
    placements: Map<number, MappedInterval[]>,
    exceptions: Map<number, Exception[]>,
    exceptionsListed: boolean,
    hasDna: (region: DumpRegion) => boolean,
  ) {
    this.#components = components;
    this.#placements = placements;
    this.#exceptions = exceptions;
    this.#exceptionsListed = exceptionsListed;
    this.#hasDna = hasDna;
  }

  static async load(
    database: Database,
    { byId }: RegionSet,
    hasDna: (region: DumpRegion) => boolean,
  ): Promise<Assembly> {
    const components = new Map<number, MappedInterval[]>();
    const placements = new Map<number, MappedInterval[]>();
    const rows = database.rows<
      Record<'asm' | 'cmp' | 'asm_start' | 'asm_end' | 'cmp_start' | 'cmp_end' | 'ori', number>
    >(
      `SELECT asm_seq_region_id AS asm, cmp_seq_region_id AS cmp, asm_start, asm_end, cmp_start, cmp_end, ori
       FROM assembly JOIN ${REGION_TABLE} r ON r.seq_region_id = asm_seq_region_id WHERE ${JOINS_INTERVALS}
         ORDER BY r.ordinal, asm_start, cmp_seq_region_id`,
    );
    for await (const row of rows) {
      const [assembled, component] = [byId.get(row.asm), byId.get(row.cmp)];
      if (!assembled || !component) continue;
      const strand = row.ori === -1 ? -1 : 1;
      push(components, row.asm, {
        start: row.asm_start,
        end: row.asm_end,
        target: component,
        from: row.cmp_start,
        strand,
      });
      push(placements, row.cmp, {
        start: row.cmp_start,
        end: row.cmp_end,
        target: assembled,
        from: row.asm_start,
        strand,
      });
    }
    const [listed] = await database.all<{ n: number }>(
      "SELECT count(*) AS n FROM meta_coord WHERE table_name = 'assembly_exception'",
    );
    return new Assembly(components, placements, await loadExceptions(database, byId), (listed?.n ?? 0) > 0, hasDna);
  }

  /**
   * assembly_exception.exc_type of a region; empty if the region has none or if meta_coord does not list the table.
   */
  exceptionType(region: DumpRegion): string {
    return this.#exceptionsListed ? (this.#exceptions.get(region.id)?.[0]?.type ?? '') : '';
  }

  /**
   * The intervals of a region, ascending and disjoint, whose bases a region with dna supplies. Ignores exceptions.
   */
  sequenceIntervals(region: DumpRegion, chain = MAX_CHAIN): MappedInterval[] {
    if (this.#hasDna(region)) return [{ start: 1, end: region.length, target: region, from: 1, strand: 1 }];
    const components = this.#components.get(region.id) ?? [];
    const direct = components.filter((interval) => this.#hasDna(interval.target));
    if (direct.length > 0 || chain === 0) return disjoint(direct);
    const composed = components
      .filter(({ target: { coordSystem } }) => coordSystem.default && coordSystem.rank > region.coordSystem.rank)
      .flatMap((interval) => compose(interval, this.sequenceIntervals(interval.target, chain - 1)));
    return disjoint(composed);
  }

  /** The rows of the assembly table that join a region with regions of a coordinate system, unclipped and unordered. */
  intervalsOn({ id }: DumpRegion, coordSystem: CoordSystem): MappedInterval[] {
    return [...(this.#components.get(id) ?? []), ...(this.#placements.get(id) ?? [])].filter(
      ({ target }) => target.coordSystem === coordSystem,
    );
  }

  /** The top-level intervals to which a region maps; empty for a top-level region. */
  topLevelIntervals(region: DumpRegion, chain = MAX_CHAIN): MappedInterval[] {
    if (region.topLevel || chain === 0) return [];
    const near = [...(this.#placements.get(region.id) ?? []), ...(this.#components.get(region.id) ?? [])];
    const direct = near.filter((interval) => interval.target.topLevel);
    if (direct.length > 0) return direct;
    const through = this.#hasDna(region) ? (this.#placements.get(region.id) ?? []) : this.sequenceIntervals(region);
    return through.flatMap((interval) => compose(interval, this.topLevelIntervals(interval.target, chain - 1)));
  }

  /** The intervals of a haplotype, patch or region with a PAR whose sequence is that of another region. */
  borrowedIntervals(region: DumpRegion): MappedInterval[] {
    const exceptions = this.#exceptions.get(region.id) ?? [];
    const borrowed: MappedInterval[] = exceptions
      .filter(({ type }) => type === 'PAR')
      .map((each) => ({
        start: each.start,
        end: each.end,
        target: each.reference,
        from: each.referenceStart,
        strand: 1,
      }));
    // A haplotype or patch equals the reference outside its exceptions: walk from one to the next on both regions.
    const variants = exceptions.filter(({ type }) => type !== 'PAR');
    let [next, from] = [1, 1];
    for (const { start, end, reference, referenceEnd } of variants) {
      if (start > next) borrowed.push({ start: next, end: start - 1, target: reference, from, strand: 1 });
      [next, from] = [end + 1, referenceEnd + 1];
    }
    const last = variants.at(-1);
    if (last && next <= region.length)
      borrowed.push({ start: next, end: region.length, target: last.reference, from, strand: 1 });
    return borrowed.sort((a, b) => a.start - b.start);
  }

  /**
   * Is the region a haplotype or patch? Outside its exceptions it shows the reference, so that its bases are not a
   * sequence that anyone submitted.
   */
  isAlternative(region: DumpRegion): boolean {
    return this.#exceptions.get(region.id)?.some(({ type }) => type !== 'PAR') ?? false;
  }

  /** The intervals [start, end] of a region that it does not borrow. */
  ownIntervals(region: DumpRegion): [start: number, end: number][] {
    const own: [number, number][] = [];
    let next = 1;
    for (const { start, end } of this.borrowedIntervals(region)) {
      if (start > next) own.push([next, start - 1]);
      next = end + 1;
    }
    if (next <= region.length) own.push([next, region.length]);
    return own;
  }
}

/** The form in which the index stores an interval. */
export function asSegment({ start, end, target, from, strand }: MappedInterval): Segment {
  return { start, end, region: target.ordinal, name: target.name, from, strand };
}

/**
 * Clips intervals to [start, end] of their region. `from` moves by the bases that are cut off at its end of the
 * interval.
 */
export function clip<T>(intervals: readonly MappedInterval<T>[], start: number, end: number): MappedInterval<T>[] {
  return intervals
    .filter((each) => each.start <= end && each.end >= start)
    .map((each) => {
      const [first, last] = [Math.max(each.start, start), Math.min(each.end, end)];
      const cut = each.strand === 1 ? first - each.start : each.end - last;
      return { ...each, start: first, end: last, from: each.from + cut };
    });
}

/** `outer` maps region A to B, `inner` maps B to others. Returns the intervals that map A to the others. */
export function compose<T>(outer: MappedInterval<unknown>, inner: readonly MappedInterval<T>[]): MappedInterval<T>[] {
  const length = outer.end - outer.start + 1;
  return clip(inner, outer.from, outer.from + length - 1).map((each) => {
    const [low, high] = [each.start - outer.from, each.end - outer.from];
    const [start, end] =
      outer.strand === 1 ? [outer.start + low, outer.start + high] : [outer.end - high, outer.end - low];
    return { start, end, target: each.target, from: each.from, strand: outer.strand === each.strand ? 1 : -1 };
  });
}

/** Sorts intervals by start and removes overlaps: the earlier interval keeps the shared bases. */
export function disjoint<T>(intervals: MappedInterval<T>[]): MappedInterval<T>[] {
  const result: MappedInterval<T>[] = [];
  let next = 1;
  for (const interval of intervals.sort((a, b) => a.start - b.start)) {
    if (interval.end < next) continue;
    result.push(...clip([interval], next, interval.end));
    next = interval.end + 1;
  }
  return result;
}

async function loadExceptions(database: Database, byId: Map<number, DumpRegion>): Promise<Map<number, Exception[]>> {
  const exceptions = new Map<number, Exception[]>();
  const rows = database.rows<{
    id: number;
    start: number;
    end: number;
    type: string;
    reference: number;
    exc_start: number;
    exc_end: number;
  }>(
    `SELECT seq_region_id AS id, seq_region_start AS start, seq_region_end AS end, exc_type AS type,
       exc_seq_region_id AS reference, exc_seq_region_start AS exc_start, exc_seq_region_end AS exc_end
     FROM assembly_exception JOIN ${REGION_TABLE} USING (seq_region_id) ORDER BY seq_region_id, seq_region_start`,
  );
  for await (const row of rows) {
    const reference = byId.get(row.reference);
    if (!reference || !byId.has(row.id)) continue;
    push(exceptions, row.id, { ...row, reference, referenceStart: row.exc_start, referenceEnd: row.exc_end });
  }
  return exceptions;
}

function push<T>(map: Map<number, T[]>, key: number, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
