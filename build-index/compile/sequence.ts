import { reverseComplement } from '../../src/genome/bases.ts';
import type { PackedSequenceWriter } from '../../src/index/packed-sequence.ts';
import { clip, compose, type Assembly, type Stretch } from './assembly.ts';
import type { DumpRegion, RegionSet } from './regions.ts';
import type { RepeatMask } from './repeat-mask.ts';
import type { ScratchBases } from './scratch-bases.ts';

/** A stretch of a region whose bases are stored; the target is the chunk directory of the stored sequence. */
export type StoredStretch = Stretch<Uint8Array>;

// Bases handed to the writer at a time.
const STEP = 1 << 20;

/**
 * Stores the bases of a genome: of top level regions assembled, so that a slice of a chromosome is one read, and of
 * every region with dna of its own. All other regions (scaffolds, clones, old assemblies) are made of those; what a
 * patch, haplotype or PAR shares with the reference is stored once.
 *
 * @returns for every region that has bases its stretches, ascending and disjoint; the rest reads as N
 */
export async function compileSequence(
  { list }: RegionSet, assembly: Assembly, scratch: ScratchBases, mask: RepeatMask, writer: PackedSequenceWriter,
): Promise<Map<DumpRegion, StoredStretch[]>> {
  const own = new Map<DumpRegion, StoredStretch[]>();

  async function ownBases(region: DumpRegion): Promise<StoredStretch[]> {
    const known = own.get(region);
    if (known) return known;
    const sources = assembly.sequenceStretches(region);
    const only = sources[0];
    const isCopy = sources.length === 1 && only!.target !== region && only!.strand === 1 && only!.from === 1
      && only!.start === 1 && only!.end === region.length && only!.target.length === region.length;
    const stored: StoredStretch[] = [];
    if (isCopy || (!region.topLevel && !scratch.has(region.id))) {
      for (const source of sources) stored.push(...compose(source, await ownBases(source.target)));
    } else {
      for (const [first, last] of sources.length > 0 ? assembly.ownStretches(region) : []) {
        writer.begin(mask.runs(region, first, last));
        for await (const bases of assembledBases(scratch, clip(sources, first, last), first, last)) {
          await writer.append(bases);
        }
        stored.push({ start: first, end: last, target: await writer.end(), from: 1, strand: 1 });
      }
    }
    own.set(region, stored);
    return stored;
  }

  const all = new Map<DumpRegion, StoredStretch[]>();
  for (const region of list) {
    const stretches = [...await ownBases(region)];
    for (const borrowed of assembly.borrowedStretches(region)) stretches.push(...compose(borrowed, await ownBases(borrowed.target)));
    if (stretches.length > 0) all.set(region, stretches.sort((a, b) => a.start - b.start));
  }
  return all;
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
