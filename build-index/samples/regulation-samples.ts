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
  const samples: Samples = {};
  for (const genome of service.genomes) {
    const { species } = genome;
    const arrays: Microarray[] = (await service.get(`/regulatory/species/${species}/microarray`)) ?? [];
    const described = samples.microarray === undefined
      ? await service.firstWithData(arrays, ({ array, vendor }) => [`/regulatory/species/${species}/microarray/${part(array)}/vendor/${part(vendor)}`]) : null;
    if (described) Object.assign(samples, { microarray_species: species, microarray: described.array, vendor: described.vendor } satisfies Samples);
    for (const [kind, table] of [['probe', 'probes'], ['probe_set', 'probe-sets']] as const) {
      const found = samples[kind] === undefined ? await probeOf(service, genome, kind, table, arrays) : null;
      if (found) Object.assign(samples, { [`${kind}_species`]: species, [`${kind}_array`]: found.array, [kind]: found.name });
    }
    const matrices = (await service.entries(genome.entry.tables['binding-matrices'], RECORDS)).map(([, record]) => decodeRecord<BindingMatrixRecord>(record).id);
    const matrix = samples.binding_matrix === undefined ? await service.firstWithData(matrices, (id) => [`/species/${species}/binding_matrix/${part(id)}`]) : null;
    if (matrix !== null) Object.assign(samples, { matrix_species: species, binding_matrix: matrix } satisfies Samples);
  }
  return samples;
}

/** Keys have names in lower case, answers as they are written. */
async function probeOf(service: AskedService, { species, entry }: Genome, kind: 'probe' | 'probe_set', table: GenomeTable, arrays: readonly Microarray[]): Promise<{ array: string; name: string } | null> {
  for (const [key] of await service.entries(entry.tables[table], RECORDS)) {
    const [folded = '', name = ''] = key.split('\t');
    const array = arrays.find((each) => each.array.toLowerCase() === folded)?.array ?? folded;
    const found = await service.get(`/regulatory/species/${species}/microarray/${part(array)}/${kind}/${part(name)}?gene=1`);
    if (found) return { array, name: found.name ?? name };
  }
  return null;
}
