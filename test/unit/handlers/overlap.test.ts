import { beforeAll, describe, expect, it } from 'vitest';
import { client, makeStore, type Answered } from './overlap-release.ts';

let get: Awaited<ReturnType<typeof client>>;
beforeAll(async () => {
  get = await client(await makeStore());
});

const ids = (answer: Answered): string[] => answer.json.map((each: { id: string }) => each.id);
const places = (answer: Answered) =>
  answer.json.map((each: any) => [each.id ?? each.description, each.start, each.end, each.strand]);

describe('overlap/region', () => {
  it('returns a gene with its position, names and canonical transcript', async () => {
    const { json } = await get('region/human/1:1-500?feature=gene');
    expect(json).toEqual([
      {
        feature_type: 'gene',
        assembly_name: 'FIC1',
        seq_region_name: '1',
        start: 101,
        end: 400,
        strand: 1,
        id: 'FG1',
        gene_id: 'FG1',
        version: 2,
        biotype: 'protein_coding',
        source: 'inventor',
        logic_name: 'invention',
        external_name: 'FG1-name',
        description: null,
        canonical_transcript: 'FT1.2',
      },
    ]);
  });

  it('shows the Havana gene or transcript with its version', async () => {
    const { json } = await get('region/human/1:601-900?feature=gene;feature=transcript');
    expect(json).toMatchObject([
      { id: 'FG2', havana_gene: 'OTTFG2', havana_version: '4' },
      { id: 'FT2', havana_transcript: 'OTTFG2', havana_version: '4' },
    ]);
  });

  it('lists features by kind in the requested order, and in the order of the database within a kind', async () => {
    expect(ids(await get('region/human/1:1-3000?feature=gene'))).toEqual(['FG3', 'FG2', 'FG1']);
    expect(ids(await get('region/human/1:1-700?feature=exon;feature=gene;feature=exon;feature=none'))).toEqual([
      'FE4',
      'FE1',
      'FE2',
      'FG2',
      'FG1',
    ]);
  });

  it('returns a transcript with its tags, support level and is_canonical', async () => {
    const { json } = await get('region/human/1:1-500?feature=Transcript');
    expect(json[0]).toMatchObject({
      id: 'FT1',
      transcript_id: 'FT1',
      Parent: 'FG1',
      is_canonical: 1,
      tag: ['Ensembl_canonical', 'MANE_Select'],
      transcript_support_level: '1 (assigned to version 1)',
      external_name: 'FG1-name',
      feature_type: 'transcript',
    });
    expect(json[0]).not.toHaveProperty('ccdsid');
    const mane = await get('region/human/1:1-500?feature=mane');
    expect(mane.json).toEqual([
      expect.objectContaining({ id: 'FT1', Parent: 'FG1', type: 'MANE_Select', refseq_match: 'NM_1.1', version: 2 }),
    ]);
  });

  it('cuts CDS features to the coding region, with the phase of GFF3: text unless it is 0', async () => {
    const forward = await get('region/human/1:1-500?feature=cds');
    expect(
      forward.json.map((each: any) => [each.id, each.start, each.end, each.phase, each.Parent, each.version]),
    ).toEqual([
      ['FP1', 151, 200, 0, 'FT1', 3],
      ['FP1', 301, 346, '2', 'FT1', 3],
    ]);
    const reverse = await get('region/human/1:650-651?feature=cds');
    expect(reverse.json.map((each: any) => [each.start, each.end, each.strand, each.phase])).toEqual([
      [801, 900, -1, 0],
      [651, 700, -1, '1'],
    ]);
  });

  it('leaves out an exon that overlaps the slice only by its first or last base, like Ensembl', async () => {
    expect(ids(await get('region/human/1:200-250?feature=exon'))).toEqual([]);
    expect(ids(await get('region/human/1:199-250?feature=exon'))).toEqual(['FE1']);
    expect(ids(await get('region/human/1:250-301?feature=exon'))).toEqual([]);
    expect(ids(await get('region/human/1:200-200?feature=exon'))).toEqual(['FE1']);
    expect(ids(await get('region/human/1:250-260?feature=transcript'))).toEqual(['FT1']);
  });

  it('gives strands relative to the strand of the slice', async () => {
    expect(places(await get('region/human/1:1-700:-1?feature=gene'))).toEqual([
      ['FG2', 601, 900, 1],
      ['FG1', 101, 400, -1],
    ]);
    expect((await get('region/human/1:110-115:-1?feature=repeat')).json.map((each: any) => each.strand)).toEqual([
      0, 1,
    ]);
  });
});

describe('a filter of overlap/region', () => {
  it.each([
    ['feature=gene;biotype=PROTEIN_CODING', ['FG1']],
    ['feature=gene;biotype=protein_coding;biotype=lncRNA', ['FG3', 'FG1']],
    ['feature=gene;biotype=wibble', []],
    ['feature=gene;biotype=', ['FG3', 'FG2', 'FG1']],
    ['feature=gene;logic_name=SECOND', ['FG2']],
    ['feature=gene;logic_name=wibble', []],
    ['feature=gene;source=havana', ['FG2']],
    ['feature=transcript;biotype=Other_coding', ['FT2']],
    ['feature=transcript;biotype=other_coding', []],
    ['feature=exon;logic_name=second', ['FE3', 'FE4']],
    ['feature=mane;biotype=wibble;logic_name=wibble', ['FT1']],
    ['feature=gene;db_type=otherfeatures', ['OG1']],
    ['feature=gene;db_type=wibble', []],
  ])('such as %s returns %j', async (query, expected) => {
    expect(ids(await get(`region/human/1:1-3000?${query}`))).toEqual(expected);
  });

  it('by db_type does not apply to repeats, bands and MANE transcripts', async () => {
    const { json } = await get(
      'region/human/1:1-500?feature=repeat;feature=band;feature=mane;db_type=otherfeatures;logic_name=dust',
    );
    expect(json.map((each: any) => each.feature_type)).toEqual(['repeat', 'repeat', 'band', 'mane']);
  });

  it('by trim_upstream or trim_downstream removes features beyond that end of the slice', async () => {
    expect(ids(await get('region/human/1:150-500?feature=gene;trim_upstream=1'))).toEqual([]);
    expect(ids(await get('region/human/1:150-500?feature=gene;trim_downstream=1'))).toEqual(['FG1']);
    expect(ids(await get('region/human/1:150-500:-1?feature=gene;trim_upstream=1'))).toEqual(['FG1']);
    expect(ids(await get('region/human/1:150-500:-1?feature=gene;trim_downstream=1'))).toEqual([]);
    expect(ids(await get('region/human/1:101-400?feature=gene;trim_upstream=1;trim_downstream=1'))).toEqual(['FG1']);
    expect(ids(await get('region/human/1:150-500?feature=exon;trim_upstream=1'))).toEqual(['FE2']);
  });
});

describe('overlap/region for features other than genes', () => {
  it('returns repeats and simple features', async () => {
    expect((await get('region/human/1:1-500?feature=repeat')).json).toEqual([
      {
        feature_type: 'repeat',
        assembly_name: 'FIC1',
        seq_region_name: '1',
        start: 110,
        end: 140,
        strand: 0,
        description: 'dust',
      },
      {
        feature_type: 'repeat',
        assembly_name: 'FIC1',
        seq_region_name: '1',
        start: 50,
        end: 120,
        strand: -1,
        description: 'AluX',
      },
    ]);
    const { json } = await get('region/human/1:1-500?feature=simple');
    expect(json.map((each: any) => [each.logic_name, each.score, each.external_name])).toEqual([
      ['cpg', 12.5, 'oe = 0.8'],
      ['Eponine', undefined, undefined],
    ]);
    expect((await get('region/human/1:1-500?feature=simple;logic_name=eponine')).json).toHaveLength(1);
  });

  it('returns misc features with their attributes and sets, and filters by set', async () => {
    const { json } = await get('region/human/1:1-500?feature=misc');
    expect(json.map((each: any) => [each.id, each.misc_set_code, each.misc_set_name])).toEqual([
      ['N1', ['set32', 'tile'], ['32k', 'Tile path']],
      ['', ['tile'], ['Tile path']],
    ]);
    expect(json[1]).toMatchObject({ org: 'SC', type: 'clone' });
    expect((await get('region/human/1:1-500?feature=misc;misc_set=SET32')).json).toHaveLength(1);
    expect((await get('region/human/1:1-500?feature=misc;misc_set=wibble')).json).toEqual([]);
  });

  it('returns only bands of chromosomes in the karyotype', async () => {
    expect((await get('region/human/1:1-500?feature=band')).json).toEqual([
      {
        feature_type: 'band',
        assembly_name: 'FIC1',
        seq_region_name: '1',
        start: 1,
        end: 5000,
        strand: 0,
        id: 'p1.1',
        stain: 'gneg',
      },
    ]);
    expect((await get('region/human/PATCH:1-500?feature=band')).json).toEqual([]);
  });
});

describe('the slice of a region with borrowed parts', () => {
  it("has a patch's own genes and around them those of the chromosome, at the patch's positions", async () => {
    expect(places(await get('region/human/PATCH:1-10000?feature=gene'))).toEqual([
      ['FG2', 601, 900, -1],
      ['FG1', 101, 400, 1],
      ['FG6', 2101, 2200, 1],
    ]);
  });

  it('has genes, exons and CDS of the pseudo-autosomal region at positions on Y', async () => {
    expect(places(await get('region/human/Y:1001-2000?feature=gene;feature=exon'))).toEqual([
      ['FG2', 1601, 1900, -1],
      ['FG1', 1101, 1400, 1],
      ['FE3', 1801, 1900, -1],
      ['FE4', 1601, 1700, -1],
      ['FE1', 1101, 1200, 1],
      ['FE2', 1301, 1400, 1],
    ]);
    expect(
      (await get('region/human/Y:1001-1500?feature=cds')).json.map((each: any) => [
        each.start,
        each.end,
        each.seq_region_name,
      ]),
    ).toEqual([
      [1151, 1200, 'Y'],
      [1301, 1346, 'Y'],
    ]);
    expect((await get('region/human/Y:1-1000?feature=gene')).json).toEqual([]);
  });

  it('has the other strand on a contig with reverse orientation', async () => {
    expect(places(await get('region/human/ctg:1-1000?feature=gene;feature=exon;feature=repeat'))).toEqual([
      ['FG2', 101, 400, 1],
      ['FG1', 601, 900, -1],
      ['FE3', 101, 200, 1],
      ['FE4', 301, 400, 1],
      ['FE1', 801, 900, -1],
      ['FE2', 601, 700, -1],
      ['dust', 861, 891, 0],
      ['AluX', 881, 951, 1],
    ]);
    expect(
      (await get('region/human/ctg:1-500?feature=cds')).json.map((each: any) => [each.start, each.end, each.strand]),
    ).toEqual([
      [101, 200, 1],
      [301, 350, 1],
    ]);
  });

  it('has the transcripts inside a contig even if their gene extends beyond it', async () => {
    expect((await get('region/human/half:1-1000?feature=gene')).json).toEqual([]);
    expect(places(await get('region/human/half:1-1000?feature=transcript;feature=exon'))).toEqual([
      ['FT9B', 101, 400, 1],
      ['FE13', 101, 200, 1],
      ['FE14', 301, 400, 1],
    ]);
  });

  it('has no logic_name for genes without an analysis', async () => {
    const { json } = await get('region/human/PATCH:2101-2200?feature=gene;feature=transcript');
    expect(json.map((each: any) => [each.id, 'logic_name' in each])).toEqual([
      ['FG6', false],
      ['FT6', false],
    ]);
  });

  it('finds features across the origin of a circle', async () => {
    for (const slice of ['MT:960-970', 'MT:10-20', 'MT:990-10', 'MT:1-1000']) {
      expect(ids(await get(`region/human/${slice}?feature=transcript;biotype=lncRNA`)), slice).toContain('FT4');
    }
    expect(places(await get('region/human/MT:990-10?feature=gene;feature=exon'))).toEqual([
      ['FG4', 951, 50, 1],
      ['FE6', 951, 50, 1],
    ]);
    expect(places(await get('region/human/MT:990-10?feature=cds'))).toEqual([['FP4', 11, 40, 1]]);
    expect(ids(await get('region/human/MT:900-600?feature=gene;trim_upstream=1;trim_downstream=1'))).toEqual([
      'FG4',
      'FG5',
    ]);
    expect(ids(await get('region/human/MT:960-600?feature=gene;trim_upstream=1'))).toEqual(['FG5']);
    expect(ids(await get('region/human/MT:900-20?feature=gene;trim_downstream=1'))).toEqual([]);
    expect((await get('region/human/MT:900-600?feature=gene', 'text/x-gff3')).text).toContain(
      'MT\tinventor\tgene\t951\t1050\t',
    );
    expect((await get('region/human/MT:900-100?feature=gene', 'text/x-bed')).text).toBe(
      'chrM\t950\t1050\tFG4\t1000\t+\n',
    );
    const [start, end, thickStart, thickEnd, sizes, starts] = [1, 2, 6, 7, 10, 11];
    const columns = (await get('region/human/MT:900-100?feature=transcript', 'text/x-bed')).text.split('\t');
    expect([start, end, thickStart, thickEnd, sizes, starts].map((each) => columns[each])).toEqual([
      '950',
      '1050',
      '1010',
      '1040',
      '100,',
      '0,',
    ]);
  });
});

describe('the longest feature according to meta_coord', () => {
  it('hides transcripts that begin further before the slice', async () => {
    const limited = await client(await makeStore({ longest: [{ table: 'transcript', rank: 1, length: 100 }] }));
    expect(ids(await limited('region/human/1:350-500?feature=gene;feature=transcript;feature=exon'))).toEqual(['FG1']);
    expect(ids(await limited('region/human/1:201-500?feature=transcript'))).toEqual(['FT1']);
  });
});

describe('an answer of overlap/region', () => {
  it('can be GFF3', async () => {
    const { text } = await get(
      'region/human/1:120-500?feature=gene;feature=transcript;feature=exon;feature=cds;feature=repeat;feature=band;' +
        'biotype=protein_coding',
      'text/x-gff3',
    );
    expect(text.split('\n')).toEqual([
      '##gff-version 3',
      '##sequence-region   1 120 500',
      '1\tinventor\tgene\t101\t400\t.\t+\t.\tID=gene:FG1;Name=FG1-name;assembly_name=FIC1;biotype=protein_coding;' +
        'gene_id=FG1;logic_name=invention;version=2',
      '1\tinventor\tmRNA\t101\t400\t.\t+\t.\tID=transcript:FT1;Name=FG1-name;Parent=gene:FG1;assembly_name=FIC1;' +
        'biotype=protein_coding;logic_name=invention;tag=Ensembl_canonical,MANE_Select;transcript_id=FT1;' +
        'transcript_support_level=1 (assigned to version 1);version=2',
      '1\tinventor\texon\t101\t200\t.\t+\t.\tName=FE1;Parent=transcript:FT1;assembly_name=FIC1;constitutive=1;' +
        'ensembl_end_phase=-1;ensembl_phase=-1;exon_id=FE1;rank=1;version=1',
      '1\tinventor\texon\t301\t400\t.\t+\t.\tName=FE2;Parent=transcript:FT1;assembly_name=FIC1;constitutive=0;' +
        'ensembl_end_phase=-1;ensembl_phase=1;exon_id=FE2;rank=2;version=1',
      '1\tinventor\tCDS\t151\t200\t.\t+\t0\tID=CDS:FP1;Parent=transcript:FT1;assembly_name=FIC1;protein_id=FP1;' +
        'version=3',
      '1\tinventor\tCDS\t301\t346\t.\t+\t2\tID=CDS:FP1;Parent=transcript:FT1;assembly_name=FIC1;protein_id=FP1;' +
        'version=3',
      '1\tDust\trepeat_region\t110\t140\t.\t.\t.\tassembly_name=FIC1;description=dust',
      '1\twibble\trepeat_region\t50\t120\t.\t-\t.\tassembly_name=FIC1;description=AluX',
      '1\twibble\tchromosome_band\t1\t5000\t.\t.\t.\tID=chromosome_band:p1.1;assembly_name=FIC1;stain=gneg',
      '',
    ]);
    const uncoding = await get('region/human/1:2000-2001?feature=gene;feature=transcript', 'text/x-gff3');
    expect(
      uncoding.text
        .split('\n')
        .slice(2, 4)
        .map((line) => line.split('\t')[2]),
    ).toEqual(['gene', 'transcript']);
    const misc = await get(
      'region/human/1:1-500?feature=misc;misc_set=tile;feature=simple;logic_name=cpg',
      'text/x-gff3',
    );
    expect(misc.text.split('\n').slice(2)).toEqual([
      '1\twibble\tbiological_region\t80\t500\t.\t+\t.\tID=biological_region:N1;Name=N1;assembly_name=FIC1;' +
        'misc_set_code=set32,tile;misc_set_name=32k,Tile path;synonym=S1',
      '1\twibble\tbiological_region\t90\t500\t.\t+\t.\tassembly_name=FIC1;misc_set_code=tile;misc_set_name=Tile ' +
        'path;org=SC',
      '1\tcpg\tbiological_region\t130\t160\t12.5\t.\t.\tassembly_name=FIC1;external_name=oe %3D 0.8;logic_name=cpg',
      '',
    ]);
  });

  it('can be BED on native strands, with each coding sequence once, as its transcript', async () => {
    const genes = await get('region/human/1:1-700:-1?feature=gene;feature=exon', 'text/x-bed');
    expect(genes.text.split('\n')[0]).toBe('chr1\t600\t900\tFG2\t1000\t-');
    const { text } = await get('region/human/1:300-500?feature=cds;feature=transcript', 'text/x-bed');
    expect(text).toBe(
      'chr1\t100\t400\tFT1\t1000\t+\t150\t346\t0,0,0\t2\t100,100,\t0,200,\tFG1-name\tincmpl\tcmpl\t-1,1,\t' +
        'protein_coding\tFG1\tFG1-name\tprotein_coding\n',
    );
    const long = await get('region/human/long:1-500?feature=transcript;biotype=protein_coding', 'text/x-bed');
    expect(long.text).toMatch(/^chrLong\t0\t100\tFT8\t1000\t\+\t10\t100\t.*\tcmpl\tcmpl\t0,\t/);
  });

  it('can be XML or JSONP', async () => {
    expect((await get('region/human/1:1-500?feature=repeat', 'text/xml')).text).toContain(
      '<data assembly_name="FIC1" description="dust"',
    );
    expect(
      (await get('region/human/1:1-500?feature=none;content-type=text/javascript;callback=a.b', null)).text,
    ).toContain('a.b([])');
  });
});

describe('overlap/id', () => {
  it('returns the features of the region of a gene, transcript or exon on the forward strand', async () => {
    expect(ids(await get('id/FG2?feature=exon'))).toEqual(['FE3', 'FE4']);
    expect(ids(await get('id/ft2.2?feature=gene'))).toEqual(['FG2']);
    expect(places(await get('id/FE4?feature=gene'))).toEqual([['FG2', 601, 900, -1]]);
    expect(ids(await get('id/FG4?feature=gene'))).toEqual(['FG4']);
    expect(ids(await get('id/FG6?feature=gene'))).toEqual(['FG6']);
    expect(ids(await get('id/OG1?feature=gene'))).toEqual(['OG1']);
  });

  it.each([
    ['id/NOPE?feature=gene', "ID 'NOPE' not found"],
    ['id/FG1.9?feature=gene', 'No object found for ID FG1.9'],
    ['id/FP1?feature=gene', 'The given stable ID does not point to a Feature. Cannot perform overlap'],
    ['id/FG1?feature=gene;db_type=otherfeatures', "ID 'FG1' not found"],
    [
      'id/FG7?feature=gene',
      '9000001 is greater than the maximum allowed length of 5000000. Request smaller regions of sequence',
    ],
    ['id/FG1?feature=motif', 'No adaptor found for species homo_fictus, object MotifFeature and DB funcgen'],
  ])('rejects %s', async (path, error) => {
    expect(await get(path)).toMatchObject({ status: 400, json: { error } });
  });
});

describe('a request to overlap/region', () => {
  it.each([
    ['region/human/1:1-500', 'No feature given. Please specify a feature to retrieve from this service'],
    ['region/human/1:1-500?feature=', 'No feature given. Please specify a feature to retrieve from this service'],
    ['region/human/1:1-500?feature=0', 'No feature given. Please specify a feature to retrieve from this service'],
    ['region/human/1:1-500?feature=wibble', 'The feature type wibble is not understood'],
    ['region/human/1:1-500?feature=gene;feature=Wibble', 'The feature type wibble is not understood'],
    [
      'region/human/1:1-500?feature=gene,Exon',
      'The feature type gene,exon is not understood; several are sent as feature=gene;feature=exon',
    ],
    ['region/human/1:1-500?feature=toString', 'The feature type tostring is not understood'],
    ['region/human/1:1-500?feature=__proto__', 'The feature type __proto__ is not understood'],
    ['region/wibble/1:1-500?feature=gene', "Can not find internal name for species 'wibble'"],
    ['region/human/wibble:1-500?feature=gene', 'No slice found for location wibble:1-500'],
    [
      'region/human/long:1-5000001?feature=gene',
      '5000001 is greater than the maximum allowed length of 5000000. Request smaller regions of sequence',
    ],
    ['region/human/1:1-500?feature=;feature=gene', 'The feature type  is not understood'],
    [
      'region/human/1:1-500?feature=gene;feature=constrained;species_set=fishes',
      "This release contains no constrained elements of the species set 'fishes'",
    ],
    [
      'region/human/long?feature=none',
      '20000000 is greater than the maximum allowed length of 5000000. Request smaller regions of sequence',
    ],
  ])('such as %s is rejected', async (path, error) => {
    expect(await get(path)).toMatchObject({ status: 400, json: { error } });
  });

  it('for a slice of the greatest length or for kinds without data has an empty answer', async () => {
    expect(await get('region/human/long:10000001-15000000?feature=gene')).toMatchObject({ status: 200, json: [] });
    const withFuncgen = await client(await makeStore({ funcgen: true }));
    const query = [
      'variation',
      'somatic_variation',
      'structural_variation',
      'somatic_structural_variation',
      'motif',
      'regulatory',
      'none',
    ]
      .map((name) => `feature=${name}`)
      .join(';');
    expect(await withFuncgen(`region/human/1:1-500?${query}`)).toMatchObject({ status: 200, json: [] });
  });
});
