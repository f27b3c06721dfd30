/** What window-screen.ts does, in plain TypeScript, for platforms without WebAssembly SIMD: rows are unpacked and screened one by one. */
import { alternativesOf, hasMissing, type SampleSelection } from '../index/genotype-row.ts';
import type { VariantRun } from '../index/genotype-matrix.ts';
import { LociInMemory, type StoredRow } from './loci.ts';
import { plainScreen } from './pair-screen.ts';
import type { TwoLocusCounts } from './two-locus.ts';
import type { WindowScreen, Worthwhile } from './window-screen.ts';

export class PlainWindowScreen implements WindowScreen {
  readonly alternatives: number;
  readonly haplotypes: number;
  readonly incomplete: boolean;
  readonly #one: StoredRow;
  readonly #selection: SampleSelection;

  /** @param one the locus, alone */
  constructor(selection: SampleSelection, one: VariantRun) {
    this.#one = { block: one.block, at: one.genotypesAt(one.from) };
    this.#selection = selection;
    const [any, hom, missing] = [0, selection.bytes, 2 * selection.bytes];
    const planes = new Uint8Array(3 * selection.bytes);
    this.incomplete = selection.unpack(this.#one.block, this.#one.at, planes, any, hom, missing);
    this.alternatives = ones(planes.subarray(any, missing));
    this.haplotypes = 2 * (selection.count - ones(planes.subarray(missing)));
  }

  candidates(run: VariantRun, worthwhile: Worthwhile, r2: number, each: (index: number, counts: TwoLocusCounts) => void): void {
    const loci = new LociInMemory(this.#selection, 1 + run.to - run.from, true, plainScreen);
    if (!loci.add(this.#one)) return;
    const indices: number[] = [];
    for (let index = run.from; index < run.to; index++) {
      const row = { block: run.block, at: run.genotypesAt(index) };
      if (this.#mayReach(row, worthwhile) && loci.add(row)) indices.push(index);
    }
    loci.one = 0;
    loci.candidates(1, loci.count, r2, true, (candidate) => each(indices[candidate.other - 1]!, candidate));
  }

  #mayReach({ block, at }: StoredRow, { least, most }: Worthwhile): boolean {
    if (hasMissing(block, at)) return true;
    const alternatives = alternativesOf(block, at);
    const rarer = this.#selection.isWhole ? Math.min(alternatives, 2 * this.#selection.count - alternatives) : alternatives;
    return rarer >= least && rarer <= most;
  }
}

function ones(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) for (let rest = byte; rest > 0; rest &= rest - 1) sum++;
  return sum;
}
