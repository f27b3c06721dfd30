import { afterAll, beforeAll, expect, test } from 'vitest';
import { CompiledRelease, type RunningService } from '../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';

const SPECIES = 'fictus_probatus';

let service: RunningService;
beforeAll(async () => {
  const core = oneGeneDatabase(SPECIES, { dna: [{ seq_region_id: 11, sequence: 'ACGGCTTGCA'.repeat(500) }] });
  service = await (await CompiledRelease.from([[SPECIES, 'core', core]])).serve();
});
afterAll(() => service.close());

test("a species without variation database has Ensembl's error for haplotypes", async () => {
  const { status, json } = await service.get(`/transcript_haplotypes/${SPECIES}/FICT1`);
  expect([status, json]).toEqual([
    400,
    {
      error: `Cannot compute haplotypes for species: ${SPECIES}. The species doesn't have a variation database.`,
    },
  ]);
});
