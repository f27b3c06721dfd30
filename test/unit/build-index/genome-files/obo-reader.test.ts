import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Departures } from '../../../../build-index/dump/departures.ts';
import { type OboHeader, type OboTerm, readObo } from '../../../../build-index/genome-files/obo-reader.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();
const path = join(folder, 'a.obo');

async function read(text: string | Uint8Array) {
  await writeFile(path, text);
  const departures = new Departures();
  const [headers, terms, types]: [OboHeader[], OboTerm[], [string, string][]] = [[], [], []];
  await readObo(
    path,
    {
      header: (header) => void headers.push(header),
      term: (term) => void terms.push(term),
      type: (id, name) => void types.push([id, name]),
    },
    departures.reading(path, ''),
  );
  return { headers, terms, types, departures: departures.list() };
}

const HEADER = `format-version: 1.2
data-version: releases/2025-01-01
subsetdef: goslim "A slim of GO"
default-namespace: gene_ontology
ontology: go
`;

test('reads the header, terms with all that a database contains, and types of relations', async () => {
  const { headers, terms, types, departures } = await read(`${HEADER}
[Term]
id: GO:0000001
name: a term \\! with \\{marks\\} ! a comment
namespace: biological_process
alt_id: GO:0000009
def: "The \\"first\\" term, with a long\\
 definition." [GOC:x, PMID:1 "a: b"]
subset: goslim
synonym: "one" EXACT []
synonym: "some \\"thing\\"" NARROW systematic [GOC:x]
exact_synonym: "old" []
relationship: part_of GO:0000003 ! three
is_a: GO:0000002 {xref="a"} ! two
xref: Wikipedia:One

[Term]
id: GO:0000002
name: two
is_obsolete: true

[Typedef]
id: RO:0002211
name: regulates

[Instance]
id: x
`);
  expect(departures).toEqual([]);
  expect(headers).toEqual([
    {
      ontology: 'go',
      namespace: 'gene_ontology',
      version: 'releases/2025-01-01',
      subsets: [{ name: 'goslim', definition: 'A slim of GO' }],
    },
  ]);
  expect(terms).toMatchObject([
    {
      line: 7,
      accession: 'GO:0000001',
      name: 'a term ! with {marks}',
      namespace: 'biological_process',
      // As in Ensembl's database, with quotes, escapes and references.
      definition: '"The \\"first\\" term, with a long definition." [GOC:x, PMID:1 "a: b"]',
      synonyms: [
        { text: 'one', scope: 'EXACT' },
        { text: 'some "thing"', scope: 'NARROW' },
        { text: 'old', scope: 'EXACT' },
      ],
      subsets: ['goslim'],
      alternatives: ['GO:0000009'],
      parents: [
        { type: 'part_of', accession: 'GO:0000003' },
        { type: 'is_a', accession: 'GO:0000002' },
      ],
      isObsolete: false,
    },
    { accession: 'GO:0000002', namespace: null, definition: '"" []', isObsolete: true },
  ]);
  expect(types).toEqual([['RO:0002211', 'regulates']]);
});

test('reads gzip and line ends of Windows', async () => {
  const { terms } = await read(gzipSync('[Term]\r\nid: SO:1\r\nname: region\r\n'));
  expect(terms).toMatchObject([{ accession: 'SO:1', name: 'region' }]);
});

test('counts terms without id or name, and lines that are no tags, with their lines', async () => {
  const { terms, departures } = await read(
    'format-version: 1.2\n[Term]\nid: A:1\nname: one\nis_a\n[Term]\nname: two\n[Term]\nid: A:3\n[Term]\n' +
      'id: A:4\nname: x\nrelationship: part_of\n',
  );
  expect(terms.map(({ accession }) => accession)).toEqual(['A:1', 'A:4']);
  expect(departures).toMatchObject([{ kind: 'line that is no term', count: 4 }]);
  expect(departures[0]?.first).toEqual([
    `${path} line 5: a line is "tag: value", this one is "is_a"`,
    `${path} line 6: the term has no id`,
    `${path} line 8: the term A:3 has no name`,
  ]);
});

test.each([
  ['>chr1\nACGT\n', /line 1: an OBO file begins with tags such as "format-version: 1.2", but this one with ">chr1"/],
  [HEADER, /has no \[Term\], so it is no OBO file/],
  [gzipSync(HEADER.repeat(50)).subarray(0, 60), /the file is truncated here/],
])('rejects another file', async (text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence);
});
