import { decodeRecord, type BindingMatrixRecord } from '../../src/genome/feature-records.ts';
import type { ExampleValues } from '../../src/release/example-values.ts';
import type { GenomeTable } from '../../src/release/table-registry.ts';
import type { Genome } from '../../src/release/genome.ts';
import { part, type DraftService } from './draft-service.ts';

/** Records of a table that the search reads. */
const RECORDS = 100;

interface Microarray {
  array: string;
  vendor: string;
}

/** A microarray, a probe, a set of probes, a binding matrix. */
export async function regulationExamples(service: DraftService): Promise<ExampleValues> {
  return {
    ...(await service.inFirstGenome((genome) => microarrayExample(service, genome))),
    ...(await service.inFirstGenome((genome) => probeExample(service, genome, 'probe', 'probes'))),
    ...(await service.inFirstGenome((genome) => probeExample(service, genome, 'probe_set', 'probe-sets'))),
    ...(await service.inFirstGenome((genome) => matrixExample(service, genome))),
  };
}

async function microarrayExample(service: DraftService, { species }: Genome): Promise<ExampleValues | null> {
  const described = await service.firstWithData(await microarrays(service, species), ({ array, vendor }) => [
    `/regulatory/species/${species}/microarray/${part(array)}/vendor/${part(vendor)}`,
  ]);
  return described && { microarray_species: species, microarray: described.array, vendor: described.vendor };
}

/** A probe or probe set. Keys contain lower-case names, so the original spelling comes from the answer. */
async function probeExample(
  service: DraftService,
  { species, entry }: Genome,
  kind: 'probe' | 'probe_set',
  table: GenomeTable,
): Promise<ExampleValues | null> {
  const arrays = await microarrays(service, species);
  for (const [key] of await service.entries(entry.tables[table], RECORDS)) {
    const [folded = '', name = ''] = key.split('\t');
    const array = arrays.find((each) => each.array.toLowerCase() === folded)?.array ?? folded;
    const found = await service.get(
      `/regulatory/species/${species}/microarray/${part(array)}/${kind}/${part(name)}?gene=1`,
    );
    if (found) return { [`${kind}_species`]: species, [`${kind}_array`]: array, [kind]: found.name ?? name };
  }
  return null;
}

async function microarrays(service: DraftService, species: string): Promise<Microarray[]> {
  return (await service.get(`/regulatory/species/${species}/microarray`)) ?? [];
}

async function matrixExample(service: DraftService, { species, entry }: Genome): Promise<ExampleValues | null> {
  const matrices = (await service.entries(entry.tables['binding-matrices'], RECORDS)).map(
    ([, record]) => decodeRecord<BindingMatrixRecord>(record).id,
  );
  const matrix = await service.firstWithData(matrices, (id) => [`/species/${species}/binding_matrix/${part(id)}`]);
  return matrix === null ? null : { matrix_species: species, binding_matrix: matrix };
}
