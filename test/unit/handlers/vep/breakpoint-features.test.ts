import { describe, expect, it } from 'vitest';
import type { Around } from '../../../../src/handlers/vep/around.ts';
import { breakpointFeatureResults, isClose, type End } from '../../../../src/handlers/vep/breakpoint-features.ts';
import type { VepVariant } from '../../../../src/handlers/vep/vep-variant.ts';

const region = (ordinal: number) => ({ ordinal, length: 1_000_000 }) as unknown as End['region'];
const [ONE, OTHER] = [region(1), region(2)];
const end = (shown: string, place: number, where = ONE): End => ({ shown, region: where, start: place, end: place });

const features = (regulatory: [id: string, start: number, end: number][]) =>
  ({
    regulatory: regulatory.map(([id, start, last]) => ({ start, end: last, record: { id, soTerm: 'enhancer' } })),
    motifs: [],
  }) as unknown as Around['features'];

/** Each block as id, allele and term. */
function blocks(ends: End[], around: Pick<Around, 'features' | 'mateFeatures'>) {
  const [own] = ends;
  const variant = { ...own, soClass: 'chromosome_breakpoint' } as unknown as VepVariant;
  return breakpointFeatureResults(variant, ends, around as Around, {}).map(({ terms, block }) => [
    block['regulatory_feature_id'],
    block['variant_allele'],
    ...terms,
  ]);
}

describe('regulatory features at a breakpoint with a mate', () => {
  const [near, far] = [end('A.', 1000), end('A[1:90000[', 90_000)];

  it('are varied at its own place, and truncated at its mate', () => {
    const around = { features: features([['R1', 990, 1010]]), mateFeatures: [features([['R2', 89_990, 90_010]])] };
    expect(blocks([near, far], around)).toEqual([
      ['R1', 'A.', 'regulatory_region_variant'],
      ['R2', 'A[1:90000[', 'feature_truncation'],
    ]);
  });

  it('have a block for every end within 5,000 bases, and come once', () => {
    const mate = end('A[1:1200[', 1200);
    const around = { features: features([['R1', 900, 1300]]), mateFeatures: [features([['R1', 900, 1300]])] };
    expect(blocks([near, mate], around)).toEqual([
      ['R1', 'A.', 'regulatory_region_variant'],
      ['R1', 'A[1:1200[', 'regulatory_region_variant'],
    ]);
    const beside = { features: features([]), mateFeatures: [features([['R2', 1100, 1300]])] };
    expect(blocks([near, mate], beside)).toEqual([
      ['R2', 'A.', 'intergenic_variant'],
      ['R2', 'A[1:1200[', 'feature_truncation'],
    ]);
  });

  it('are compared with ends on their own region only', () => {
    const mate = end('A[2:1000[', 1000, OTHER);
    const around = { features: features([]), mateFeatures: [features([['R2', 990, 1010]])] };
    expect(blocks([near, mate], around)).toEqual([['R2', 'A[2:1000[', 'feature_truncation']]);
    expect(isClose(near, OTHER, { start: 990, end: 1010 })).toBe(false);
  });

  it('are as far away as the request says, but for transcripts at most 5,000 bases', () => {
    const isNear = (distance: number, upstream: number) =>
      isClose(near, ONE, { start: 1000 + distance, end: 20_000 }, { upstream, downstream: 0 });
    expect(isClose(near, ONE, { start: 1010, end: 20_000 }, { upstream: 0, downstream: 10 })).toBe(true);
    expect([isNear(10, 10), isNear(11, 10), isNear(5000, 9000), isNear(5001, 9000)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});
