import { describe, expect, it } from 'vitest';
import type { GeneRecord } from '../../../../src/genome/gene-record.ts';
import type { SeqRegionRecord } from '../../../../src/genome/seq-region.ts';
import type { VepOptions } from '../../../../src/handlers/vep/options.ts';
import { transcriptsOf } from '../../../../src/handlers/vep/transcripts-near.ts';
import { sketch, type SketchOptions } from '../../genome/transcript-sketch.ts';

const REGION = { name: '1', length: 1000, circular: false, codonTable: 1 } as SeqRegionRecord;

/** Is a transcript with these properties among those that a variant is tested on? */
function isOffered(more: { biotype?: string } & SketchOptions, options: Partial<VepOptions> = {}): boolean {
  const { biotype = 'protein_coding', ...rest } = more;
  const { gene, transcript } = sketch(1, [[101, 200]], rest);
  const record = { ...gene, id: 'G1', start: 101, end: 200, strand: 1, transcripts: [{ ...transcript, biotype }] };
  const placed = { record: new Uint8Array(), start: 101, end: 200, projected: false, flipped: false, window: null };
  const near = { placed, gene: record } as unknown as { placed: never; gene: GeneRecord };
  const all = { attributes: [], onlyTranscript: null, ...options } as unknown as VepOptions;
  return transcriptsOf([near], REGION, all, 'Ensembl').length === 1;
}

describe('of the transcripts near a variant', () => {
  it('all biotypes are offered but artifacts', () => {
    for (const biotype of ['protein_coding', 'nonsense_mediated_decay', 'lncRNA', 'retained_intron', 'TEC'])
      expect(isOffered({ biotype })).toBe(true);
    expect(isOffered({ biotype: 'artifact' })).toBe(false);
  });

  it('those that read through two genes are left out', () => {
    expect(isOffered({ attribs: [['readthrough_tra', '1']] })).toBe(false);
  });

  it('options leave those with an attribute, or one by its id without a version', () => {
    expect(isOffered({}, { attributes: ['gencode_basic'] })).toBe(false);
    expect(isOffered({ attribs: [['gencode_basic', '1']] }, { attributes: ['gencode_basic'] })).toBe(true);
    expect(isOffered({}, { onlyTranscript: 'T1' })).toBe(true);
    expect(isOffered({}, { onlyTranscript: 'T1.1' })).toBe(false);
  });
});
