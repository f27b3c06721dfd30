/** PhyloXML of whole-genome alignments: rows are genomes and their ancestors, which have places and bases but no accession. */
import { escape } from './xml.ts';

export interface AlignedClade {
  /** Left out where null. */
  branchLength: string | null;
  name: string;
  /** Of a genome; null for an ancestor. */
  species: { genome: string; taxonId: number | null; scientificName: string | null; commonName: string | null } | null;
  sequences: readonly { location: string; bases: string }[];
  children: readonly AlignedClade[];
}

const OPENING = '<?xml version="1.0" encoding="UTF-8"?>\n\n'
  + '<phyloxml xsi:schemaLocation="http://www.phyloxml.org http://www.phyloxml.org/1.10/phyloxml.xsd" '
  + 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://www.phyloxml.org">\n';

/** The document in pieces, one a block and clade. */
export function* alignmentPhyloxml(trees: Iterable<AlignedClade>, aligned: boolean): Generator<string> {
  yield OPENING;
  for (const tree of trees) {
    yield '  <phylogeny rooted="true" type="genomic align tree">\n';
    yield* cladeText(tree, aligned, '    ');
    yield '  </phylogeny>\n';
  }
  yield '</phyloxml>\n';
}

/** Elements stand in the schema's order. Species trees are no deeper than a few dozen nodes. */
function* cladeText({ branchLength, name, species, sequences, children }: AlignedClade, aligned: boolean, indent: string): Generator<string> {
  const inner = `${indent}  `;
  let text = `${indent}<clade${branchLength === null ? '' : ` branch_length="${branchLength}"`}>\n`;
  if (name !== '') text += leaf('name', name, inner);
  if (species) {
    text += `${inner}<taxonomy>\n${optional('id', species.taxonId, inner)}${optional('scientific_name', species.scientificName, inner)}`
      + `${optional('common_name', species.commonName, inner)}${inner}</taxonomy>\n`;
  }
  for (const { location, bases } of sequences) {
    text += `${inner}<sequence>\n${leaf('location', location, `${inner}  `)}${inner}  <mol_seq is_aligned="${aligned ? 1 : 0}">${escape(bases)}</mol_seq>\n${inner}</sequence>\n`;
  }
  yield text;
  for (const child of children) yield* cladeText(child, aligned, inner);
  yield (species ? `${inner}<property datatype="xsd:string" ref="Compara:genome_db_name" applies_to="clade">${escape(species.genome)}</property>\n` : '') + `${indent}</clade>\n`;
}

function optional(tag: string, value: unknown, indent: string): string {
  return value === null ? '' : leaf(tag, value, `${indent}  `);
}

function leaf(tag: string, value: unknown, indent: string): string {
  return `${indent}<${tag}>${escape(value)}</${tag}>\n`;
}
