import type { ExampleValues } from '../../src/release/example-values.ts';
import { decodeTerm } from '../../src/terms/term-record.ts';
import { part, type DraftService } from './draft-service.ts';

/** Records of a table that the search reads. */
const RECORDS = 200;

interface ShownTerm {
  accession: string;
  name: string;
  parents: { accession: string }[];
}

/** A term with a parent, and a taxon. */
export async function termsExamples(service: DraftService): Promise<ExampleValues> {
  return { ...(await termExamples(service)), ...(await taxonExamples(service)) };
}

/** A term with a parent, of the Gene Ontology if possible, since it is the best known. */
async function termExamples(service: DraftService): Promise<ExampleValues> {
  const table = service.release.manifest.terms?.terms;
  for (const from of ['go:', '']) {
    for (const [, record] of await service.entries(table, RECORDS, from)) {
      const { accession, name, parents }: ShownTerm = JSON.parse(decodeTerm(record).answer.whole());
      const id = part(accession);
      const wanted = [
        `/ontology/id/${id}`,
        `/ontology/descendants/${id}`,
        `/ontology/ancestors/chart/${id}`,
        `/ontology/name/${part(name)}`,
      ];
      const parent = await service.firstWithData(parents ?? [], (each) => [
        `/ontology/ancestors/${part(each.accession)}`,
        ...wanted,
      ]);
      if (parent) return { term: accession, term_name: name, parent_term: parent.accession };
    }
  }
  return {};
}

/** The taxon of a genome, else any taxon. */
async function taxonExamples(service: DraftService): Promise<ExampleValues> {
  const { taxa, species } = service.release.manifest;
  if (!taxa) return {};
  const own = service.genomes.flatMap((genome) => species.find(({ name }) => name === genome.species)?.taxonId ?? []);
  const others = (await service.entries(taxa.taxa, RECORDS)).map(([key]) => key);
  for (const taxon of new Set([...own, ...others])) {
    const shown = await service.get(`/taxonomy/id/${taxon}?simple=1`);
    const name: string | undefined = shown?.scientific_name ?? shown?.name;
    if (name && (await service.hasData([`/taxonomy/classification/${taxon}`, `/taxonomy/name/${part(name)}`])))
      return { taxon, taxon_name: name };
  }
  return {};
}
