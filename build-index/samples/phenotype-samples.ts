import { decodePhenotype, type PhenotypeRecord } from '../../src/genome/phenotype-record.ts';
import type { Samples } from '../../src/operation/samples.ts';
import type { Genome } from '../../src/release/genome.ts';
import { part, type AskedService } from './asked-service.ts';

/** Records of a table among which one is looked for. */
const RECORDS = 100;

/** A region, a gene and a term of an ontology that phenotypes are known of. */
export async function phenotypeSamples(service: AskedService): Promise<Samples> {
  return {
    ...await service.inFirstGenome((genome) => regionSample(service, genome)),
    ...await service.inFirstGenome((genome) => geneSample(service, genome)),
    ...await service.inFirstGenome((genome) => termSample(service, genome)),
  };
}

async function regionSample(service: AskedService, { species, entry }: Genome): Promise<Samples | null> {
  const records = (await service.intervals(entry.tables.phenotypes, RECORDS)).map(({ payload }) => decodePhenotype(payload));
  const place = ({ region, start, end }: PhenotypeRecord) => `${region}:${Math.min(start, end)}-${Math.max(start, end)}`;
  const region = await service.firstWithData(new Set(records.map(place)), (each) => [`/phenotype/region/${species}/${part(each)}`]);
  return region === null ? null : { phenotype_species: species, phenotype_region: region };
}

async function geneSample(service: AskedService, { species, entry: { tables } }: Genome): Promise<Samples | null> {
  const symbols = (await service.entries(tables['phenotypes-by-gene-symbol'], RECORDS)).map(([key]) => key.toUpperCase());
  const ids = (await service.entries(tables['phenotypes-by-object'], RECORDS)).map(([, record]) => decodePhenotype(record)).filter(({ type }) => type === 'Gene').map(({ objectId }) => objectId);
  const gene = await service.firstWithData(new Set([...symbols, ...ids]), (each) => [`/phenotype/gene/${species}/${part(each)}?include_associated=1;include_overlap=1`]);
  return gene === null ? null : { phenotype_gene_species: species, phenotype_gene: gene };
}

async function termSample(service: AskedService, { species, entry }: Genome): Promise<Samples | null> {
  for (const [key, record] of await service.entries(entry.tables['phenotypes-by-accession'], RECORDS)) {
    const accession = decodePhenotype(record).ontologyAccessions.find((each) => each.toLowerCase() === key) ?? key.toUpperCase();
    const term = await service.get(`/ontology/id/${part(accession)}?simple=1`);
    const wanted = [`/phenotype/accession/${species}/${part(accession)}`, `/phenotype/term/${species}/${part(term?.name ?? '')}`];
    if (term && await service.hasData(wanted)) {
      return { phenotype_term_species: species, phenotype_accession: accession, phenotype_term: term.name };
    }
  }
  return null;
}
