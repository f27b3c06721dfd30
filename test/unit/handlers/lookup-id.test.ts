import { beforeAll, describe, expect, it } from 'vitest';
import { client, makeStore, openRelease } from './lookup-release.ts';

let ask: ReturnType<typeof client>;
beforeAll(async () => {
  ask = client(await openRelease(await makeStore()));
});

describe('lookup/id', () => {
  it.each([
    ['FICG1', 'Gene', 4],
    ['FICT1', 'Transcript', 2],
    ['FICP1', 'Translation', 3],
    ['FICE1', 'Exon', 1],
  ])('finds %s', async (id, type, version) => {
    const { status, json } = await ask(`/lookup/id/${id}?format=condensed`);
    expect(status).toBe(200);
    expect(json).toEqual({ id, object_type: type, species: 'homo_fictus', db_type: 'core', version });
  });

  it('accepts an id in any letter case and repeats it as sent', async () => {
    expect((await ask('/lookup/id/ficg1')).json).toMatchObject({
      id: 'ficg1',
      object_type: 'Gene',
      display_name: 'Alpha',
    });
    expect((await ask('/lookup/id/fice1')).json).toMatchObject({ id: 'fice1', object_type: 'Exon', start: 101 });
  });

  it('finds an id with a version only if the version is current', async () => {
    expect((await ask('/lookup/id/FICG1.4')).json).toMatchObject({ id: 'FICG1.4', version: 4 });
    expect(await ask('/lookup/id/FICG1.3')).toEqual({ status: 400, json: { error: 'No object found for ID FICG1.3' } });
    expect(await ask('/lookup/id/FICG1.x')).toEqual({ status: 400, json: { error: "ID 'FICG1.x' not found" } });
    expect(await ask('/lookup/id/FICG9.4')).toEqual({ status: 400, json: { error: "ID 'FICG9.4' not found" } });
  });

  it('first takes an id with a dot as an id without a version', async () => {
    expect((await ask('/lookup/id/SAME.1?format=condensed')).json).toMatchObject({
      id: 'SAME.1',
      object_type: 'Gene',
      version: 1,
    });
    expect((await ask('/lookup/id/SAME.11?format=condensed')).json).toMatchObject({ object_type: 'Exon' });
    expect((await ask('/lookup/id/SAME.1.1?format=condensed')).json).toMatchObject({
      id: 'SAME.1.1',
      object_type: 'Gene',
    });
  });

  it('takes an id with a dot as one with a version if no object of the wanted type has it', async () => {
    const typeOf = async (query: string) => (await ask(`/lookup/id/FICG2.4?format=condensed${query}`)).json.object_type;
    expect(await typeOf('')).toBe('Exon');
    expect(await typeOf(';object_type=exon')).toBe('Exon');
    expect(await typeOf(';object_type=gene')).toBe('Gene');
    expect((await ask('/lookup/id/FICG2.4?object_type=transcript')).status).toBe(400);
  });

  it('chooses among objects with one id by object_type', async () => {
    expect((await ask('/lookup/id/SAME.1?object_type=translation')).json).toMatchObject({
      object_type: 'Translation',
      length: 33,
    });
    expect((await ask('/lookup/id/SAME.1?object_type=TRANSCRIPT')).json).toMatchObject({ object_type: 'Transcript' });
    expect((await ask('/lookup/id/SAME.1?object_type=exon')).json).toEqual({ error: "ID 'SAME.1' not found" });
  });

  it('chooses among genomes by species and db_type, and prefers core', async () => {
    expect((await ask('/lookup/id/COMMON')).json).toMatchObject({
      species: 'homo_fictus',
      db_type: 'core',
      biotype: 'from_human',
    });
    expect((await ask('/lookup/id/COMMON?species=Mouse')).json).toMatchObject({
      species: 'mus_fictus',
      biotype: 'from_mouse',
    });
    expect((await ask('/lookup/id/COMMON?species=10090')).json).toMatchObject({ biotype: 'from_mouse' });
    expect((await ask('/lookup/id/COMMON?db_type=otherfeatures')).json).toMatchObject({
      db_type: 'otherfeatures',
      biotype: 'from_other',
    });
    expect((await ask('/lookup/id/COMMON?species=mouse;db_type=otherfeatures')).json).toEqual({
      error: "ID 'COMMON' not found",
    });
    expect((await ask('/lookup/id/FICG1?species=mouse')).json).toEqual({ error: "ID 'FICG1' not found" });
    expect((await ask('/lookup/id/COMMON?db_type=')).json).toMatchObject({ biotype: 'from_human' });
  });

  it('repeats species, db_type and object_type as sent if all three are', async () => {
    expect((await ask('/lookup/id/COMMON?species=mouse;db_type=core;object_type=gene')).json).toMatchObject({
      species: 'mouse',
      db_type: 'core',
      object_type: 'gene',
      biotype: 'from_mouse',
    });
    const sent = 'species=human;db_type=core;object_type=transcript;format=condensed';
    expect((await ask(`/lookup/id/FICT1?${sent}`)).json).toMatchObject({ species: 'human', object_type: 'transcript' });
    expect((await ask(`/lookup/id/FICT1?${sent};expand=1`)).json).toMatchObject({
      species: 'human',
      object_type: 'Transcript',
    });
  });

  it('rejects unknown species, formats and ids, and expand for a translation', async () => {
    expect(await ask('/lookup/id/FICG1?species=nosuch')).toEqual({
      status: 400,
      json: { error: "Can not find internal name for species 'nosuch'" },
    });
    expect(await ask('/lookup/id/FICG1?format=wibble')).toEqual({
      status: 400,
      json: { error: "The format 'wibble' is not an understood encoding" },
    });
    expect(await ask('/lookup/id')).toEqual({
      status: 400,
      json: { error: 'Id must be provided as part of the URL.' },
    });
    expect(await ask('/lookup/id/FICP1?expand=1')).toEqual({
      status: 400,
      json: { error: 'Expand option only available for Genes and Transcripts' },
    });
    for (const id of [
      '%20',
      '__proto__',
      'constructor',
      '.',
      '.1',
      'FICG1.',
      'FICG1.99999999999',
      "x'y",
      '%E2%82%AC',
      'x'.repeat(3000),
    ]) {
      const { status, json } = await ask(`/lookup/id/${id}`);
      expect([id, status, typeof json.error]).toEqual([
        id,
        expect.toSatisfy((code: number) => code === 400 || code === 404),
        'string',
      ]);
    }
  });

  it('is also available as /lookup', async () => {
    expect(await ask('/lookup/FICG1')).toEqual(await ask('/lookup/id/FICG1'));
  });
});

describe('the answer of lookup/id', () => {
  it('has all properties of a gene', async () => {
    expect((await ask('/lookup/id/FICG1')).json).toEqual({
      id: 'FICG1',
      object_type: 'Gene',
      species: 'homo_fictus',
      db_type: 'core',
      version: 4,
      seq_region_name: '1',
      assembly_name: 'FIC1',
      start: 101,
      end: 400,
      strand: 1,
      biotype: 'protein_coding',
      source: 'fictional',
      logic_name: 'invented',
      display_name: 'Alpha',
      description: 'first of all',
      canonical_transcript: 'FICT1.2',
    });
  });

  it('contains the transcripts of an expanded gene with UTRs and MANE', async () => {
    const { json } = await ask('/lookup/id/FICG1?expand=1;utr=1;mane=1');
    expect(json.Transcript).toHaveLength(1);
    const [transcript] = json.Transcript;
    expect(transcript).toMatchObject({
      id: 'FICT1',
      Parent: 'FICG1',
      length: 200,
      is_canonical: 1,
      gencode_primary: 1,
    });
    expect(transcript).not.toHaveProperty('display_name');
    expect(transcript.Exon.map((exon: any) => [exon.id, exon.start, exon.end])).toEqual([
      ['FICE1', 101, 200],
      ['FICE2', 301, 400],
    ]);
    expect(transcript.Translation).toEqual({
      id: 'FICP1',
      object_type: 'Translation',
      species: 'homo_fictus',
      db_type: 'core',
      version: 3,
      start: 151,
      end: 340,
      length: 29,
      Parent: 'FICT1',
    });
    expect(transcript.UTR.map((utr: any) => [utr.object_type, utr.type, utr.start, utr.end])).toEqual([
      ['five_prime_UTR', 'five_prime_utr', 101, 150],
      ['three_prime_UTR', 'three_prime_utr', 341, 400],
    ]);
    expect(transcript.UTR[0]).toMatchObject({ id: 'FICT1', Parent: 'FICT1', source: 'fictional', strand: 1 });
    expect(transcript.UTR[0]).not.toHaveProperty('version');
    expect(transcript.MANE).toEqual([
      {
        id: 'FICT1',
        object_type: 'mane',
        species: 'homo_fictus',
        db_type: 'core',
        version: 2,
        seq_region_name: '1',
        assembly_name: 'FIC1',
        start: 101,
        end: 400,
        strand: 1,
        Parent: 'FICG1',
        refseq_match: 'NM_1.2',
        type: 'MANE_Select',
      },
    ]);
  });

  it('lists the parts of a transcript on the reverse strand from its end', async () => {
    const { json } = await ask('/lookup/id/FICT2?expand=1;utr=1');
    expect(json.Exon.map((exon: any) => exon.id)).toEqual(['FICE4', 'FICE3']);
    expect(json.Translation).toMatchObject({ start: 1511, end: 1990 });
    // 90 + 90 coding bases. Without a length in the index, as for genomes without dna, every codon counts.
    expect(json.Translation.length).toBe(60);
    expect(json.UTR.map((utr: any) => [utr.type, utr.start, utr.end])).toEqual([
      ['five_prime_utr', 1991, 2000],
      ['three_prime_utr', 1501, 1510],
    ]);
  });

  it('counts inserted and deleted bases of RNA editing, and gives inserted bases no position', async () => {
    const { length, UTR } = (await ask('/lookup/id/FICT5?expand=1;utr=1')).json;
    expect(length).toBe(209);
    expect(UTR.map((utr: any) => [utr.type, utr.start, utr.end])).toEqual([
      ['five_prime_utr', 3001, 3005],
      ['five_prime_utr', 3006, 3010],
      ['three_prime_utr', 3191, 3199],
    ]);
  });

  it('has empty lists of UTRs and MANE if there are none, and omits both without expand', async () => {
    expect((await ask('/lookup/id/FICT3?expand=1;utr=1;mane=1')).json).toMatchObject({ UTR: [], MANE: [] });
    const plain = (await ask('/lookup/id/FICT3?utr=1;mane=1')).json;
    expect(plain).not.toHaveProperty('UTR');
    expect(plain).not.toHaveProperty('Exon');
    expect((await ask('/lookup/id/FICT3?expand=1')).json).not.toHaveProperty('Translation');
  });

  it('is condensed at all levels of an expanded gene', async () => {
    const { json } = await ask('/lookup/id/FICG1?expand=1;utr=1;mane=1;format=condensed');
    const [{ Exon, Translation, UTR, MANE, ...transcript }] = json.Transcript;
    const common = { species: 'homo_fictus', db_type: 'core' };
    expect(transcript).toEqual({ id: 'FICT1', object_type: 'Transcript', version: 2, ...common });
    expect(Exon[0]).toEqual({ id: 'FICE1', object_type: 'Exon', version: 1, ...common });
    expect(Translation).toEqual({ id: 'FICP1', object_type: 'Translation', version: 3, ...common });
    expect(UTR[0]).toEqual({ id: 'FICT1', object_type: 'five_prime_UTR', ...common });
    expect(MANE).toEqual([{ id: 'FICT1', object_type: 'mane', ...common }]);
  });

  it('has the right length for an exon across the origin of a circular region', async () => {
    expect((await ask('/lookup/id/FICT4')).json).toMatchObject({ start: 951, end: 50, length: 100 });
    const { json } = await ask('/lookup/id/FICG4');
    expect(json).not.toHaveProperty('version');
    expect(json).not.toHaveProperty('canonical_transcript');
  });

  it('has coding and untranslated regions on both sides of the origin of a circular region', async () => {
    const { Translation, UTR } = (await ask('/lookup/id/FICT4?expand=1;utr=1')).json;
    expect(Translation).toMatchObject({ start: 991, end: 30, length: 13 });
    expect(UTR.map((each: { type: string; start: number; end: number }) => [each.type, each.start, each.end])).toEqual([
      ['five_prime_utr', 951, 990],
      ['three_prime_utr', 31, 50],
    ]);
  });

  it('lists the phenotypes of genes sorted by trait, once each, without zeros', async () => {
    const phenotypes = [
      {
        trait: 'courage',
        source: 'Invented',
        study: 'PMID:1',
        genes: 'Alpha',
        variants: null,
        pvalue: '2e-8',
        ontology_accessions: ['FIC:1'],
      },
      { trait: 'Zest', source: 'Invented', genes: null, variants: null },
    ];
    expect((await ask('/lookup/id/FICG1?phenotypes=1')).json.phenotypes).toEqual(phenotypes);
    expect((await ask('/lookup/id/ficg1.4?phenotypes=1;format=condensed')).json.phenotypes).toEqual(phenotypes);
    expect((await ask('/lookup/id', { ids: ['FICG2', 'FICG1', 'FICT1'], phenotypes: 1 })).json).toMatchObject({
      FICG1: { phenotypes },
      FICG2: { phenotypes: [] },
      FICT1: expect.not.objectContaining({ phenotypes: expect.anything() }),
    });
    expect((await ask('/lookup/id/COMMON?db_type=otherfeatures;phenotypes=1')).json.phenotypes).toEqual([]);
    expect((await ask('/lookup/id/FICG1?phenotypes=0')).json).not.toHaveProperty('phenotypes');
  });
});

describe('POST lookup/id', () => {
  it('answers each id like GET, with null for ids that GET rejects', async () => {
    const ids = ['FICG1', 'nosuch', 'ficp2', 'FICG1.4', 'FICG1.3', 'COMMON', 'FICG1', '__proto__'];
    const { status, json } = await ask('/lookup/id', { ids });
    expect(status).toBe(200);
    expect(Object.keys(json)).toHaveLength(7);
    for (const id of ['FICG1', 'ficp2', 'FICG1.4', 'COMMON'])
      expect(json[id]).toEqual((await ask(`/lookup/id/${id}`)).json);
    expect([json.nosuch, json['FICG1.3']]).toEqual([null, null]);
  });

  it('accepts parameters in the body and in the query', async () => {
    const { json } = await ask('/lookup/id?utr=1', {
      ids: ['FICT1', 'FICE1', 'FICP1'],
      expand: 1,
      format: 'condensed',
    });
    expect(json.FICT1.UTR).toHaveLength(2);
    expect(json).toMatchObject({ FICE1: null, FICP1: null });
    expect((await ask('/lookup/id', { ids: ['COMMON'], species: 'mouse' })).json.COMMON.species).toBe('mus_fictus');
    expect((await ask('/lookup/id', { ids: ['COMMON'], species: 'nosuch' })).json).toEqual({ COMMON: null });
  });

  it('answers an empty object to no ids, and rejects more than 1000', async () => {
    for (const body of [{}, { ids: [] }, { wibble: 1 }])
      expect(await ask('/lookup/id', body)).toEqual({ status: 200, json: {} });
    expect((await ask('/lookup/id', { ids: 'FICG1' })).status).toBe(400);
    expect((await ask('/lookup/id', { ids: [['FICG1']] })).status).toBe(400);
    expect(await ask('/lookup/id', { ids: Array.from({ length: 1001 }, (_, each) => `x${each}`) })).toMatchObject({
      status: 400,
      json: {
        error:
          'POST message too large. You have submitted 1001 elements but a limit of 1000 is in place. Request ' +
          'smaller regions or lists of IDs',
      },
    });
  });
});
