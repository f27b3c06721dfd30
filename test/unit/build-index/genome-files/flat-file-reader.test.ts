import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at } from '../../../../src/checked.ts';
import { treesOf } from '../../../../build-index/genome-files/flat-features.ts';
import { type FlatRecord, organismOf, readFlatFile } from '../../../../build-index/genome-files/flat-file-reader.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();
const path = join(folder, 'records');

async function read(text: string): Promise<{ records: FlatRecord[]; bases: string }> {
  await writeFile(path, text);
  const records: FlatRecord[] = [];
  let bases = '';
  await readFlatFile(path, {
    record: (record) => records.push(record),
    bases: (line) => (bases += line.replaceAll(/[^a-z]/gi, '')),
  });
  return { records, bases };
}

const GENBANK = `LOCUS       AB000001                  30 bp    DNA     circular BCT 01-JAN-2020
DEFINITION  A small plasmid,
            made.
ACCESSION   AB000001
VERSION     AB000001.2
DBLINK      BioProject: PRJ1
            Assembly: GCF_000001.1
SOURCE      Escherichia coli (bacteria)
  ORGANISM  Escherichia coli
            Bacteria.
FEATURES             Location/Qualifiers
     source          1..30
                     /organism="Escherichia coli"
                     /db_xref="taxon:562"
     gene            4..15
                     /locus_tag="b1"
     CDS             4..15
                     /locus_tag="b1"
                     /note="a ""quoted"" text that goes on
                     /over a line with a slash"
                     /product="protein-
                     like"
                     /transl_except=(pos:7..9,aa:Sec)
                     /pseudo
                     /translation="MU
                     K"
     misc_feature    join(28..30,
                     1..2)
                     /note="across"
ORIGIN
        1 acgtacgtac gtacgtacgt
       21 acgtacgtac
//
`;

const EMBL = `ID   AB000001; SV 2; circular; genomic DNA; STD; PRO; 30 BP.
XX
AC   AB000001;
XX
DE   A small plasmid,
DE   made.
XX
OS   Escherichia coli (bacteria)
OC   Bacteria.
XX
FH   Key             Location/Qualifiers
FH
FT   source          1..30
FT                   /organism="Escherichia coli"
FT                   /db_xref="taxon:562"
FT   gene            4..15
FT                   /locus_tag="b1"
FT   CDS             4..15
FT                   /locus_tag="b1"
FT                   /note="a ""quoted"" text that goes on
FT                   /over a line with a slash"
FT                   /product="protein-
FT                   like"
FT                   /transl_except=(pos:7..9,aa:Sec)
FT                   /pseudo
FT                   /translation="MU
FT                   K"
FT   misc_feature    join(28..30,
FT                   1..2)
FT                   /note="across"
XX
SQ   Sequence 30 BP; 8 A; 8 C; 7 G; 7 T; 0 other;
     acgtacgtac gtacgtacgt acgtacgtac                                         30
//
`;

describe.each([
  ['GenBank', GENBANK],
  ['EMBL', EMBL],
])('%s', (_, text) => {
  test('has names, shape and bases', async () => {
    const { records, bases } = await read(text);
    expect(records).toMatchObject([{ name: 'AB000001.2', description: 'A small plasmid, made.', isCircular: true }]);
    expect(bases).toBe('acgtacgtacgtacgtacgtacgtacgtac');
    expect(await organismOf(path)).toBe('Escherichia coli');
  });

  test('has features with locations and qualifiers', async () => {
    const { records } = await read(text.replaceAll('\n', '\r\n'));
    const { features } = at(records, 0);
    expect(features.map(({ key, location }) => [key, location])).toEqual([
      ['source', '1..30'],
      ['gene', '4..15'],
      ['CDS', '4..15'],
      ['misc_feature', 'join(28..30,1..2)'],
    ]);
    const { qualifiers } = at(features, 2);
    expect(['note', 'product', 'transl_except', 'pseudo', 'translation'].map((key) => qualifiers.get(key))).toEqual([
      'a "quoted" text that goes on /over a line with a slash',
      'protein-like',
      '(pos:7..9,aa:Sec)',
      '',
      'MUK',
    ]);
  });

  test('several records are read one after the other', async () => {
    const { records, bases } = await read(text + text.replaceAll('AB000001', 'AB000002'));
    expect(records.map(({ name }) => name)).toEqual(['AB000001.2', 'AB000002.2']);
    expect(bases).toHaveLength(60);
  });
});

test('a record names its assembly', async () => {
  expect(at((await read(GENBANK)).records, 0).assembly).toBe('GCF_000001.1');
});

test.each([
  ['', /has no record: GenBank files begin with LOCUS, EMBL files with ID/],
  ['>chr1\nACGT\n', /line 1: a record begins with LOCUS \(GenBank\) or ID \(EMBL\), but this line is ">chr1"/],
  [GENBANK.slice(0, -40), /the file ends within the record AB000001\.2, without "\/\/"/],
  [GENBANK.replace(/ORIGIN[\s\S]*\/\//, '//'), /the record AB000001\.2 has no bases \(ORIGIN or SQ\)/],
  ['LOCUS       AAA00001    120 aa            linear   BCT 01-JAN-2020\n', /the record AAA00001 is a protein/],
])('rejects other files with one sentence', async (text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence);
});

describe('trees of features', () => {
  const record = (features: string[]) =>
    GENBANK.replace(/ {5}gene {12}[\s\S]*ORIGIN/, `${features.join('\n')}\nORIGIN`);
  const feature = (key: string, location: string, ...qualifiers: string[]) =>
    [`     ${key.padEnd(16)}${location}`, ...qualifiers.map((each) => `                     /${each}`)].join('\n');
  const tree = async (features: string[]) => {
    const roots = treesOf(at((await read(record(features))).records, 0), () => {});
    const shown = (nodes: typeof roots): unknown[] =>
      nodes.map(({ type, children }) => (children.length > 0 ? [type, shown(children)] : type));
    return shown(roots);
  };

  test('connect gene, mRNA, CDS and peptides by locus_tag and place', async () => {
    const tag = 'locus_tag="b1"';
    expect(
      await tree([
        feature('gene', '1..30', tag),
        feature('mRNA', 'join(1..10,20..30)', tag),
        feature('CDS', 'join(4..10,20..27)', tag),
        feature('mat_peptide', '4..9', tag),
      ]),
    ).toEqual([['gene', [['mRNA', ['exon', ['CDS', ['mat_peptide']]]]]]]);
  });

  test('leave a CDS below its gene if no mRNA has its introns', async () => {
    const tag = 'gene="abcA"';
    expect(
      await tree([
        feature('gene', '1..30', tag),
        feature('mRNA', '1..30', tag),
        feature('CDS', 'join(4..10,20..27)', tag),
      ]),
    ).toEqual([['gene', [['mRNA', ['exon']], 'CDS']]]);
  });

  test('have features without a gene as roots', async () => {
    expect(await tree([feature('CDS', '4..15', 'protein_id="P1.1"'), feature('repeat_region', '1..3')])).toEqual([
      'CDS',
      'repeat_region',
    ]);
  });
});
