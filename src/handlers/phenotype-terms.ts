/** Features by the ontology term that their phenotype is: phenotype/accession and phenotype/term. */
import type { Answer, OperationRequest } from '../catalogue/operation.ts';
import type { PhenotypeRecord } from '../genome/phenotype-record.ts';
import type { Genome } from '../release/genome.ts';
import type { TermRecord } from '../terms/term-record.ts';
import { describePhenotype, genomeWithVariation, type PhenotypeDetails } from './phenotype-answer.ts';

interface TermParams extends PhenotypeDetails {
  species: string;
  include_children: boolean;
  source: string | undefined;
}

/**
 * One wave of reads, or two with the children. With `include_children`, an accession that no ontology of the release has is
 * answered with null, as by Ensembl.
 */
export async function phenotypeAccession({ params, release }: OperationRequest<TermParams & { accession: string }>): Promise<Answer> {
  const genome = genomeWithVariation(release, params.species);
  const accessions = [params.accession];
  if (params.include_children) {
    const [term] = await Promise.all([release.terms.term(params.accession), genome.phenotypesByAccession([])]);
    if (!term) return { kind: 'value', value: null };
    accessions.push(...childrenOf(term));
  }
  return { kind: 'value', value: await featuresOf(genome, accessions, params) };
}

/** All terms that bear the name, or have it as a synonym. It may be a pattern, with `%` and `_`. */
export async function phenotypeTerm({ params, release }: OperationRequest<TermParams & { term: string }>): Promise<Answer> {
  const genome = genomeWithVariation(release, params.species);
  const [terms] = await Promise.all([release.terms.named(params.term), genome.phenotypesByAccession([])]);
  const accessions = terms.flatMap((term) => [accessionOf(term), ...(params.include_children ? childrenOf(term) : [])]);
  return { kind: 'value', value: await featuresOf(genome, accessions, params) };
}

/** Accession by accession, each once, in the order of the database. */
async function featuresOf(genome: Genome, accessions: readonly string[], params: TermParams): Promise<object[]> {
  const asked = [...new Set(accessions)];
  const found = await genome.phenotypesByAccession(asked);
  const source = params.source?.toLowerCase();
  const isWanted = (record: PhenotypeRecord) => !source || record.source.toLowerCase() === source;
  return asked.flatMap((accession, which) => found[which]!.filter(isWanted).map((record) => ({
    ...describePhenotype(record, params), mapped_to_accession: accession, [record.type]: record.objectId,
  })));
}

interface Described {
  accession: string;
  children: { accession: string }[];
}

function accessionOf({ answer }: TermRecord): string {
  return (JSON.parse(answer.short()) as Described).accession;
}

/** Of the terms one relation below, whichever it is. */
function childrenOf({ answer }: TermRecord): string[] {
  return (JSON.parse(answer.whole()) as Described).children.map(({ accession }) => accession);
}
