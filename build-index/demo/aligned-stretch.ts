/** A stretch of a genome that stands in an alignment: elements of a region side by side, read on a strand. */
import { reverseComplement } from '../../src/genome/bases.ts';
import { joinBytes } from '../../src/store/join-bytes.ts';
import type { Element } from './genome-model.ts';
import type { PlacedRegion } from './placement.ts';
import { senseBases } from './sense.ts';
import type { DemoSpecies } from './species-tree.ts';

export interface AlignedStretch {
  species: DemoSpecies;
  region: PlacedRegion;
  /** First and last element. */
  from: number;
  to: number;
  strand: 1 | -1;
}

export const startOf = ({ region, from }: AlignedStretch): number => region.elements[from]!.start;
export const endOf = ({ region, to }: AlignedStretch): number => region.elements[to]!.end;
export const lengthOf = (stretch: AlignedStretch): number => endOf(stretch) - startOf(stretch) + 1;

/** Homology columns of a stretch, as its strand reads. */
export function columnsOf({ region, from, to, strand }: AlignedStretch): Int32Array {
  const columns = Int32Array.from(region.elements.slice(from, to + 1).flatMap(({ element }) => {
    const own = inSense(element);
    return strandOf(element) === 1 ? own : own.reverse();
  }));
  return strand === 1 ? columns : columns.reverse();
}

/** Bases of a stretch, as its strand reads. */
export function basesOf({ region, from, to, strand }: AlignedStretch): Uint8Array {
  const bases = joinBytes(region.elements.slice(from, to + 1).map(({ element }) => {
    const own = element.kind === 'spacer' ? element.tract.bases : senseBases(element.locus);
    return strandOf(element) === 1 ? own : reverseComplement(own);
  }));
  return strand === 1 ? bases : reverseComplement(bases);
}

export function strandOf(element: Element): 1 | -1 {
  return element.kind === 'spacer' ? element.strand : element.locus.strand;
}

function inSense(element: Element): number[] {
  if (element.kind === 'spacer') return [...element.tract.columns];
  const { cdna, exonLengths, introns } = element.locus;
  let at = 0;
  return exonLengths.flatMap((length, index) => [...cdna.columns.subarray(at, (at += length)), ...introns[index]?.columns ?? []]);
}
