/**
 * Where the bases of contigs and clones stand in the regions that are put together of them: what is stored as part of a chromosome
 * need not be stored again.
 */
import { clip, disjoint, type Assembly, type Stretch } from './assembly.ts';
import type { DumpRegion, RegionSet } from './regions.ts';
import type { MaskedRun, RepeatMask } from './repeat-mask.ts';

/** A repeat over the end of a component is masked on the chromosome alone: each end of each stretch may differ, and few stretches else. */
const DIFFERENCES = 4;
/** More are masked another way: one for so many bases. */
const BASES_A_DIFFERENCE = 10_000;

export class ComponentBases {
  readonly #assembly: Assembly;
  readonly #mask: RepeatMask;
  /** By seq_region_id of a component. */
  readonly #used = new Map<number, Stretch[]>();

  /** @param assembled regions that are stored put together */
  constructor({ list }: RegionSet, assembly: Assembly, mask: RepeatMask, assembled: (region: DumpRegion) => boolean) {
    this.#assembly = assembly;
    this.#mask = mask;
    for (const region of list) if (assembled(region)) this.#note(region);
  }

  /** The stretches of a region, ascending and disjoint, that stand in other regions in bases and mask; the rest is its own. */
  stretchesOf(component: DumpRegion): Stretch[] {
    return disjoint(this.#used.get(component.id) ?? []).flatMap((stretch) => this.#alike(component, stretch));
  }

  #note(region: DumpRegion): void {
    const sources = this.#assembly.sequenceStretches(region);
    for (const [first, last] of this.#assembly.ownStretches(region)) {
      for (const { start, end, target, from, strand } of clip(sources, first, last)) {
        const used = this.#used.get(target.id) ?? [];
        used.push({ start: from, end: from + end - start, target: region, from: start, strand });
        this.#used.set(target.id, used);
      }
    }
  }

  /** The parts of a stretch that are masked alike. */
  #alike(component: DumpRegion, stretch: Stretch): Stretch[] {
    const { start, end, target, from, strand } = stretch;
    const length = end - start + 1;
    const there = this.#mask.runs(target, from, from + length - 1);
    const differing = differences(this.#mask.runs(component, start, end), strand === 1 ? there : there.map(([a, b]): MaskedRun => [length - b + 1, length - a + 1]).reverse());
    if (differing.length > DIFFERENCES + length / BASES_A_DIFFERENCE) return [];
    let next = start;
    const parts: Stretch[] = [];
    for (const [first, last] of [...differing, [length + 1, length + 1] as const]) {
      if (start + first - 1 > next) parts.push(...clip([stretch], next, start + first - 2));
      next = start + last;
    }
    return parts;
  }
}

/** What is in one of two lists of runs only, ascending. */
export function differences(a: readonly MaskedRun[], b: readonly MaskedRun[]): MaskedRun[] {
  const edges = [...a, ...b].flatMap(([start, end]) => [start, end + 1]).sort((one, other) => one - other);
  const differing: MaskedRun[] = [];
  for (let at = 0; at < edges.length; at += 2) if (edges[at]! < edges[at + 1]!) differing.push([edges[at]!, edges[at + 1]! - 1]);
  return differing;
}
