import { reverseComplement } from '../../../src/genome/bases.ts';
import { joinBytes } from '../../../src/store/join-bytes.ts';
import { clip, type Assembly, type Stretch } from './assembly.ts';
import type { DumpRegion } from './regions.ts';
import type { ScratchBases } from './scratch-bases.ts';

/** Reads stretches of assembled regions while genes are compiled. */
export class GeneBases {
  readonly #assembly: Assembly;
  readonly #scratch: ScratchBases;
  readonly #stretches = new Map<DumpRegion, Stretch[]>();

  constructor(assembly: Assembly, scratch: ScratchBases) {
    this.#assembly = assembly;
    this.#scratch = scratch;
  }

  /**
   * The bases of a region's own dna from `start` to `end` (over the origin when start > end) on the forward strand as
   * ASCII, N where there are none; null when the database has no dna.
   */
  read(region: DumpRegion, start: number, end: number): Uint8Array | null {
    if (this.#scratch.isEmpty) return null;
    if (start > end) return joinBytes([this.read(region, start, region.length)!, this.read(region, 1, end)!]);
    const result = new Uint8Array(end - start + 1).fill(0x4e);
    for (const part of clip(this.#own(region), start, end)) {
      const bases = this.#scratch.read(part.target.id, part.from, part.from + part.end - part.start);
      result.set(part.strand === 1 ? bases : reverseComplement(bases), part.start - start);
    }
    return result;
  }

  #own(region: DumpRegion): Stretch[] {
    let stretches = this.#stretches.get(region);
    if (!stretches) this.#stretches.set(region, (stretches = this.#assembly.sequenceStretches(region)));
    return stretches;
  }
}
