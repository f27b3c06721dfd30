import { describe, expect, test } from 'vitest';
import { faultOf, questionOf, type BeaconParams } from '../../../../src/handlers/beacon/parameters.ts';

const NONE: BeaconParams = {
  referenceName: undefined,
  start: [],
  end: [],
  referenceBases: undefined,
  alternateBases: undefined,
  variantType: undefined,
  assemblyId: undefined,
  datasetIds: [],
  includeResultsetResponses: undefined,
};
const ALLELE: Partial<BeaconParams> = {
  referenceName: '6',
  start: ['99'],
  referenceBases: 'A',
  alternateBases: 'G',
  assemblyId: 'GRCh38',
};

function fault(params: Partial<BeaconParams>, more: string[] = []): string | null {
  const sent = new Set([...Object.keys(params), ...more]);
  return faultOf({ ...NONE, ...params }, sent, (name) => name === 'dbsnp', 'GRCh38')?.errorMessage ?? null;
}

describe('the parameters of a query', () => {
  test.each<[Partial<BeaconParams>, string | null]>([
    [ALLELE, null],
    [{ ...ALLELE, datasetIds: ['dbsnp'] }, null],
    [{ ...ALLELE, datasetIds: ['dbsnp,one,two'] }, "Invalid datasetId 'two'"],
    [{ ...ALLELE, referenceName: '23' }, 'Invalid referenceName'],
    [{ ...ALLELE, referenceName: 'mt' }, null],
    [{ ...ALLELE, referenceBases: '-' }, 'Invalid referenceBases'],
    [{ ...ALLELE, alternateBases: 'AN' }, 'Invalid alternateBases'],
    [{ ...ALLELE, end: ['120'] }, 'Invalid parameter end'],
    [{ ...ALLELE, includeResultsetResponses: '' }, 'Invalid includeResultsetResponses'],
    [{ referenceName: '6' }, 'Missing mandatory parameter referenceBases'],
    [{ ...ALLELE, assemblyId: 'hg38' }, 'Invalid assemblyId'],
  ])('%j: %s', (params, expected) => {
    expect(fault(params)).toBe(expected);
  });

  test('need a type, a start and an end for a structural variant', () => {
    const { alternateBases: _, ...others } = ALLELE;
    expect(fault({ ...others, variantType: 'DEL' })).toBe('Missing mandatory parameter end');
    expect(fault({ ...others, variantType: 'DEL', end: ['120'] })).toBeNull();
    expect(fault({ ...others, variantType: 'SNV', end: ['120'] })).toBe('Invalid variantType');
  });

  test('must not have other names', () => {
    expect(fault(ALLELE, ['nosuch'])).toBe('Invalid parameter nosuch');
    expect(fault(ALLELE, ['content-type', 'callback', 'release'])).toBeNull();
  });
});

describe('a question', () => {
  test('has 1-based positions; two of one kind are a bracket', () => {
    expect(questionOf({ ...NONE, start: ['0'] })).toMatchObject({ start: 1, lastStart: 1, end: 1, firstEnd: 1 });
    expect(questionOf({ ...NONE, start: ['9,19'], end: ['29', '39'] })).toMatchObject({
      start: 10,
      lastStart: 20,
      end: 40,
      firstEnd: 30,
    });
    expect(questionOf({ ...NONE, start: ['9'], end: ['29'] })).toMatchObject({ end: 30, firstEnd: 30 });
  });

  test.each(['-1', '1.5', 'ten', '9007199254740992'])('rejects the position %s', (start) => {
    expect(() => questionOf({ ...NONE, start: [start] })).toThrow(
      `The value '${start}' of start is not a position; use a whole number from 0`,
    );
  });
});
