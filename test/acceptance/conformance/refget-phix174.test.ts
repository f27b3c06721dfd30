/** GA4GH's compliance suite for refget has phiX174 as its circular sequence; here with that sequence itself. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../../src/checked.ts';
import { CompiledRelease, type RunningService } from '../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';

const FILE = fileURLToPath(new URL('../../../../shared/genomes/phix174/NC_001422.gbk', import.meta.url));
const present = existsSync(FILE);

// Digests of NC_001422.1, as the suite lists them.
const IDS = [
  '3332ed720ac7eaa9b3655c06f6b9e196',
  'SQ.IIXILYBQCpHdC4qpI3sOQ_HAeAm9bmeF',
  'ga4gh:SQ.IIXILYBQCpHdC4qpI3sOQ_HAeAm9bmeF',
  '2085c82d80500a91dd0b8aa9237b0e43f1c07809bd6e6785',
];

describe.skipIf(!present)(`refget of phiX174${present ? '' : ' (skipped: ../shared/genomes is missing)'}`, () => {
  let service: RunningService;
  let bases: string;

  beforeAll(async () => {
    const [, sequence = ''] = readFileSync(FILE, 'utf8').split('ORIGIN');
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
