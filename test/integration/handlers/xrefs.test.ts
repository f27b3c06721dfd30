import { beforeAll, describe, expect, test } from 'vitest';
import { xrefsById, type XrefsIdParameters, xrefsByName, xrefsBySymbol } from '../../../src/handlers/xrefs/xrefs.ts';
import type { Xref } from '../../../src/genome/xref-record.ts';
import type { Release } from '../../../src/release/release.ts';
import { compileFixture, type Dump, type Fixture } from './xrefs-fixture.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';
import { at } from '../../../src/checked.ts';

/**
 * Gene G1 on the primary assembly has T1 with two translations (P1 canonical, P1b) and T2 without any. G2 on a patch
 * has T3 and P3. G9 is not current. Display names: ALPHA of G1 and G2, ALPHA-201 of T1.
 */
const dump: Dump = {
  coord_system: [
    { coord_system_id: 1, species_id: 1, name: 'chromosome', version: 'X1', rank: 1, attrib: 'default_version' },
  ],
  seq_region: [
    { seq_region_id: 1, name: '1', coord_system_id: 1, length: 1000 },
    { seq_region_id: 2, name: 'PATCH', coord_system_id: 1, length: 1000 },
  ],
  attrib_type: [{ attrib_type_id: 5, code: 'non_ref', name: 'Non reference' }],
  seq_region_attrib: [{ seq_region_id: 2, attrib_type_id: 5, value: '1' }],
  gene: [
    { gene_id: 10, seq_region_id: 2, stable_id: 'G2', is_current: 1, display_xref_id: 1 },
    { gene_id: 20, seq_region_id: 1, stable_id: 'G1', is_current: 1, display_xref_id: 1 },
    { gene_id: 90, seq_region_id: 1, stable_id: 'G9', is_current: 0, display_xref_id: 1 },
  ],
  transcript: [
    { transcript_id: 30, gene_id: 10, stable_id: 'T3', is_current: 1, canonical_translation_id: 50 },
    {
      transcript_id: 31,
      gene_id: 20,
      stable_id: 'T1',
      is_current: 1,
      canonical_translation_id: 51,
      display_xref_id: 2,
    },
    { transcript_id: 32, gene_id: 20, stable_id: 'T2', is_current: 1 },
  ],
  translation: [
    { translation_id: 50, transcript_id: 30, stable_id: 'P3' },
    { translation_id: 51, transcript_id: 31, stable_id: 'P1' },
    { translation_id: 52, transcript_id: 31, stable_id: 'P1b' },
  ],
  exon: [{ exon_id: 1, stable_id: 'E1' }],
  external_db: [
    { external_db_id: 1, db_name: 'HGNC', db_display_name: 'HGNC Symbol', priority: 100 },
    { external_db_id: 2, db_name: 'GO', db_display_name: 'GO', priority: 5 },
    { external_db_id: 3, db_name: 'Uniprot/SWISSPROT', db_display_name: 'Swiss-Prot', priority: 250 },
    { external_db_id: 4, db_name: 'RefSeq_mRNA', db_display_name: 'RefSeq mRNA', priority: 5 },
    { external_db_id: 5, db_name: 'RefSeqXmRNA', db_display_name: null, priority: 5 },
    { external_db_id: 6, db_name: 'Interpro', db_display_name: 'InterPro', priority: 5 },
  ],
  interpro: [
    { interpro_ac: 'IPR000001', id: 'PF2' },
    { interpro_ac: 'IPR000001', id: 'PF1' },
    { interpro_ac: 'IPR000002', id: 'PF3' },
  ],
  xref: [
    {
      xref_id: 90,
      external_db_id: 6,
      dbprimary_acc: 'IPR000002',
      display_label: 'Domain',
      version: '0',
      info_type: 'NONE',
    },
    {
      xref_id: 1,
      external_db_id: 1,
      dbprimary_acc: '1001',
      display_label: 'ALPHA',
      version: '0',
      description: 'alpha',
      info_type: 'DIRECT',
      info_text: '',
    },
    {
      xref_id: 2,
      external_db_id: 1,
      dbprimary_acc: 'ALPHA-201',
      display_label: 'ALPHA-201',
      version: '0',
      info_type: 'MISC',
      info_text: '',
    },
    {
      xref_id: 3,
      external_db_id: 2,
      dbprimary_acc: 'GO:1',
      display_label: 'GO:1',
      version: '0',
      info_type: 'DEPENDENT',
      info_text: 'Generated via main',
    },
    {
      xref_id: 4,
      external_db_id: 3,
      dbprimary_acc: 'Q11111',
      display_label: 'ALPHA_FICTA',
      version: '1',
      info_type: 'DIRECT',
      info_text: '',
    },
    {
      xref_id: 5,
      external_db_id: 4,
      dbprimary_acc: 'NM_000001',
      display_label: 'NM_000001.2',
      version: '2',
      info_type: 'SEQUENCE_MATCH',
      info_text: '',
    },
    {
      xref_id: 6,
      external_db_id: 5,
      dbprimary_acc: 'NMX000001',
      display_label: 'ALPHAXFICTA',
      version: null,
      info_type: 'NONE',
      info_text: null,
    },
    {
      xref_id: 7,
      external_db_id: 2,
      dbprimary_acc: 'GO:7',
      display_label: 'GO:7',
      version: '0',
      info_type: 'PROJECTION',
      info_text: '',
    },
  ],
  external_synonym: [
    { xref_id: 1, synonym: 'zeta' },
    { xref_id: 1, synonym: 'Beta' },
    { xref_id: 1, synonym: 'alpha2' },
    { xref_id: 4, synonym: 'Q99999' },
  ],
  object_xref: [
    { object_xref_id: 100, ensembl_id: 31, ensembl_object_type: 'Transcript', xref_id: 5 },
    { object_xref_id: 101, ensembl_id: 20, ensembl_object_type: 'Gene', xref_id: 1 },
    { object_xref_id: 102, ensembl_id: 51, ensembl_object_type: 'Translation', xref_id: 3 },
    { object_xref_id: 103, ensembl_id: 51, ensembl_object_type: 'Translation', xref_id: 4 },
    { object_xref_id: 104, ensembl_id: 52, ensembl_object_type: 'Translation', xref_id: 6 },
    { object_xref_id: 105, ensembl_id: 50, ensembl_object_type: 'Translation', xref_id: 3 },
    { object_xref_id: 106, ensembl_id: 90, ensembl_object_type: 'Gene', xref_id: 4 },
    { object_xref_id: 107, ensembl_id: 51, ensembl_object_type: 'Translation', xref_id: 3 },
    { object_xref_id: 108, ensembl_id: 32, ensembl_object_type: 'Transcript', xref_id: 5 },
    { object_xref_id: 109, ensembl_id: 20, ensembl_object_type: 'Gene', xref_id: 6 },
  ],
  identity_xref: [
    {
      object_xref_id: 100,
      xref_identity: 99,
      ensembl_identity: null,
      xref_start: 1,
      xref_end: null,
      ensembl_start: 3,
      ensembl_end: 4,
      cigar_line: '',
      score: 7.5,
      evalue: null,
    },
    {
      object_xref_id: 108,
      xref_identity: 90,
      ensembl_identity: 80,
      xref_start: 1,
      xref_end: 2,
      ensembl_start: 3,
      ensembl_end: 4,
      cigar_line: '2M',
      score: 5,
      evalue: 0.001,
    },
    { object_xref_id: 103, xref_identity: null, ensembl_identity: 80 },
  ],
  ontology_xref: [
    { object_xref_id: 102, source_xref_id: 4, linkage_type: 'TAS' },
    { object_xref_id: 102, source_xref_id: null, linkage_type: 'IEA' },
    { object_xref_id: 102, source_xref_id: 5, linkage_type: 'IEA' },
    { object_xref_id: 107, source_xref_id: null, linkage_type: 'IDA' },
    { object_xref_id: 105, source_xref_id: null, linkage_type: '' },
  ],
};

let fixture: Fixture;
let release: Release;

beforeAll(async () => {
  fixture = await compileFixture([
    { species: 'ficta_prima', dump },
    { species: 'ficta_nuda', dump: { coord_system: dump.coord_system, seq_region: dump.seq_region } },
  ]);
  release = fixture.open();
});

const nothing = { items: [], body: {}, ...NO_LIMITS, format: 'json' as const };

async function byId(id: string, params: Partial<XrefsIdParameters> = {}): Promise<Xref[]> {
  const all = {
    id,
    all_levels: false,
    external_db: undefined,
    object_type: undefined,
    db_type: undefined,
    species: undefined,
    ...params,
  };
  const answer = await xrefsById({ ...nothing, release, params: all });
  return (answer as { value: Xref[] }).value;
}

async function bySymbol(
  symbol: string,
  params: {
    species?: string;
    object_type?: 'gene' | 'transcript' | 'translation';
    external_db?: string;
    db_type?: string;
  } = {},
): Promise<string[]> {
  const all = {
    species: 'ficta_prima',
    symbol,
    object_type: undefined,
    external_db: undefined,
    db_type: 'core',
    ...params,
  };
  const answer = await xrefsBySymbol({ ...nothing, release, params: all });
  return (answer as { value: { id: string; type: string }[] }).value.map(({ id, type }) => `${type} ${id}`);
}

async function byName(name: string, external_db?: string, species = 'ficta_prima'): Promise<string[]> {
  const answer = await xrefsByName({ ...nothing, release, params: { species, name, external_db, db_type: 'core' } });
  return (answer as { value: Xref[] }).value.map(({ primary_id }) => primary_id);
}

const labels = (xrefs: Xref[]) => xrefs.map(({ display_id }) => display_id);

describe('xrefs/id', () => {
  test('shows a reference with its database, and its synonyms in alphabetical order', async () => {
    expect((await byId('G1'))[0]).toEqual({
      dbname: 'HGNC',
      db_display_name: 'HGNC Symbol',
      primary_id: '1001',
      display_id: 'ALPHA',
      version: '0',
      description: 'alpha',
      info_type: 'DIRECT',
      info_text: '',
      synonyms: ['alpha2', 'Beta', 'zeta'],
    });
  });

  test('shows only the references of the object itself, in the order of the dump', async () => {
    expect(labels(await byId('G1'))).toEqual(['ALPHA', 'ALPHAXFICTA']);
    expect(labels(await byId('T1'))).toEqual(['NM_000001.2']);
    expect(labels(await byId('P1'))).toEqual(['GO:1', 'ALPHA_FICTA']);
    expect(labels(await byId('P1b'))).toEqual(['ALPHAXFICTA']);
    expect(await byId('G2')).toEqual([]);
  });

  test('with all_levels adds transcripts and canonical translations, best database first in a transcript', async () => {
    expect(labels(await byId('G1', { all_levels: true }))).toEqual([
      'ALPHA',
      'ALPHAXFICTA',
      'ALPHA_FICTA',
      'GO:1',
      'NM_000001.2',
      'NM_000001.2',
    ]);
    expect(labels(await byId('T1', { all_levels: true }))).toEqual(['ALPHA_FICTA', 'GO:1', 'NM_000001.2']);
    expect(labels(await byId('P1', { all_levels: true }))).toEqual(['GO:1', 'ALPHA_FICTA']);
    expect(labels(await byId('G2', { all_levels: true }))).toEqual(['GO:1']);
  });

  test('shows alignment values, unknown ones as 0 except the e-value, and the cigar line if present', async () => {
    const [first] = await byId('T1');
    expect(first).toMatchObject({
      xref_identity: 99,
      ensembl_identity: 0,
      xref_start: 1,
      xref_end: 0,
      ensembl_start: 3,
      ensembl_end: 4,
      score: 7.5,
      evalue: null,
    });
    expect(first).not.toHaveProperty('cigar_line');
    expect((await byId('T2'))[0]).toMatchObject({ cigar_line: '2M', evalue: 0.001 });
    expect((await byId('P1'))[1]).not.toHaveProperty('score');
  });

  test('shows each evidence code of an ontology term once, over all links to the same object', async () => {
    const term = at(await byId('P1'), 0);
    expect(term.linkage_types).toEqual(['IEA', 'TAS', 'IDA']);
    expect((await byId('P3'))[0]).not.toHaveProperty('linkage_types');
  });

  test('filters by external database: a whole name in any case, or an SQL pattern with %', async () => {
    const all = { all_levels: true };
    expect(labels(await byId('G1', { ...all, external_db: 'hgnc' }))).toEqual(['ALPHA']);
    expect(labels(await byId('G1', { ...all, external_db: 'HGN' }))).toEqual([]);
    expect(labels(await byId('G1', { ...all, external_db: 'RefSeq_mRNA' }))).toEqual(['NM_000001.2', 'NM_000001.2']);
    expect(labels(await byId('G1', { ...all, external_db: 'RefSeq_mRN%' }))).toEqual([
      'ALPHAXFICTA',
      'NM_000001.2',
      'NM_000001.2',
    ]);
    expect(labels(await byId('G1', { ...all, external_db: '%prot%' }))).toEqual(['ALPHA_FICTA']);
    for (const none of ['', '0']) expect(await byId('G1', { external_db: none })).toHaveLength(2);
  });

  test('rejects unknown ids and objects that cannot have references', async () => {
    await expect(byId('NOPE')).rejects.toMatchObject({ status: 400, message: "ID 'NOPE' not found" });
    await expect(byId('G9')).rejects.toMatchObject({ status: 400 });
    await expect(byId('E1')).rejects.toThrow('The object type "Bio::EnsEMBL::Exon" for ID "E1" cannot respond');
    await expect(byId('G1', { object_type: 'transcript' })).rejects.toMatchObject({ status: 400 });
    await expect(byId('G1', { species: 'nosuch' })).rejects.toMatchObject({ status: 400 });
  });

  test('accepts ids in any case', async () => {
    expect(labels(await byId('p1'))).toEqual(['GO:1', 'ALPHA_FICTA']);
  });
});

describe('xrefs/symbol', () => {
  test('finds objects by primary id, display label and synonym, in any case', async () => {
    for (const symbol of ['1001', 'alpha', 'ALPHA', 'BETA', 'alpha '])
      expect(await bySymbol(symbol)).toEqual(['gene G1']);
  });

  test('returns translation, transcript and gene for a reference of a translation, those on patches last', async () => {
    expect(await bySymbol('GO:1')).toEqual([
      'gene G1',
      'gene G2',
      'transcript T1',
      'transcript T3',
      'translation P1',
      'translation P3',
    ]);
    expect(await bySymbol('Q99999')).toEqual(['gene G1', 'transcript T1', 'translation P1']);
  });

  test('returns transcript and gene for a reference of a transcript, else only the gene', async () => {
    expect(await bySymbol('nm_000001')).toEqual(['gene G1', 'transcript T1', 'transcript T2']);
    expect(await bySymbol('1001', { object_type: 'transcript' })).toEqual([]);
  });

  test('returns the canonical translation for a reference of another one', async () => {
    expect(await bySymbol('NMX000001')).toEqual(['gene G1', 'transcript T1', 'translation P1']);
  });

  test('can be limited to an object_type', async () => {
    expect(await bySymbol('GO:1', { object_type: 'transcript' })).toEqual(['transcript T1', 'transcript T3']);
  });

  test('accepts the beginning of a name or a pattern as external_db', async () => {
    expect(await bySymbol('GO:1', { external_db: 'G', object_type: 'gene' })).toEqual(['gene G1', 'gene G2']);
    expect(await bySymbol('GO:1', { external_db: 'HGNC' })).toEqual([]);
    expect(await bySymbol('Q11111', { external_db: 'uniprot', object_type: 'gene' })).toEqual(['gene G1']);
  });

  test('returns genes with the display name if nothing is linked, for any external_db', async () => {
    expect(await bySymbol('ALPHA', { external_db: 'GO' })).toEqual(['gene G1', 'gene G2']);
    expect(await bySymbol('ALPHA', { external_db: 'GO', object_type: 'translation' })).toEqual([]);
    expect(await bySymbol('1001', { external_db: 'GO' })).toEqual([]);
    expect(await bySymbol('ALPHA-201')).toEqual([]);
  });

  test('supports SQL wildcards as Ensembl does', async () => {
    expect(await bySymbol('ALPHA_FICTA', { object_type: 'translation' })).toEqual(['translation P1']);
    expect(await bySymbol('ALPHA_FICTA', { external_db: 'RefSeqX' })).toEqual([
      'gene G1',
      'transcript T1',
      'translation P1',
    ]);
    expect(await bySymbol('NM_000001', { external_db: 'RefSeqX' })).toEqual([]);
    expect(await bySymbol('NM_0%', { object_type: 'transcript' })).toEqual(['transcript T1', 'transcript T2']);
    expect(await bySymbol('GO:%', { object_type: 'gene' })).toEqual(['gene G1', 'gene G2']);
    for (const vague of ['%', 'G%', '%LPHA'])
      await expect(bySymbol(vague)).rejects.toThrow(
        `The symbol '${vague}' is too vague: a pattern must begin with at least two letters`,
      );
  });

  test('rejects a pattern with too many matching prefixes, but then reads underscores literally', async () => {
    let read = 0;
    const exact = {
      as: ['primary_id'],
      xref: { dbname: 'DB' },
      objects: [{ linked: true, geneId: 'G', reference: true }],
    };
    const genome = {
      symbols: async () => [[exact]],
      async *symbolsFrom() {
        while (true) yield [`abc${read++}`, () => exact];
      },
    };
    const crowded = { genome: () => genome } as unknown as Release;
    const look = (symbol: string) =>
      xrefsBySymbol({
        ...nothing,
        release: crowded,
        params: { species: 'x', symbol, object_type: 'gene', external_db: undefined, db_type: 'core' },
      });
    await expect(look('abc%')).rejects.toMatchObject({ status: 400 });
    expect(await look('abc_x')).toMatchObject({ value: [{ id: 'G', type: 'gene' }] });
    expect(read).toBeLessThan(20_000);
  });

  test('is empty for unknown names, and rejects unknown species and database kinds', async () => {
    expect(await bySymbol('NOPE')).toEqual([]);
    expect(await bySymbol('ALPHA', { species: 'ficta_nuda' })).toEqual([]);
    await expect(bySymbol('ALPHA', { species: 'nosuch' })).rejects.toThrow(
      "Can not find internal name for species 'nosuch'",
    );
    await expect(bySymbol('ALPHA', { db_type: 'otherfeatures' })).rejects.toMatchObject({ status: 400 });
    expect(await bySymbol('Q11111', { db_type: '' })).toContain('gene G1');
  });
});

describe('xrefs/name', () => {
  test('finds references by primary id and label, linked or not, but not by synonym', async () => {
    expect(await byName('alpha')).toEqual(['1001']);
    expect(await byName('1001')).toEqual(['1001']);
    expect(await byName('Beta')).toEqual([]);
    expect(await byName('GO:7')).toEqual(['GO:7']);
    expect(await byName('NOPE')).toEqual([]);
  });

  test('shows in the database name that a reference is projected', async () => {
    const answer = await xrefsByName({
      ...nothing,
      release,
      params: { species: 'ficta_prima', name: 'GO:7', external_db: undefined, db_type: 'core' },
    });
    expect(answer).toMatchObject({
      value: [{ dbname: 'GO', db_display_name: 'Projected GO', info_type: 'PROJECTION' }],
    });
  });

  test('accepts a whole name as external_db, not a pattern', async () => {
    expect(await byName('ALPHA', 'hgnc')).toEqual(['1001']);
    for (const other of ['HG', 'HGN%', 'GO', '']) expect(await byName('ALPHA', other)).toEqual([]);
  });

  test('finds an accession of InterPro without references in the table of accessions', async () => {
    const params = { species: 'ficta_prima', name: 'ipr000001', external_db: 'InterPro', db_type: 'core' };
    expect(await xrefsByName({ ...nothing, release, params })).toMatchObject({
      value: [
        {
          dbname: 'Interpro',
          db_display_name: null,
          primary_id: 'IPR000001',
          display_id: 'PF1',
          version: 0,
          description: null,
          info_type: null,
          info_text: null,
          synonyms: [],
        },
      ],
    });
    for (const other of [undefined, 'GO']) expect(await byName('IPR000001', other)).toEqual([]);
    expect(await byName('PF1', 'interpro')).toEqual([]);
    for (const name of ['IPR000002', 'domain']) expect(await byName(name, 'interpro')).toEqual(['IPR000002']);
    expect(await bySymbol('IPR000001')).toEqual([]);
  });

  test('does not show alignment or evidence of links', async () => {
    const answer = await xrefsByName({
      ...nothing,
      release,
      params: { species: 'ficta', name: 'NMX000001', external_db: undefined, db_type: 'core' },
    });
    expect((answer as { value: Xref[] }).value).toEqual([
      {
        dbname: 'RefSeqXmRNA',
        db_display_name: null,
        primary_id: 'NMX000001',
        display_id: 'ALPHAXFICTA',
        version: null,
        description: null,
        info_type: 'NONE',
        info_text: null,
        synonyms: [],
      },
    ]);
  });
});

describe('xrefs of a database with several species', () => {
  test('belong to one species each', async () => {
    const species = (id: number) => ({
      coord_system_id: id,
      species_id: id,
      name: 'chromosome',
      version: `X${id}`,
      rank: 1,
      attrib: 'default_version',
    });
    const shared: Dump = {
      ...dump,
      coord_system: [species(1), species(2)],
      seq_region: [
        { seq_region_id: 1, name: '1', coord_system_id: 1, length: 1000 },
        { seq_region_id: 2, name: '1', coord_system_id: 2, length: 1000 },
      ],
      seq_region_attrib: [],
    };
    const compiled = await compileFixture([
      { species: 'ficta_prima', speciesId: 1, dump: shared },
      { species: 'ficta_secunda', speciesId: 2, dump: shared },
    ]);
    release = compiled.open();
    try {
      expect(await bySymbol('GO:1', { object_type: 'gene' })).toEqual(['gene G1']);
      expect(await bySymbol('GO:1', { object_type: 'gene', species: 'ficta_secunda' })).toEqual(['gene G2']);
      expect(await byName('NM_000001')).toEqual(['NM_000001']);
      expect(await byName('NM_000001', undefined, 'ficta_secunda')).toEqual([]);
      expect(await byName('GO:7')).toEqual([]);
    } finally {
      release = fixture.open();
    }
  });
});

describe('waves of reads', () => {
  test('for xrefs/id are three: directory of ids, the id, the references; then none', async () => {
    release = fixture.open();
    fixture.store.reads = 0;
    await byId('G1', { all_levels: true });
    expect(fixture.store.reads).toBe(3);
    fixture.store.reads = 0;
    await byId('P1', { all_levels: true });
    expect(fixture.store.reads).toBe(0);
  });

  test('for xrefs/symbol and xrefs/name are two: directory of names and one block', async () => {
    for (const look of [() => bySymbol('GO:1'), () => byName('GO:1')]) {
      release = fixture.open();
      fixture.store.reads = 0;
      await look();
      expect(fixture.store.reads).toBe(2);
    }
  });
});
