import { decodeRecord } from '../../src/genome/feature-records.ts';
import type { BindingMatrixRecord } from '../../src/genome/regulation-records.ts';
import type { Samples } from '../../src/operation/samples.ts';
import type { GenomeTable } from '../../src/release/manifest.ts';
import type { Genome } from '../../src/release/genome.ts';
import { part, type AskedService } from './asked-service.ts';

/** Records of a table among which one is looked for. */
const RECORDS = 100;

interface Microarray {
  array: string;
  vendor: string;
}

/** A microarray, a probe, a set of probes, a binding matrix. */
export async function regulationSamples(service: AskedService): Promise<Samples> {
  return {
    ...await service.inFirstGenome((genome) => microarraySample(service, genome)),
    ...await service.inFirstGenome((genome) => probeSample(service, genome, 'probe', 'probes')),
    ...await service.inFirstGenome((genome) => probeSample(service, genome, 'probe_set', 'probe-sets')),
    ...await service.inFirstGenome((genome) => matrixSample(service, genome)),
  };
}

async function microarraySample(service: AskedService, { species }: Genome): Promise<Samples | null> {
  const described = await service.firstWithData(await microarrays(service, species), ({ array, vendor }) => [`/regulatory/species/${species}/microarray/${part(array)}/vendor/${part(vendor)}`]);
  return described && { microarray_species: species, microarray: described.array, vendor: described.vendor };
}

/** Keys have names in lower case, answers as they are written. */
async function probeSample(service: AskedService, { species, entry }: Genome, kind: 'probe' | 'probe_set', table: GenomeTable): Promise<Samples | null> {
  const arrays = await microarrays(service, species);
  for (const [key] of await service.entries(entry.tables[table], RECORDS)) {
    const [folded = '', name = ''] = key.split('\t');
    const array = arrays.find((each) => each.array.toLowerCase() === folded)?.array ?? folded;
    const found = await service.get(`/regulatory/species/${species}/microarray/${part(array)}/${kind}/${part(name)}?gene=1`);
    if (found) return { [`${kind}_species`]: species, [`${kind}_array`]: array, [kind]: found.name ?? name };
  }
  return null;
}

async function microarrays(service: AskedService, species: string): Promise<Microarray[]> {
  return (await service.get(`/regulatory/species/${species}/microarray`)) ?? [];
}

async function matrixSample(service: AskedService, { species, entry }: Genome): Promise<Samples | null> {
  const matrices = (await service.entries(entry.tables['binding-matrices'], RECORDS)).map(([, record]) => decodeRecord<BindingMatrixRecord>(record).id);
  const matrix = await service.firstWithData(matrices, (id) => [`/species/${species}/binding_matrix/${part(id)}`]);
  return matrix === null ? null : { matrix_species: species, binding_matrix: matrix };
}
