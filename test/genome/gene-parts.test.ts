import { describe, expect, it } from 'vitest';
import { exonOf, transcriptOf, translationOf } from '../../src/genome/gene-parts.ts';
import type { GeneRecord } from '../../src/genome/gene-record.ts';
import { StoreError } from '../../src/store/store.ts';

const GENE = {
  id: 'FICG1',
  exons: [{ id: 'FICE1' }, { id: 'FICE2' }],
  transcripts: [
    { id: 'FICT1', translation: { id: 'FICP1' }, alternativeTranslations: [{ id: 'FICP1alt' }] },
    { id: 'FICT2', translation: null },
  ],
} as unknown as GeneRecord;

describe('the part of a gene that bears an id', () => {
  it('is found in any letter case', () => {
    expect(transcriptOf(GENE, 'fict2').id).toBe('FICT2');
    expect(exonOf(GENE, 'Fice2').id).toBe('FICE2');
    expect(translationOf(GENE, 'FICp1')).toMatchObject({ transcript: { id: 'FICT1' }, translation: { id: 'FICP1' } });
  });

  it('may be an alternative translation', () => {
    expect(translationOf(GENE, 'FICP1ALT')).toMatchObject({ transcript: { id: 'FICT1' }, translation: { id: 'FICP1alt' } });
  });

  it.each([transcriptOf, exonOf, translationOf])('is damage of the index where the record lacks it (%o)', (partOf) => {
    expect(() => partOf(GENE, 'FICX9')).toThrow(StoreError);
    expect(() => partOf(GENE, 'FICX9')).toThrow(/FICX9 .*FICG1/);
  });
});
