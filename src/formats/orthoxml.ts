/** OrthoXML 0.3: http://orthoxml.org/0.3/orthoxml.xsd. Genes by species first, then groups that refer to them. */
import { escape } from './xml.ts';

export interface OrthoGene {
  /** Unique within the document; groups refer to it. */
  id: number;
  geneId: string;
  productId: string;
  peptide: boolean;
}

export interface OrthoSpecies {
  taxonId: number | null;
  name: string;
  /** Assembly and gene set. */
  databaseVersion: string;
  genes: readonly OrthoGene[];
}

export interface OrthoScore {
  id: string;
  value: string | number;
}

export interface OrthoGroup {
  kind: 'orthologGroup' | 'paralogGroup';
  id: number;
  scores: readonly OrthoScore[];
  properties: readonly (readonly [name: string, value: string | number])[];
  members: readonly (OrthoGroup | { gene: number; scores?: readonly OrthoScore[] })[];
}

export interface OrthoDocument {
  originVersion: string;
  /** None at all leaves the document empty: no scores, no groups. */
  species: Iterable<OrthoSpecies>;
  groups: Iterable<OrthoGroup>;
}

const SCORES: [id: string, description: string][] = [
  ['bootstrap', 'Reliability of the branch'],
  ['duplication_confidence_score', 'Reliability of the duplication'],
  ['n', 'Number of non-synonymous mutations'],
  ['s', 'Number of synonymous mutations'],
  ['dn', 'Rate of non-synonymous mutations'],
  ['ds', 'Rate of synonymous mutations'],
  ['lnl', 'Likelihood of the n/s scores'],
  ['dnds_ratio', 'dN/dS ratio'],
  ['goc_score', 'Gene order conservation score'],
  ['wga_coverage', 'Whole genome alignment coverage'],
  ['perc_identity', 'Percentage of identity of this protein to the alignment'],
];

/** The document in pieces, about one a species and one a group. */
export function* orthoxml({ originVersion, species, groups }: OrthoDocument): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n\n'
    + '<orthoXML xsi:schemaLocation="http://orthoXML.org http://orthoXML.org/0.3/orthoxml.xsd" version="0.3" origin="Ensembl" '
    + `originVersion="${escape(originVersion)}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://orthoXML.org/2011/">`;
  let isEmpty = true;
  for (const each of species) {
    yield `${isEmpty ? '\n' : ''}${speciesText(each, originVersion)}`;
    isEmpty = false;
  }
  if (!isEmpty) {
    yield `  <scores>\n${SCORES.map(([id, description]) => `    <scoreDef id="${id}" desc="${description}" />\n`).join('')}  </scores>\n  <groups>`;
    let hasGroups = false;
    for (const group of groups) {
      yield hasGroups ? '' : '\n';
      hasGroups = true;
      yield* groupText(group, '    ');
    }
    yield hasGroups ? '  </groups>\n' : '</groups>\n';
  }
  yield '</orthoXML>\n';
}

function speciesText({ taxonId, name, databaseVersion, genes }: OrthoSpecies, originVersion: string): string {
  const list = genes.map(({ id, geneId, productId, peptide }) =>
    `        <gene id="${id}" geneId="${escape(geneId)}" ${peptide ? 'protId' : 'transcriptId'}="${escape(productId)}" />\n`).join('');
  return `  <species NCBITaxId="${taxonId ?? ''}" name="${escape(name)}">\n    <database name="${escape(originVersion)}" version="${escape(databaseVersion)}">\n`
    + `      <genes>\n${list}      </genes>\n    </database>\n  </species>\n`;
}

/** Without recursion: groups nest as deep as gene trees. */
function* groupText(root: OrthoGroup, base: string): Generator<string> {
  const open: { group: OrthoGroup; left: Iterator<OrthoGroup['members'][number]> }[] = [];
  const indent = () => base + '  '.repeat(open.length);
  const enter = (group: OrthoGroup): string => {
    const inner = `${indent()}  `;
    const text = `${indent()}<${group.kind} id="${group.id}">\n${group.scores.map((score) => scoreText(score, inner)).join('')}`
      + group.properties.map(([name, value]) => `${inner}<property name="${escape(name)}" value="${escape(value)}" />\n`).join('');
    open.push({ group, left: group.members[Symbol.iterator]() });
    return text;
  };
  yield enter(root);
  while (open.length > 0) {
    const { group, left } = open.at(-1)!;
    const next = left.next();
    if (next.done) {
      open.pop();
      yield `${indent()}</${group.kind}>\n`;
    } else if ('gene' in next.value) {
      yield geneRef(next.value.gene, next.value.scores ?? [], indent());
    } else {
      yield enter(next.value);
    }
  }
}

function geneRef(gene: number, scores: readonly OrthoScore[], indent: string): string {
  if (scores.length === 0) return `${indent}<geneRef id="${gene}" />\n`;
  return `${indent}<geneRef id="${gene}">\n${scores.map((score) => scoreText(score, `${indent}  `)).join('')}${indent}</geneRef>\n`;
}

function scoreText({ id, value }: OrthoScore, indent: string): string {
  return `${indent}<score id="${id}" value="${escape(value)}" />\n`;
}
