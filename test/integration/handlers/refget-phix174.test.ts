/** GA4GH's compliance suite for refget has phiX174 as its circular sequence; here with that sequence itself. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../../src/checked.ts';
import { CompiledRelease, type RunningService } from '../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';

// Digests of NC_001422.1, as the suite lists them.
const IDS = [
  '3332ed720ac7eaa9b3655c06f6b9e196',
  'SQ.IIXILYBQCpHdC4qpI3sOQ_HAeAm9bmeF',
  'ga4gh:SQ.IIXILYBQCpHdC4qpI3sOQ_HAeAm9bmeF',
  '2085c82d80500a91dd0b8aa9237b0e43f1c07809bd6e6785',
];

describe('refget of phiX174', () => {
  let service: RunningService;
  let bases: string;

  beforeAll(async () => {
    const record = gunzipSync(readFileSync('data/genomes/NC_001422.gb.gz')).toString('latin1');
    const [, sequence = ''] = record.split('ORIGIN');
    bases = sequence.replace(/[^a-z]/g, '').toUpperCase();
    const database = oneGeneDatabase('phix', {
      attrib_type: [{ attrib_type_id: 7, code: 'circular_seq', name: 'Circular' }],
      seq_region_attrib: [{ seq_region_id: 11, attrib_type_id: 7, value: '1' }],
      dna: [{ seq_region_id: 11, sequence: bases }],
    });
    at(database.seq_region, 0).length = bases.length;
    service = await (await CompiledRelease.from([['phix', 'core', database]])).serve();
  });

  it.each(IDS)('is found as %s', async (id) => {
    const response = await service.fetch(`/refget/sequence/${id}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(bases);
  });

  it.each([
    ['start=5374&end=5', 'ATCCAACCTGCAGAGTT'],
    ['start=5374&end=0', 'ATCCAACCTGCA'],
    ['start=5380&end=25', 'CCTGCAGAGTTTTATCGCTTCCATGACGCAG'],
  ])('?%s crosses the origin', async (query, part) => {
    expect(await (await service.fetch(`/refget/sequence/${IDS[0]}?${query}`)).text()).toBe(part);
  });
});
