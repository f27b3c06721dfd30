/** Operations of the group Information about the service, its species, assemblies and genomes. */
import { describeAssembly, describeRegion } from '../handlers/info/assembly.ts';
import { dataReleases, ping, ready, restVersion, softwareVersion } from '../handlers/info/service.ts';
import {
  listSpecies,
  ensemblGenomesVersion,
  genomeByAssembly,
  genomeByName,
  genomesByAccession,
  genomesByDivision,
  genomesByTaxonomy,
  listDivisions,
} from '../handlers/info/genomes.ts';
import { flag, operation, pathText, text, type Operation } from '../operation/operation.ts';
import { SPECIES_NAME } from './shared-parameters.ts';

const species = pathText(SPECIES_NAME, { example: '{species}' });

const parts = {
  bands: flag('Include karyotype bands'),
  synonyms: flag('Include the synonyms of each region in other databases'),
};

export const operations: Operation[] = [
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/ping',
    uncached: true,
    standalone: true,
    summary: 'Check whether the service is running.',
    parameters: {},
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: ping,
    example: '/info/ping',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/ready',
    uncached: true,
    summary: 'Check whether the service can read its data; returns 503 when it cannot. For load balancers.',
    parameters: {},
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: ready,
    example: '/info/ready',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/rest',
    summary: 'Show the version of the REST dialect that the service speaks.',
    parameters: {},
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: restVersion,
    example: '/info/rest',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/software',
    summary: 'Show the version of the Ensembl software that the data were made for.',
    parameters: {},
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: softwareVersion,
    example: '/info/software',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/data',
    // A release can be added without a change of the current release.
    uncached: true,
    summary: 'List the data releases of this server. Every operation accepts one of them in the parameter `release`.',
    parameters: {},
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: dataReleases,
    example: '/info/data',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/species',
    summary: 'List the species with their aliases, kinds of database and data release.',
    parameters: {
      division: text(
        'Only species of this division, such as EnsemblPlants; empty for all. Default: if the release has species of ' +
          'EnsemblVertebrates, these and those of Ensembl, its former name, which genomes of files have too; else all',
      ),
      strain_collection: text('Only strains of this collection, such as mouse'),
      hide_strain_info: flag('Omit strain and strain_collection'),
    },
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: listSpecies,
    example: '/info/species',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/assembly/:species',
    summary: 'Describe the assembly of a species: versions, top-level regions, karyotype.',
    parameters: { species, ...parts },
    formats: ['json', 'xml', 'jsonp'],
    handler: describeAssembly,
    example: '/info/assembly/{species}?bands=1',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/assembly/:species/:region_name',
    summary: 'Describe one sequence region of a species.',
    parameters: {
      species,
      region_name: pathText('Name or synonym of a sequence region', { example: '{seq_region}' }),
      ...parts,
      coord_system: text('Name of the coordinate system of the region'),
      coord_system_version: text('Version of the coordinate system'),
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: describeRegion,
    example: '/info/assembly/{species}/{seq_region}',
  }),
];

const expand = flag('Include aliases, databases, sequences and statistics');

/** The genomes of the release and their divisions. */
export const genomeOperations: Operation[] = [
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/divisions',
    summary: 'List the divisions of the genomes of this server.',
    parameters: {},
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: listDivisions,
    example: '/info/divisions',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/eg_version',
    summary: 'Show the release of Ensembl Genomes that the data belong to.',
    parameters: {},
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: ensemblGenomesVersion,
    example: '/info/eg_version',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/genomes/:genome_name',
    summary: 'Describe a genome by name.',
    parameters: {
      genome_name: pathText('Production name, display name or alias, in any case', { example: '{species}' }),
      expand,
    },
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: genomeByName,
    example: '/info/genomes/{species}',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/genomes/accession/:accession',
    summary: 'Describe the genomes that contain a sequence, by its INSDC accession.',
    parameters: {
      accession: pathText('Accession of a sequence, with or without version', { example: '{sequence_accession}' }),
      expand,
    },
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: genomesByAccession,
    example: '/info/genomes/accession/{sequence_accession}',
    badExample: '/info/genomes/accession/{sequence_accession}?content-type=text/x-fasta',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/genomes/assembly/:assembly_id',
    summary: 'Describe the genome of an assembly, by its INSDC accession.',
    parameters: {
      assembly_id: pathText('Accession of an assembly, with or without version', { example: '{assembly_accession}' }),
      expand,
    },
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: genomeByAssembly,
    example: '/info/genomes/assembly/{assembly_accession}',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/genomes/division/:division_name',
    summary: 'Describe the genomes of a division.',
    parameters: {
      division_name: pathText('Name of a division; info/divisions lists them', { example: '{division}' }),
      expand,
    },
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: genomesByDivision,
    example: '/info/genomes/division/{division}',
    badExample: '/info/genomes/division/{division}?content-type=text/x-fasta',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/genomes/taxonomy/:taxon_name',
    summary: 'Describe the genomes of a taxon and of all taxa below it.',
    parameters: {
      taxon_name: pathText('NCBI taxon id, or name of a taxon in any case', { example: '{genome_taxon}' }),
      expand,
    },
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: genomesByTaxonomy,
    example: '/info/genomes/taxonomy/{genome_taxon}',
    badExample: '/info/genomes/taxonomy/{genome_taxon}?content-type=text/x-fasta',
  }),
];
