import { decodeRecord } from '../../src/genome/feature-records.ts';
import type { BindingMatrixRecord } from '../../src/genome/regulation-records.ts';
import type { SampleName, Samples } from '../../src/operation/samples.ts';
import type { GenomeTable } from '../../src/release/manifest.ts';
import { decodeTerm } from '../../src/terms/term-record.ts';
import { decodeTaxon } from '../../src/terms/taxon-record.ts';
import type { SampledIndex } from './draw-samples.ts';

interface ShownTerm {
  accession: string;
  name: string;
  parents?: { accession: string }[];
}

interface ShownTaxon {
  id: string;
  name?: string;
  scientific_name?: string;
}

export async function drawTerms(index: SampledIndex): Promise<Samples[][]> {
  const terms = (await index.entries(index.release.manifest.terms?.terms)).map(([, record]) => JSON.parse(decodeTerm(record).answer.whole()) as ShownTerm);
  return [terms.flatMap(({ accession, name, parents }) => (parents?.[0] ? [{ term: accession, term_name: name, parent_term: parents[0].accession }] : []))];
}

export async function drawTaxa(index: SampledIndex): Promise<Samples[][]> {
  const taxa = (await index.entries(index.release.manifest.taxa?.taxa)).map(([, record]) => JSON.parse(decodeTaxon(record).answer.short()) as ShownTaxon);
  return [taxa.flatMap(({ id, scientific_name: scientific, name = scientific }) => (name ? [{ taxon: String(id), taxon_name: name }] : []))];
}

/** Stable ids with a past. */
export async function drawArchived(index: SampledIndex): Promise<Samples[][]> {
  return [(await index.entries(index.release.manifest.tables?.archive)).map(([key]) => ({ archived_id: key.toUpperCase() }))];
}

/** Probes and sets of probes of the sampled microarray, and binding matrices. */
export async function drawProbes(index: SampledIndex): Promise<Samples[][]> {
  const table = (species: SampleName, name: GenomeTable) => index.entries(index.genome(species)?.entry.tables[name]);
  const onArray = async (kind: 'probe' | 'probe_set', name: GenomeTable) => {
    const wanted = index.samples[`${kind}_array`]?.toLowerCase();
    return (await table(`${kind}_species`, name)).flatMap(([key]) => {
      const [array, probe] = key.split('\t');
      return array === wanted && probe ? [{ [kind]: probe }] : [];
    });
  };
  const matrices = (await table('matrix_species', 'binding-matrices')).map(([, record]) => ({ binding_matrix: decodeRecord<BindingMatrixRecord>(record).id }));
  return [await onArray('probe', 'probes'), await onArray('probe_set', 'probe-sets'), matrices];
}
