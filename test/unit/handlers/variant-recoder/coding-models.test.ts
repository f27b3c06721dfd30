import { expect, it } from 'vitest';
import type { GeneRecord } from '../../../../src/genome/gene-record.ts';
import type { SeqRegionRecord } from '../../../../src/genome/seq-region.ts';
import { transcriptsOver } from '../../../../src/handlers/variant-recoder/coding-models.ts';
import { sketch, type SketchOptions } from '../../genome/transcript-sketch.ts';

const REGION = { name: '1', coordSystem: 'chromosome', version: 'FIC1', ordinal: 0 } as unknown as SeqRegionRecord;

function isDescribed({ biotype = 'protein_coding', ...rest }: { biotype?: string } & SketchOptions): boolean {
  const { gene, transcript } = sketch(1, [[101, 200]], rest);
  const record = { ...gene, id: 'G1', region: REGION, transcripts: [{ ...transcript, biotype }] };
  const slice = { region: REGION, start: 150, end: 150, strand: 1 as const };
  return transcriptsOver(record as unknown as GeneRecord, slice, []).length === 1;
}

it('notations are given on the transcripts that VEP describes: no artifacts, no readthroughs of two genes', () => {
  expect(isDescribed({})).toBe(true);
  expect(isDescribed({ biotype: 'nonsense_mediated_decay' })).toBe(true);
  expect(isDescribed({ biotype: 'artifact' })).toBe(false);
  expect(isDescribed({ attribs: [['readthrough_tra', '1']] })).toBe(false);
});
