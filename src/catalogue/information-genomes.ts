/** Information on the genomes of the release and the divisions of life they belong to. */
import {
  ensemblGenomesVersion, genomeByAssembly, genomeByName, genomesByAccession, genomesByDivision, genomesByTaxonomy, listDivisions,
} from '../handlers/information/genomes.ts';
import { flag, operation, pathText, type Operation } from '../operation/operation.ts';

const expand = flag('Include aliases, databases, sequences and statistics');

export const operations: Operation[] = [
  operation({
    group: 'Information', method: 'GET', path: '/info/divisions',
    summary: 'List the divisions that the server has genomes of.',
    parameters: {}, formats: ['json', 'xml', 'jsonp'], handler: listDivisions, example: '/info/divisions',
  }),
  operation({
    group: 'Information', method: 'GET', path: '/info/eg_version',
    summary: 'Show the release of Ensembl Genomes that the data go with.',
    parameters: {}, formats: ['json', 'xml', 'jsonp'], handler: ensemblGenomesVersion, example: '/info/eg_version',
  }),
  operation({
    group: 'Information', method: 'GET', path: '/info/genomes/:genome_name',
    summary: 'Describe a genome by name.',
    parameters: { genome_name: pathText('Production name, display name or alias, in any case', { example: '{species}' }), expand },
    formats: ['json', 'xml', 'jsonp'], handler: genomeByName, example: '/info/genomes/{species}',
  }),
  operation({
    group: 'Information', method: 'GET', path: '/info/genomes/accession/:accession',
    summary: 'Describe the genomes that have a sequence of an INSDC accession.',
    parameters: { accession: pathText('Accession of a sequence, with or without version', { example: '{sequence_accession}' }), expand },
    formats: ['json', 'xml', 'jsonp'], handler: genomesByAccession, example: '/info/genomes/accession/{sequence_accession}',
  }),
  operation({
    group: 'Information', method: 'GET', path: '/info/genomes/assembly/:assembly_id',
    summary: "Describe the genome of an assembly's INSDC accession.",
    parameters: { assembly_id: pathText('Accession of an assembly, with or without version', { example: '{assembly_accession}' }), expand },
    formats: ['json', 'xml', 'jsonp'], handler: genomeByAssembly, example: '/info/genomes/assembly/{assembly_accession}',
  }),
  operation({
    group: 'Information', method: 'GET', path: '/info/genomes/division/:division_name',
    summary: 'Describe the genomes of a division.',
    parameters: { division_name: pathText('Name of a division; info/divisions lists them', { example: '{division}' }), expand },
    formats: ['json', 'xml', 'jsonp'], handler: genomesByDivision, example: '/info/genomes/division/{division}',
  }),
  operation({
    group: 'Information', method: 'GET', path: '/info/genomes/taxonomy/:taxon_name',
    summary: 'Describe the genomes of a taxon and all below it.',
    parameters: { taxon_name: pathText('Taxon id or name of a taxon, in any case', { example: '{genome_taxon}' }), expand },
    formats: ['json', 'xml', 'jsonp'], handler: genomesByTaxonomy, example: '/info/genomes/taxonomy/{genome_taxon}',
  }),
];
