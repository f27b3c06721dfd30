import { reverseComplement } from '../../../src/genome/bases.ts';
import { directoryOfSlice } from '../../../src/index/chunk-directory.ts';
import type { PackedSequenceWriter } from '../../../src/index/packed-sequence.ts';
import { clip, compose, type Assembly, type Stretch } from './assembly.ts';
import { ComponentBases } from './component-bases.ts';
import type { DumpRegion, RegionSet } from './regions.ts';
import type { RepeatMask } from './repeat-mask.ts';
import type { ScratchBases } from './scratch-bases.ts';

/** A stretch of a region whose bases are stored; the target is the chunk directory of the stored sequence. */
export type StoredStretch = Stretch<Uint8Array>;

// Bases handed to the writer at a time.
const STEP = 1 << 20;

/**
 * Stores the bases of a genome: of top level regions assembled, so that a slice of a chromosome is one read, and of what regions with dna
 * of their own have that no chromosome shows. All other regions (components of chromosomes, scaffolds, clones, old assemblies) are made
 * of those; what a patch, haplotype or PAR shares with the reference is stored once.
 *
 * @returns for every region that has bases its stretches, ascending and disjoint; the rest reads as N
 */
export async function compileSequence(
  regions: RegionSet, assembly: Assembly, scratch: ScratchBases, mask: RepeatMask, writer: PackedSequenceWriter,
): Promise<Map<DumpRegion, StoredStretch[]>> {
  const own = new Map<DumpRegion, StoredStretch[]>();
  const isAssembled = (region: DumpRegion) => region.topLevel && !scratch.has(region.id) && !isCopy(region, assembly);
  const components = new ComponentBases(regions, assembly, mask, isAssembled);

  async function ownBases(region: DumpRegion): Promise<StoredStretch[]> {
    const known = own.get(region);
    if (known) return known;
    const stored: StoredStretch[] = [];
    if (isCopy(region, assembly) || (!region.topLevel && !scratch.has(region.id))) {
      for (const source of assembly.sequenceStretches(region)) stored.push(...partsOf(source, await ownBases(source.target)));
    } else if (assembly.sequenceStretches(region).length > 0) {
      const shown = components.stretchesOf(region);
      for (const [first, last] of assembly.ownStretches(region)) {
        let next = first;
        for (const elsewhere of clip(shown, first, last)) {
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

  async function store(region: DumpRegion, first: number, last: number): Promise<StoredStretch> {
    writer.begin(mask.runs(region, first, last));
    for await (const bases of assembledBases(scratch, clip(assembly.sequenceStretches(region), first, last), first, last)) await writer.append(bases);
    return { start: first, end: last, target: await writer.end(), from: 1, strand: 1 };
  }

  const all = new Map<DumpRegion, StoredStretch[]>();
  for (const region of regions.list) {
    const stretches = [...await ownBases(region)];
    for (const borrowed of assembly.borrowedStretches(region)) stretches.push(...partsOf(borrowed, await ownBases(borrowed.target)));
    if (stretches.length > 0) all.set(region, stretches.sort((a, b) => a.start - b.start));
  }
  return all;
}

/** Is a region just one region with dna, whole? */
function isCopy(region: DumpRegion, assembly: Assembly): boolean {
  const [only, ...more] = assembly.sequenceStretches(region);
  return only !== undefined && more.length === 0 && only.target !== region && only.strand === 1 && only.from === 1
    && only.start === 1 && only.end === region.length && only.target.length === region.length;
}

/** As compose, with directories of no more chunks than are shown. */
function partsOf(outer: Stretch, inner: readonly StoredStretch[]): StoredStretch[] {
  return compose(outer, inner).map((stretch) => ({ ...stretch, target: directoryOfSlice(stretch.target, stretch.from, stretch.from + stretch.end - stretch.start) }));
}

/** The bases from `first` to `last` of an assembled region, N between its stretches. */
async function* assembledBases(scratch: ScratchBases, stretches: Stretch[], first: number, last: number): AsyncGenerator<Uint8Array> {
  let next = first;
  for (const stretch of stretches) {
    yield* unknownBases(stretch.start - next);
    for (let start = stretch.start; start <= stretch.end; start += STEP) {
      const [part] = clip([stretch], start, Math.min(start + STEP - 1, stretch.end));
      const wanted = part!.end - part!.start + 1;
      const bases = scratch.read(part!.target.id, part!.from, part!.from + wanted - 1);
      const missing = new Uint8Array(wanted - bases.length).fill(LETTER_N);
      if (part!.strand === 1) yield* [bases, missing];
      else yield* [missing, reverseComplement(bases)];
    }
    next = stretch.end + 1;
  }
  yield* unknownBases(last - next + 1);
}

const LETTER_N = 0x4e;

function* unknownBases(count: number): Generator<Uint8Array> {
  for (let left = count; left > 0; left -= STEP) yield new Uint8Array(Math.min(left, STEP)).fill(LETTER_N);
}
