/** What VEP answers of options and plugins that need only the databases and VCF files of a build. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileAndServe, testFolder } from '../../support/compiled-service.ts';
import { serveIndex } from '../../support/compiled-release.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { writeRecoderDumps } from './variant-recoder-release.ts';

describe('VEP on the demo index', async () => {
  const service = await serveIndex(await demoIndex());
  const ask = async (options: string) => (await service.get(`/vep/demo_mouse/id/demors1?${options}`)).json[0];

  it('lists phenotypes of the gene, of the variant and of places around it', async () => {
    const [{ phenotypes }] = (await ask('Phenotypes=1')).transcript_consequences;
    expect(phenotypes).toContainEqual({
      seq_region_name: '1',
      source: 'DEMO_TRAITS',
      type: 'Gene',
      start: 4609,
      end: 8502,
      strand: '-',
      id: 'DEMOAG00000000001',
      phenotype: 'Altered demo ion passage (fictional)',
    });
    expect(new Set(phenotypes.map(({ type }: { type: string }) => type))).toEqual(
      new Set(['QTL', 'Gene', 'Variation']),
    );
  });

  it('lists the PubMed ids of known variants, the same as the operation of publications', async () => {
    const [known] = (await ask('pubmed=1')).colocated_variants;
    expect(known.pubmed).toEqual([90000001]);
    const cited = (await service.get(`/variation/demo_mouse/pmid/${known.pubmed[0]}`)).json;
    expect(cited.map(({ name }: { name: string }) => name)).toContain('demors1');
    expect((await ask('')).colocated_variants[0]).not.toHaveProperty('pubmed');
  });
});

describe('VEP on an index of databases and a VCF file of gnomAD', async () => {
  const folder = await testFolder();
  const vcf = join(folder, 'vcf');
  await mkdir(vcf);
  const lines = [
    '##fileformat=VCFv4.2',
    '##INFO=<ID=AF,Number=A,Type=Float,Description="All">',
    '##INFO=<ID=AF_fin,Number=A,Type=Float,Description="Finnish">',
    '##INFO=<ID=AF_nfe,Number=A,Type=Float,Description="European">',
    '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO',
    // rs3 is C/A on the reverse strand.
    '1\t700\trs3\tG\tT\t.\t.\tAF=0.125;AF_nfe=0.5',
    '1\t1058\trs1\tG\tT,C\t.\t.\tAF=0.25,0.0123456;AF_nfe=0.3,0.02;AF_fin=0,0.5',
  ];
  await writeFile(join(vcf, 'frequencies.vcf'), `${lines.join('\n')}\n`);
  const collection = {
    id: 'gnomad',
    species: 'fictus_probatus',
    type: 'local',
    filename_template: 'frequencies.vcf',
    population_prefix: 'gnomADe:',
    populations: {
      1: { name: 'gnomADe:ALL', _raw_name: '' },
      2: { name: 'gnomADe:nfe', _raw_name: 'nfe' },
      3: { name: 'gnomADe:fin', _raw_name: 'fin' },
    },
  };
  const vcfConfig = join(vcf, 'vcf_config.json');
  await writeFile(vcfConfig, JSON.stringify({ collections: [collection] }));
  const { post } = await compileAndServe(await writeRecoderDumps(folder), `${folder}/index`, { vcfConfig });
  const knownAt = async (line: string) => {
    const { body } = await post('/vep/fictus_probatus/region', { variants: [line] });
    return body[0].colocated_variants.find(({ id }: { id: string }) => id.startsWith('rs'));
  };

  it('lists the terms of GO of a transcript and its protein, in order of accession', async () => {
    const ask = async (options: object) => {
      const { body } = await post('/vep/fictus_probatus/region', { variants: ['1 1058 . G C . . .'], ...options });
      return body[0].transcript_consequences.find((each: { gene_symbol?: string }) => each.gene_symbol === 'FWD');
    };
    expect((await ask({ GO: 1 })).go).toEqual([
      { go_term: 'GO:0000001', description: 'binding_-_of_kind_1' },
      { go_term: 'GO:0000002', description: 'binding_-_of_kind_2' },
    ]);
    expect(await ask({})).not.toHaveProperty('go');
  });

  it('lists frequencies of the alleles that the variant has', async () => {
    const frequencies = { C: { gnomade: 0.0123456, gnomade_nfe: 0.02, gnomade_fin: 0.5 } };
    expect(await knownAt('1 1058 . G C . . .')).toMatchObject({ id: 'rs1', frequencies });
    expect((await knownAt('1 1058 . G T,C . . .')).frequencies).toEqual({
      ...frequencies,
      // The index leaves out frequencies of 0; VEP lists them.
      T: { gnomade: 0.25, gnomade_nfe: 0.3, gnomade_fin: 0 },
    });
  });

  it('lists those of a known variant on the reverse strand by the alleles of the input', async () => {
    expect((await knownAt('1 700 . G T . . .')).frequencies).toEqual({ T: { gnomade: 0.125, gnomade_nfe: 0.5 } });
    expect((await knownAt('1 700 700 C/A -')).frequencies).toEqual({ A: { gnomade: 0.125, gnomade_nfe: 0.5 } });
  });
});
