import { describe, expect, it } from 'vitest';
import type { GeneRecord, TranscriptRecord } from '../../../../src/genome/gene-record.ts';
import type { SeqRegionRecord } from '../../../../src/genome/seq-region.ts';
import { likelyTranscript } from '../../../../src/handlers/variant-recoder/likely-transcript.ts';

const region = { circular: false, length: 1000 } as SeqRegionRecord;
const gene = { exons: [100, 200, 300].map((length) => ({ start: 1, end: length })) } as GeneRecord;

/** A candidate, unlike the plainest one in what `more` says. */
function candidate(id: string, more: Partial<TranscriptRecord> = {}) {
  const plain = { id, attribs: [], canonical: false, biotype: 'lncRNA', ccds: null, exons: [0] };
  return { gene, region, transcript: { ...plain, ...more } as unknown as TranscriptRecord };
}

const attrib = (code: string, value = '1'): Partial<TranscriptRecord> => ({ attribs: [[code, value]] });

/** The names of the candidates, the likeliest first. */
function inOrder(candidates: ReturnType<typeof candidate>[]): string[] {
  const left = [...candidates];
  const names: string[] = [];
  while (left.length > 0) {
    const [next] = left.splice(left.indexOf(likelyTranscript(left)), 1);
    if (next) names.push(next.transcript.id);
  }
  return names;
}

describe('the likely transcript of a gene', () => {
  it('is chosen by these criteria, in this order', () => {
    const candidates = [
      candidate('first'),
      candidate('second'),
      candidate('long', { exons: [1] }),
      candidate('longer', { exons: [0, 1] }),
      candidate('ccds', { ccds: 'CCDS1' }),
      candidate('coding', { biotype: 'protein_coding' }),
      candidate('canonical', { canonical: true }),
      candidate('tsl5', attrib('TSL', 'tsl5')),
      candidate('tsl1', attrib('TSL', 'tsl1 (assigned to previous version 2)')),
      candidate('alternative1', attrib('appris', 'alternative1')),
      candidate('principal5', attrib('appris', 'principal5')),
      candidate('principal1', attrib('appris', 'principal1')),
      candidate('clinical', attrib('MANE_Plus_Clinical')),
      candidate('mane', attrib('MANE_Select')),
    ];
    expect(inOrder(candidates)).toEqual([
      'mane',
      'clinical',
      'principal1',
      'principal5',
      'alternative1',
      'tsl1',
      'tsl5',
      'canonical',
      'coding',
      'ccds',
      'longer',
      'long',
      'first',
      'second',
    ]);
  });

  it('is not preferred for a support level that is not known', () => {
    expect(inOrder([candidate('first'), candidate('unknown', attrib('TSL', 'tslNA'))])).toEqual(['first', 'unknown']);
  });
});
