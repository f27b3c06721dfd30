import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { genomeConfigSchema, readGenomeConfig } from '../../../../build-index/genome-files/genome-config.ts';
import { NO_FILES } from '../../../../build-index/genome-files/genome-spec.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();
const path = join(folder, 'genomes.yaml');

async function read(text: string) {
  await writeFile(path, text);
  return readGenomeConfig(path);
}

test('reads genomes with paths relative to the file', async () => {
  const { genomes, shared } = await read(`ontology: go.obo.gz
taxonomy: taxdump
maf: a.maf
gene_trees: [trees, b.nwk]
species_tree: s.nwk
genomes:
  - species: Arabidopsis thaliana
    fasta: genome.fa.gz
    gff3: [a.gff3, /data/b.gff3]
    vcf: calls.vcf.gz
    gaf: go.gaf
    xrefs: [x.tsv]
    phenotypes: p.tsv
    chain: { TAIR9: old.chain.gz }
    taxon: 3702
    circular: [Mt, Pt]
    codon_table: 11
  - flat: plasmid.gb
`);
  expect(genomes).toEqual([
    {
      ...NO_FILES,
      species: 'Arabidopsis thaliana',
      fasta: [join(folder, 'genome.fa.gz')],
      gff3: [join(folder, 'a.gff3'), '/data/b.gff3'],
      vcf: [join(folder, 'calls.vcf.gz')],
      gaf: [join(folder, 'go.gaf')],
      xrefs: [join(folder, 'x.tsv')],
      phenotypes: [join(folder, 'p.tsv')],
      chains: [{ assembly: 'TAIR9', path: join(folder, 'old.chain.gz') }],
      taxon: '3702',
      circular: ['Mt', 'Pt'],
      codonTable: 11,
    },
    { ...NO_FILES, flat: [join(folder, 'plasmid.gb')] },
  ]);
  expect(shared).toEqual({
    ontology: [join(folder, 'go.obo.gz')],
    taxonomy: join(folder, 'taxdump'),
    compara: {
      maf: [join(folder, 'a.maf')],
      geneTrees: [join(folder, 'trees'), join(folder, 'b.nwk')],
      speciesTree: join(folder, 's.nwk'),
    },
  });
});

test.each([
  ['', /genomes\.yaml cannot be read: expected a document/],
  ['genomes: []', /should have a list 'genomes'/],
  ['genome: 1', /unknown key 'genome'; choose from genomes, ontology, taxonomy/],
  ['genomes: [1]', /genome 1 should have keys such as species and fasta/],
  ['genomes: [{fasta: a.fa, specie: x}]', /genome 1: unknown key 'specie'; choose from species, fasta/],
  ['genomes: [{fasta: a.fa, constructor: x}]', /genome 1: unknown key 'constructor'/],
  ['genomes: [{species: x}]', /genome 1 has no sequences: give fasta, flat/],
  ['genomes: [{fasta: 7}]', /genome 1: fasta should be a path or a list of them/],
  ['genomes: [{fasta: a.fa, chain: old.chain}]', /genome 1: chain should have names of assemblies/],
  ['ontology: 3', /ontology should be a path/],
  ['genomes: [{fasta: a.fa, codon_table: 99}]', /genome 1: codon_table is no genetic code/],
  ['genomes: [', /genomes\.yaml cannot be read: /],
])('rejects %j with one sentence', async (text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence);
});

test('the schema has the keys that are read', () => {
  expect(genomeConfigSchema()).toMatchObject({
    properties: { genomes: { items: { properties: { species: {}, fasta: {}, common_name: {} } } } },
  });
});
