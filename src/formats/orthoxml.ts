/** OrthoXML 0.3: http://orthoxml.org/0.3/orthoxml.xsd. Lists genes by species, then groups that refer to them. */
import { escape } from './xml.ts';

interface OrthoGene {
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
  /** Texts of `geneText`. */
  genes: readonly string[];
}

/** Child elements of a group or gene reference: texts of `score`, then texts of `property`. */
type Notes = readonly string[];

export interface OrthoGroup {
  kind: 'orthologGroup' | 'paralogGroup';
  id: number;
  notes: Notes;
  members: Iterable<OrthoGroup | { gene: number; notes?: Notes }>;
}

interface OrthoDocument {
  originVersion: string;
  /** If there are none, the document has neither scores nor groups. */
  species: Iterable<OrthoSpecies>;
  /** Texts of `groupText`, in pieces or joined. */
  groups: Iterable<string>;
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

const SCORE_DEFINITIONS = SCORES.map(([id, description]) => `    <scoreDef id="${id}" desc="${description}" />\n`);
const SCORES_TEXT = `  <scores>\n${SCORE_DEFINITIONS.join('')}  </scores>\n`;

/** The document in pieces, about one per species and one per group. */
export function* orthoxml({ originVersion, species, groups }: OrthoDocument): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n\n' +
    '<orthoXML xsi:schemaLocation="http://orthoXML.org http://orthoXML.org/0.3/orthoxml.xsd" version="0.3" ' +
    'origin="Ensembl" ' +
    `originVersion="${escape(originVersion)}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
    'xmlns="http://orthoXML.org/2011/">';
  let isEmpty = true;
  for (const each of species) {
    yield `${isEmpty ? '\n' : ''}${speciesText(each, originVersion)}`;
    isEmpty = false;
  }
  if (!isEmpty) {
    yield `${SCORES_TEXT}  <groups>`;
    let hasGroups = false;
    for (const piece of groups) {
      yield hasGroups ? piece : `\n${piece}`;
      hasGroups = true;
    }
    yield hasGroups ? '  </groups>\n' : '</groups>\n';
  }
  yield '</orthoXML>\n';
}

/** A gene in the list of its species. */
export function geneText({ id, geneId, productId, peptide }: OrthoGene): string {
  return (
    `        <gene id="${id}" geneId="${escape(geneId)}" ` +
    `${peptide ? 'protId' : 'transcriptId'}="${escape(productId)}" />\n`
  );
}

function speciesText({ taxonId, name, databaseVersion, genes }: OrthoSpecies, originVersion: string): string {
  return (
    `  <species NCBITaxId="${taxonId ?? ''}" name="${escape(name)}">\n` +
    `    <database name="${escape(originVersion)}" version="${escape(databaseVersion)}">\n` +
    `      <genes>\n${genes.join('')}      </genes>\n    </database>\n  </species>\n`
  );
}

export function score(id: string, value: string | number): string {
  return `<score id="${id}" value="${escape(value)}" />`;
}

export function property(name: string, value: string | number): string {
  return `<property name="${escape(name)}" value="${escape(value)}" />`;
}

/**
 * A top-level group, one piece per group within it. Without recursion, since groups nest as deep as gene trees. Lines
 * are joined because engines flatten a concatenated string only when it is read, each time it is part of another.
 */
export function* groupText(root: OrthoGroup): Generator<string> {
  const open: { group: OrthoGroup; left: Iterator<OrthoGroup | { gene: number; notes?: Notes }>; indent: string }[] =
    [];
  let lines: string[] = [];
  const enter = (group: OrthoGroup, indent: string): void => {
    open.push({ group, left: group.members[Symbol.iterator](), indent });
    lines.push(indent, '<', group.kind, ' id="', String(group.id), '">\n');
    addNotes(lines, group.notes, `${indent}  `);
  };
  enter(root, '    ');
  for (let current = open.at(-1); current; current = open.at(-1)) {
    const { group, left, indent } = current;
    const next = left.next();
    if (next.done) {
      open.pop();
      lines.push(indent, '</', group.kind, '>\n');
    } else if ('gene' in next.value) {
      addGeneRef(lines, next.value.gene, next.value.notes, `${indent}  `);
    } else {
      yield lines.join('');
      lines = [];
      enter(next.value, `${indent}  `);
    }
  }
  yield lines.join('');
}

function addGeneRef(lines: string[], gene: number, notes: Notes | undefined, indent: string): void {
  lines.push(indent, '<geneRef id="', String(gene));
  if (!notes) {
    lines.push('" />\n');
    return;
  }
  lines.push('">\n');
  addNotes(lines, notes, `${indent}  `);
  lines.push(indent, '</geneRef>\n');
}

function addNotes(lines: string[], notes: Notes, indent: string): void {
  for (const note of notes) lines.push(indent, note, '\n');
}
