/**
 * Checks the structure of XML documents against their published schemas: elements, their order, required attributes.
 */
import { XMLParser } from 'fast-xml-parser';
import { expect } from 'vitest';

interface Schema {
  /** The children that an element may have, in the order of the schema. Names joined by | are in any order. */
  order: Record<string, string[]>;
  required: Record<string, string[]>;
}

const GROUP = ['score', 'property', 'geneRef|orthologGroup|paralogGroup'];
const SCHEMAS = {
  /** http://www.phyloxml.org/1.10/phyloxml.xsd */
  phyloxml: {
    order: {
      phyloxml: ['phylogeny'],
      phylogeny: [
        'name',
        'id',
        'description',
        'date',
        'confidence',
        'clade',
        'clade_relation',
        'sequence_relation',
        'property',
      ],
      clade: [
        'name',
        'branch_length',
        'confidence',
        'width',
        'color',
        'node_id',
        'taxonomy',
        'sequence',
        'events',
        'binary_characters',
        'distribution',
        'date',
        'reference',
        'property',
        'clade',
      ],
      taxonomy: ['id', 'code', 'scientific_name', 'authority', 'common_name', 'synonym', 'rank', 'uri'],
      sequence: ['symbol', 'accession', 'name', 'location', 'mol_seq', 'uri', 'annotation', 'domain_architecture'],
      events: ['type', 'duplications', 'speciations', 'losses', 'confidence'],
    },
    required: {
      phylogeny: ['rooted'],
      property: ['ref', 'datatype', 'applies_to'],
      accession: ['source'],
      confidence: ['type'],
    },
  },
  orthoXML: {
    order: {
      orthoXML: ['species', 'scores', 'groups'],
      species: ['database'],
      database: ['genes'],
      genes: ['gene'],
      gene: [],
      scores: ['scoreDef'],
      groups: ['orthologGroup|paralogGroup'],
      orthologGroup: GROUP,
      paralogGroup: GROUP,
      geneRef: ['score'],
      score: [],
      property: [],
    },
    required: {
      orthoXML: ['version', 'origin', 'originVersion'],
      species: ['name', 'NCBITaxId'],
      database: ['name', 'version'],
      gene: ['id'],
      scoreDef: ['id', 'desc'],
      score: ['id', 'value'],
      geneRef: ['id'],
      property: ['name'],
    },
  },
} satisfies Record<string, Schema>;

/** Expects a well-formed document with this root whose elements have the order that the schema demands. */
export function expectStructure(xml: string, root: keyof typeof SCHEMAS): void {
  const parsed: object[] = new XMLParser({ preserveOrder: true, ignoreAttributes: false }).parse(xml, true);
  expect(
    parsed.some((node) => root in node),
    xml.slice(0, 200),
  ).toBe(true);
  check(parsed, '', SCHEMAS[root]);
}

function check(nodes: any[], parent: string, { order, required }: Schema): void {
  const elements = nodes.flatMap((node) =>
    Object.keys(node)
      .filter((key) => key !== ':@' && key !== '#text' && !key.startsWith('?'))
      .map((name) => ({ name, node })),
  );
  const allowed = order[parent]?.map((names) => names.split('|'));
  if (allowed) {
    const ranks = elements.map(({ name }) => allowed.findIndex((names) => names.includes(name)));
    expect(ranks.includes(-1), `${parent}: ${elements.map(({ name }) => name).join()}`).toBe(false);
    expect(ranks, parent).toEqual(ranks.toSorted((a, b) => a - b));
  }
  for (const { name, node } of elements) {
    for (const attribute of required[name] ?? []) expect(node[':@'], name).toHaveProperty([`@_${attribute}`]);
    check(node[name], name, { order, required });
  }
}
