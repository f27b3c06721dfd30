/** The fictional ontology: the terms of genes, products and phenotypes, and their parents. */
import { get } from '../../../src/checked.ts';
import { DumpWriter } from '../../../build-index/dump-writer/dump-writer.ts';
import { ONTOLOGY_TABLES } from '../../../build-index/dump-writer/terms-tables.ts';
import { SCHEMA_VERSION } from '../core/core-database.ts';
import { DEMO_TERMS, demoTermAccession } from '../core/xref-rows.ts';

const ONTOLOGY_ID = 1;
const RELATION_TYPES = ['is_a', 'part_of', 'regulates'] as const;
type RelationType = (typeof RELATION_TYPES)[number];

/** Parents of the other terms. Their accessions start after a gap. */
const UPPER_TERMS = [
  'demo activity',
  'demo binding',
  'demo process',
  'demo transport',
  'demo component',
  'demo organelle',
].map((name) => `${name} (fictional)`);
const UPPER = 100;
const OBSOLETE = { index: 200, name: 'demo phlogiston release (fictional)' };
/** An alternative accession of term 3: two terms were merged. */
const ALTERNATIVE = { index: 900, of: 3 };

const ACTIVITY = UPPER;
const BINDING = UPPER + 1;
const PROCESS = UPPER + 2;
const TRANSPORT = UPPER + 3;
const COMPONENT = UPPER + 4;
const ORGANELLE = UPPER + 5;

const RELATIONS: [child: number, type: RelationType, parent: number][] = [
  [BINDING, 'is_a', ACTIVITY],
  [TRANSPORT, 'is_a', PROCESS],
  [ORGANELLE, 'is_a', COMPONENT],
  [0, 'is_a', ACTIVITY],
  [1, 'is_a', BINDING],
  [2, 'is_a', ACTIVITY],
  [2, 'part_of', 6],
  [3, 'is_a', ACTIVITY],
  [3, 'part_of', 7],
  [4, 'is_a', BINDING],
  [5, 'is_a', PROCESS],
  [5, 'regulates', 8],
  [6, 'is_a', TRANSPORT],
  [7, 'is_a', PROCESS],
  [8, 'is_a', PROCESS],
  [9, 'part_of', ORGANELLE],
  [10, 'is_a', COMPONENT],
  [11, 'is_a', ORGANELLE],
  [12, 'is_a', COMPONENT],
  [13, 'is_a', ACTIVITY],
  [13, 'part_of', 8],
];

export function writeOntologyDatabase(folder: string): void {
  const db = new DumpWriter(folder, ONTOLOGY_TABLES);
  db.insert('meta', { meta_id: 1, meta_key: 'schema_version', meta_value: SCHEMA_VERSION });
  db.insert('ontology', {
    ontology_id: ONTOLOGY_ID,
    name: 'DEMOGO',
    namespace: 'demo_ontology',
    data_version: 'fictional',
  });
  db.insert('subset', {
    subset_id: 1,
    name: 'demoslim',
    definition: 'Terms for an overview of the fictional ontology',
  });
  const terms: [index: number, name: string][] = [
    ...DEMO_TERMS.map((name, index): [number, string] => [index, name]),
    ...UPPER_TERMS.map((name, index): [number, string] => [UPPER + index, name]),
    [OBSOLETE.index, OBSOLETE.name],
  ];
  const ids = new Map(terms.map(([index], each) => [index, each + 1]));
  for (const [index, name] of terms) {
    const term_id = get(ids, index);
    db.insert('term', {
      term_id,
      ontology_id: ONTOLOGY_ID,
      subsets: index >= UPPER && index !== OBSOLETE.index ? 'demoslim' : null,
      accession: demoTermAccession(index),
      name,
      definition: `"What the generator of the demo data calls ${name.replace(' (fictional)', '')}." [DEMO:generator]`,
      is_root: RELATIONS.some(([child]) => child === index) ? 0 : 1,
      is_obsolete: index === OBSOLETE.index ? 1 : 0,
    });
    db.insert('synonym', {
      synonym_id: term_id,
      term_id,
      name: name.replace('demo ', 'fictional ').replace(' (fictional)', ''),
      type: 'EXACT',
      dbxref: '',
    });
  }
  db.insert('alt_id', {
    alt_id: 1,
    term_id: get(ids, ALTERNATIVE.of),
    accession: demoTermAccession(ALTERNATIVE.index),
  });
  RELATION_TYPES.forEach((name, index) => db.insert('relation_type', { relation_type_id: index + 1, name }));
  RELATIONS.forEach(([child, type, parent], index) =>
    db.insert('relation', {
      relation_id: index + 1,
      child_term_id: get(ids, child),
      parent_term_id: get(ids, parent),
      relation_type_id: RELATION_TYPES.indexOf(type) + 1,
      intersection_of: 0,
      ontology_id: ONTOLOGY_ID,
    }),
  );
  closureOf(terms.map(([index]) => index)).forEach(([child, parent, subparent, distance], index) =>
    db.insert('closure', {
      closure_id: index + 1,
      child_term_id: get(ids, child),
      parent_term_id: get(ids, parent),
      subparent_term_id: subparent === null ? null : get(ids, subparent),
      distance,
      ontology_id: ONTOLOGY_ID,
      confident_relationship: 0,
    }),
  );
  db.close();
}

type ClosureRow = [child: number, parent: number, subparent: number | null, distance: number];

/**
 * All paths upwards along is_a and part_of, as in Ensembl's closure table: one row per ancestor and last step of the
 * path, with the length of the shortest such path.
 */
function closureOf(terms: readonly number[]): ClosureRow[] {
  const rows: ClosureRow[] = [];
  for (const term of terms) {
    const seen = new Set<string>();
    let nearest: ClosureRow[] = [[term, term, null, 0]];
    while (nearest.length > 0) {
      rows.push(...nearest);
      nearest = nearest
        .flatMap(([, below, , distance]) =>
          RELATIONS.filter(([child, type]) => child === below && type !== 'regulates').map(
            ([, , parent]): ClosureRow => [term, parent, below, distance + 1],
          ),
        )
        .filter(([, parent, subparent]) => seen.size < seen.add(`${parent} ${subparent}`).size);
    }
  }
  return rows;
}
