/** PhyloXML 1.10: http://www.phyloxml.org/1.10/phyloxml.xsd. The order of elements within a clade is the schema's. */
import { last } from '../checked.ts';
import { escape } from './xml.ts';

export interface PhyloTaxonomy {
  id: string | number | null;
  scientificName: string | null;
  commonName: string | null;
}

export interface PhyloSequence {
  accession?: { source: string; id: string };
  name?: string | null;
  location?: string;
  /** Residues or bases, with gaps if `aligned`. */
  molecule?: { aligned: boolean; letters: string } | null;
}

interface PhyloProperty {
  value: string;
  datatype: 'xsd:string' | 'xsd:int' | 'xsd:float';
  ref: string;
  appliesTo: 'clade' | 'phylogeny';
}

export interface Clade {
  branchLength?: string | null;
  name?: string;
  confidences?: readonly { type: string; value: string | number }[];
  taxonomy?: PhyloTaxonomy | null;
  sequences?: readonly PhyloSequence[];
  duplications?: number;
  properties?: readonly PhyloProperty[];
}

interface Phylogeny<Node> {
  type: string;
  root: Node;
  children(node: Node): readonly Node[];
  clade(node: Node): Clade;
  properties?: readonly PhyloProperty[];
}

const OPENING =
  '<?xml version="1.0" encoding="UTF-8"?>\n\n' +
  '<phyloxml xsi:schemaLocation="http://www.phyloxml.org http://www.phyloxml.org/1.10/phyloxml.xsd" ' +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://www.phyloxml.org">\n';
const CLOSING = '</phyloxml>\n';

/** The document in pieces, one per clade. `clade` is called when the clade is written. */
export function* phyloxml<Node>(phylogenies: Iterable<Phylogeny<Node>>): Generator<string> {
  yield OPENING;
  for (const phylogeny of phylogenies) {
    for (const piece of piecesOf(phylogeny))
      yield typeof piece === 'string' ? piece : cladeOpening(phylogeny.clade(piece.node), piece.indent);
  }
  yield CLOSING;
}

/** A phylogeny whose clades are read from the store. */
export interface StoredPhylogeny<Node> extends Omit<Phylogeny<Node>, 'clade'> {
  clade(node: Node): Clade | Promise<Clade>;
}

/** The document of phylogenies and clades that are read on demand. Errors of the first phylogeny precede all output. */
export async function* phyloxmlAsRead<Node>(phylogenies: AsyncIterable<StoredPhylogeny<Node>>): AsyncGenerator<string> {
  let text = OPENING;
  for await (const phylogeny of phylogenies) {
    for (const piece of piecesOf(phylogeny)) {
      if (typeof piece === 'string') text += piece;
      else {
        const clade = phylogeny.clade(piece.node);
        text += cladeOpening(clade instanceof Promise ? await clade : clade, piece.indent);
      }
      if (text.length < CHUNK_CHARACTERS) continue;
      yield text;
      text = '';
    }
  }
  yield text + CLOSING;
}

/** Pieces are joined to about this many characters: every yield costs microtasks. */
const CHUNK_CHARACTERS = 16 * 1024;

/** The opening tag of a clade with its indentation. */
interface OpeningClade<Node> {
  node: Node;
  indent: string;
}

function* piecesOf<Node>({
  type,
  root,
  children,
  properties,
}: Omit<Phylogeny<Node>, 'clade'>): Generator<string | OpeningClade<Node>> {
  yield `  <phylogeny rooted="true" type="${escape(type)}">\n`;
  const open: Iterator<Node>[] = [];
  const indent = () => '  '.repeat(open.length + 2);
  yield { node: root, indent: indent() };
  open.push(children(root)[Symbol.iterator]());
  while (open.length > 0) {
    const next = last(open).next();
    if (next.done) {
      open.pop();
      yield `${indent()}</clade>\n`;
    } else {
      yield { node: next.value, indent: indent() };
      open.push(children(next.value)[Symbol.iterator]());
    }
  }
  for (const property of properties ?? []) yield propertyText(property, '    ');
  yield '  </phylogeny>\n';
}

function cladeOpening(
  { branchLength, name, confidences, taxonomy, sequences, duplications, properties }: Clade,
  indent: string,
): string {
  const inner = `${indent}  `;
  const branch = branchLength === undefined || branchLength === null ? '' : ` branch_length="${branchLength}"`;
  let text = `${indent}<clade${branch}>\n`;
  if (name !== undefined) text += leaf('name', name, inner);
  for (const { type, value } of confidences ?? [])
    text += `${inner}<confidence type="${escape(type)}">${escape(value)}</confidence>\n`;
  if (taxonomy) text += taxonomyText(taxonomy, inner);
  for (const sequence of sequences ?? []) text += sequenceText(sequence, inner);
  if (duplications) {
    text += `${inner}<events>\n${leaf('type', 'speciation_or_duplication', `${inner}  `)}`;
    text += `${leaf('duplications', duplications, `${inner}  `)}${inner}</events>\n`;
  }
  for (const property of properties ?? []) text += propertyText(property, inner);
  return text;
}

function taxonomyText({ id, scientificName, commonName }: PhyloTaxonomy, indent: string): string {
  const inner = `${indent}  `;
  return (
    `${indent}<taxonomy>\n${id === null ? '' : leaf('id', id, inner)}` +
    `${scientificName === null ? '' : leaf('scientific_name', scientificName, inner)}` +
    `${commonName === null ? '' : leaf('common_name', commonName, inner)}${indent}</taxonomy>\n`
  );
}

function sequenceText({ accession, name, location, molecule }: PhyloSequence, indent: string): string {
  const inner = `${indent}  `;
  return (
    `${indent}<sequence>\n` +
    (accession ? `${inner}<accession source="${escape(accession.source)}">${escape(accession.id)}</accession>\n` : '') +
    (name ? leaf('name', name, inner) : '') +
    (location === undefined ? '' : leaf('location', location, inner)) +
    (molecule
      ? `${inner}<mol_seq is_aligned="${molecule.aligned ? 1 : 0}">${escape(molecule.letters)}</mol_seq>\n`
      : '') +
    `${indent}</sequence>\n`
  );
}

function propertyText({ value, datatype, ref, appliesTo }: PhyloProperty, indent: string): string {
  return (
    `${indent}<property datatype="${datatype}" ref="${escape(ref)}" ` +
    `applies_to="${appliesTo}">${escape(value)}</property>\n`
  );
}

function leaf(tag: string, value: unknown, indent: string): string {
  return `${indent}<${tag}>${escape(value)}</${tag}>\n`;
}
