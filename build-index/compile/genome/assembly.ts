/**
 * How the seq regions of a genome are made of one another: the `assembly` table (chromosomes out of scaffolds and
 * contigs, old assemblies beside new ones) and `assembly_exception` (haplotypes, patches, pseudo-autosomal regions).
 */
import type { Segment } from '../../../src/genome/seq-region.ts';
import type { CoordSystem } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import { REGION_TABLE, type DumpRegion, type RegionSet } from './regions.ts';

/**
 * An interval of one region that is an interval of something else: as Segment, of a region of the dump or of stored
 * bases.
 */
export interface MappedInterval<T = DumpRegion> {
  start: number;
  end: number;
  target: T;
  /** Position of the target that `start` (on strand -1: `end`) stands for. */
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
 * SQL: does a row of the assembly table join two intervals base by base? Others lead nowhere: Ensembl's mapper refuses
 * intervals
 * of different lengths.
 */
export const JOINS_STRETCHES =
  'asm_start >= 1 AND asm_end >= asm_start AND cmp_start >= 1 AND cmp_end - cmp_start = asm_end - asm_start';

// Chains such as chromosome -> scaffold -> contig; longer ones do not occur, circles must end.
const LONGEST_CHAIN = 4;

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
       FROM assembly JOIN ${REGION_TABLE} r ON r.seq_region_id = asm_seq_region_id WHERE ${JOINS_STRETCHES}
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
   * assembly_exception.exc_type of a region; empty for one without, and for all when meta_coord does not list that
   * table.
   */
  exceptionType(region: DumpRegion): string {
    return this.#exceptionsListed ? (this.#exceptions.get(region.id)?.[0]?.type ?? '') : '';
  }

  /**
   * The intervals of a region, ascending and disjoint, for which a region with dna gives the bases. Exceptions aside.
   */
  sequenceIntervals(region: DumpRegion, chain = LONGEST_CHAIN): MappedInterval[] {
    if (this.#hasDna(region)) return [{ start: 1, end: region.length, target: region, from: 1, strand: 1 }];
    const components = this.#components.get(region.id) ?? [];
    const direct = components.filter((interval) => this.#hasDna(interval.target));
    if (direct.length > 0 || chain === 0) return disjoint(direct);
    const composed = components
      .filter(({ target: { coordSystem } }) => coordSystem.default && coordSystem.rank > region.coordSystem.rank)
      .flatMap((interval) => compose(interval, this.sequenceIntervals(interval.target, chain - 1)));
    return disjoint(composed);
  }

  /** Where the assembly table puts a region together with regions of a coordinate system: whole rows, in no order. */
  intervalsOn({ id }: DumpRegion, coordSystem: CoordSystem): MappedInterval[] {
    return [...(this.#components.get(id) ?? []), ...(this.#placements.get(id) ?? [])].filter(
      ({ target }) => target.coordSystem === coordSystem,
    );
  }

  /** For a region that is not top level: the top level intervals that it is (a component of). */
  topLevelIntervals(region: DumpRegion, chain = LONGEST_CHAIN): MappedInterval[] {
    if (region.topLevel || chain === 0) return [];
    const near = [...(this.#placements.get(region.id) ?? []), ...(this.#components.get(region.id) ?? [])];
    const direct = near.filter((interval) => interval.target.topLevel);
    if (direct.length > 0) return direct;
    const through = this.#hasDna(region) ? (this.#placements.get(region.id) ?? []) : this.sequenceIntervals(region);
    return through.flatMap((interval) => compose(interval, this.topLevelIntervals(interval.target, chain - 1)));
  }

  /** The intervals of a haplotype, patch or PAR-bearing region that are another region's; the rest is its own. */
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
    // A haplotype or patch is the reference but for its exceptions: walk from one to the next on both regions.
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

  /** The intervals [start, end] of a region that are its own. */
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

/** As the index stores it. */
export function asSegment({ start, end, target, from, strand }: MappedInterval): Segment {
  return { start, end, region: target.ordinal, name: target.name, from, strand };
}

/**
 * The part of `intervals` that lies in [start, end] of their region, clipped. Clipping moves `from` by what is cut off
 * at the end that `from` belongs to.
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

/** `outer` leads from region A to B, `inner` from B to others: the intervals of A that lead there directly. */
export function compose<T>(outer: MappedInterval<unknown>, inner: readonly MappedInterval<T>[]): MappedInterval<T>[] {
  const length = outer.end - outer.start + 1;
  return clip(inner, outer.from, outer.from + length - 1).map((each) => {
    const [low, high] = [each.start - outer.from, each.end - outer.from];
    const [start, end] =
      outer.strand === 1 ? [outer.start + low, outer.start + high] : [outer.end - high, outer.end - low];
    return { start, end, target: each.target, from: each.from, strand: (outer.strand * each.strand) as 1 | -1 };
  });
}

/** Sorted by start; where two overlap the earlier one keeps its bases. */
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
