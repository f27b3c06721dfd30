import { at } from '../../../src/checked.ts';
import { directoryOfSlice } from '../../../src/index/sequence/chunk-directory.ts';
import type { PackedSequenceWriter } from '../../../src/index/sequence/packed-sequence.ts';
import { type Assembly, type MappedInterval, clip, compose, disjoint } from './assembly.ts';
import { assembledBases } from './region-bases.ts';
import type { DumpRegion, RegionSet } from './regions.ts';
import type { MaskedRun, RepeatMask } from './repeat-mask.ts';
import type { ScratchBases } from './scratch-bases.ts';

/** An interval of a region whose bases are stored; the target is the chunk directory of the stored sequence. */
export type StoredBases = MappedInterval<Uint8Array>;

/**
 * Stores the bases of a genome. Top-level regions are stored assembled, so that a slice of a chromosome is one read.
 * Regions with dna are stored only where no chromosome contains the same bases and mask. All other regions (components,
 * scaffolds, clones, old assemblies) refer to these, and patches, haplotypes and PARs refer to the reference.
 *
 * @returns the intervals of every region with bases, ascending and disjoint; other positions are N
 */
export async function compileSequence(
  regions: RegionSet,
  assembly: Assembly,
  scratch: ScratchBases,
  mask: RepeatMask,
  writer: PackedSequenceWriter,
): Promise<Map<DumpRegion, StoredBases[]>> {
  const own = new Map<DumpRegion, StoredBases[]>();
  const isAssembled = (region: DumpRegion) => region.topLevel && !scratch.has(region.id) && !isCopy(region, assembly);
  const components = new ComponentBases(regions, assembly, mask, isAssembled);

  async function ownBases(region: DumpRegion): Promise<StoredBases[]> {
    const known = own.get(region);
    if (known) return known;
    const stored: StoredBases[] = [];
    if (isCopy(region, assembly) || (!region.topLevel && !scratch.has(region.id))) {
      for (const source of assembly.sequenceIntervals(region))
        stored.push(...partsOf(source, await ownBases(source.target)));
    } else if (assembly.sequenceIntervals(region).length > 0) {
      const storedElsewhere = components.intervalsOf(region);
      for (const [first, last] of assembly.ownIntervals(region)) {
        let next = first;
        for (const elsewhere of clip(storedElsewhere, first, last)) {
          if (elsewhere.start > next) stored.push(await store(region, next, elsewhere.start - 1));
          stored.push(...partsOf(elsewhere, await ownBases(elsewhere.target)));
          next = elsewhere.end + 1;
        }
        if (next <= last) stored.push(await store(region, next, last));
      }
    }
    own.set(region, stored);
    return stored;
  }

  async function store(region: DumpRegion, first: number, last: number): Promise<StoredBases> {
    writer.begin(mask.runs(region, first, last));
    for (const bases of assembledBases(scratch, clip(assembly.sequenceIntervals(region), first, last), first, last))
      await writer.append(bases);
    return { start: first, end: last, target: await writer.end(), from: 1, strand: 1 };
  }

  const all = new Map<DumpRegion, StoredBases[]>();
  for (const region of regions.list) {
    const intervals = [...(await ownBases(region))];
    for (const borrowed of assembly.borrowedIntervals(region))
      intervals.push(...partsOf(borrowed, await ownBases(borrowed.target)));
    if (intervals.length > 0)
      all.set(
        region,
        intervals.sort((a, b) => a.start - b.start),
      );
  }
  return all;
}

/** Is a region identical with the whole of another region with dna? */
function isCopy(region: DumpRegion, assembly: Assembly): boolean {
  const [source, ...more] = assembly.sequenceIntervals(region);
  return (
    source !== undefined &&
    more.length === 0 &&
    source.target !== region &&
    source.strand === 1 &&
    source.from === 1 &&
    source.start === 1 &&
    source.end === region.length &&
    source.target.length === region.length
  );
}

/** Like compose, with directories that contain only the chunks of the interval. */
function partsOf(outer: MappedInterval, inner: readonly StoredBases[]): StoredBases[] {
  return compose(outer, inner).map((interval) => ({
    ...interval,
    target: directoryOfSlice(interval.target, interval.from, interval.from + interval.end - interval.start),
  }));
}

/**
 * Allowed differences of the mask in an interval, plus one per BASES_PER_DIFFERENCE. A repeat across the end of a
 * component is masked on the chromosome only, so the mask usually differs at the ends of an interval.
 */
const MAX_DIFFERENCES = 4;
const BASES_PER_DIFFERENCE = 10_000;

/** Finds the intervals of components whose bases and mask are stored in assembled regions. */
class ComponentBases {
  readonly #assembly: Assembly;
  readonly #mask: RepeatMask;
  /** By seq_region_id of a component. */
  readonly #used = new Map<number, MappedInterval[]>();

  /** @param isAssembled is a region stored assembled from its components? */
  constructor({ list }: RegionSet, assembly: Assembly, mask: RepeatMask, isAssembled: (region: DumpRegion) => boolean) {
    this.#assembly = assembly;
    this.#mask = mask;
    for (const region of list) if (isAssembled(region)) this.#addComponentsOf(region);
  }

  /** The intervals of a component, ascending and disjoint, that another region contains with equal bases and mask. */
  intervalsOf(component: DumpRegion): MappedInterval[] {
    return disjoint(this.#used.get(component.id) ?? []).flatMap((interval) => this.#equallyMasked(component, interval));
  }

  #addComponentsOf(region: DumpRegion): void {
    const sources = this.#assembly.sequenceIntervals(region);
    for (const [first, last] of this.#assembly.ownIntervals(region)) {
      for (const { start, end, target, from, strand } of clip(sources, first, last)) {
        const used = this.#used.get(target.id) ?? [];
        used.push({ start: from, end: from + end - start, target: region, from: start, strand });
        this.#used.set(target.id, used);
      }
    }
  }

  /** The parts of an interval with the same mask on the component and the target; none if there are too many. */
  #equallyMasked(component: DumpRegion, interval: MappedInterval): MappedInterval[] {
    const { start, end, target, from, strand } = interval;
    const length = end - start + 1;
    const onTarget = this.#mask.runs(target, from, from + length - 1);
    const differing = differences(
      this.#mask.runs(component, start, end),
      strand === 1 ? onTarget : onTarget.map(([a, b]): MaskedRun => [length - b + 1, length - a + 1]).reverse(),
    );
    if (differing.length > MAX_DIFFERENCES + length / BASES_PER_DIFFERENCE) return [];
    let next = start;
    const parts: MappedInterval[] = [];
    for (const [first, last] of [...differing, [length + 1, length + 1] as const]) {
      if (start + first - 1 > next) parts.push(...clip([interval], next, start + first - 2));
      next = start + last;
    }
    return parts;
  }
}

/** The runs of positions that only one of two lists covers, ascending. */
export function differences(a: readonly MaskedRun[], b: readonly MaskedRun[]): MaskedRun[] {
  const edges = [...a, ...b].flatMap(([start, end]) => [start, end + 1]).sort((one, other) => one - other);
  const differing: MaskedRun[] = [];
  for (let index = 0; index < edges.length; index += 2) {
    const [start, next] = [at(edges, index), at(edges, index + 1)];
    if (start < next) differing.push([start, next - 1]);
  }
  return differing;
}
