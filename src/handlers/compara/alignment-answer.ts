/** Formats blocks of whole-genome alignments: rows with bases as JSON, trees as Newick or PhyloXML. */
import { at } from '../../checked.ts';
import { alignedSequence } from '../../compara/cigar-line.ts';
import { cigarText, columnCount, overlaidRows, type AlignmentRow } from '../../compara/alignment-columns.ts';
import { nodeName, nodesInOrder, type AlignmentNode } from '../../compara/alignment-tree.ts';
import { isAncestral, type ComparaSpecies } from '../../compara/species.ts';
import { printedNumber } from '../../printed-number.ts';
import { newick } from '../../formats/newick.ts';
import type { Clade, StoredPhylogeny, PhyloSequence } from '../../formats/phyloxml.ts';
import { after } from '../../index/blocks/block-reads.ts';
import type { ShownBlock } from './alignment-blocks.ts';

export interface AlignmentForm {
  aligned: boolean;
  /** Merge the rows of a node into one. */
  compact: boolean;
  noBranchLengths: boolean;
  /** Label leaves with their places, not only with their genomes. */
  labelsPlaces: boolean;
  /** Label ancestors in Newick. */
  labelsAncestors: boolean;
}

/** Returns the bases of a row on its strand; a promise if they must be read first. */
export type BasesOf = (row: AlignmentRow) => string | Promise<string>;

/** Rows in the order in which `alignmentTexts` requests their bases. */
export function rowsOfValue(tree: AlignmentNode): AlignmentRow[] {
  return nodesInOrder(tree).flatMap(({ rows }) => rows);
}

/** Rows in the order in which `alignmentPhylogeny` requests their bases. */
export function rowsOfPhylogeny(node: AlignmentNode): AlignmentRow[] {
  return [...node.rows, ...node.children.flatMap(rowsOfPhylogeny)];
}

/** JSON is joined to chunks of about this many characters, since every chunk costs microtasks. */
const CHUNK_CHARACTERS = 16 * 1024;

/** Blocks, and the bases of their rows. */
export interface BlocksWithBases {
  blocks: readonly ShownBlock[];
  basesOf: BasesOf;
}

/** JSON of blocks, which are read on demand. */
export async function* alignmentTexts(
  read: AsyncIterable<BlocksWithBases>,
  form: AlignmentForm,
): AsyncGenerator<string> {
  let text = '[';
  let between = '';
  for await (const { blocks, basesOf } of read) {
    for (const { tree, reversed } of blocks) {
      text += `${between}{"tree":${JSON.stringify(treeNewick(tree, form))},"alignments":[`;
      between = ',';
      let separator = '';
      for (const node of nodesInOrder(tree)) {
        const { genome } = at(node.rows, 0);
        const species = isAncestral(genome) ? nodeName(node) : genome;
        for (const rows of form.compact ? [node.rows] : node.rows.map((row) => [row])) {
          const value = rowsValue(rows, species, reversed, form, basesOf);
          text += separator + JSON.stringify(value instanceof Promise ? await value : value);
          separator = ',';
          if (text.length < CHUNK_CHARACTERS) continue;
          yield text;
          text = '';
        }
      }
      text += ']}';
    }
  }
  yield `${text}]`;
}

function rowsValue(
  rows: readonly AlignmentRow[],
  species: string,
  reversed: boolean,
  form: AlignmentForm,
  basesOf: BasesOf,
): object | Promise<object> {
  if (rows.length > 1)
    return after(compositeBases(rows, form, basesOf), (seq) => ({ ...compositePlace(rows, reversed), species, seq }));
  const row = at(rows, 0);
  const { start, end, strand, region } = row;
  return after(lettersOf(row, form, basesOf), (seq) => ({
    start,
    end,
    strand,
    seq_region: region,
    description: '',
    species,
    seq,
  }));
}

/** A block as PhyloXML. */
export function alignmentPhylogeny(
  { tree }: ShownBlock,
  species: ComparaSpecies,
  form: AlignmentForm,
  basesOf: BasesOf,
): StoredPhylogeny<AlignmentNode> {
  return {
    type: 'genomic align tree',
    root: tree,
    children: ({ children }) => children,
    clade: (node) => cladeOf(node, species, form, basesOf),
  };
}

function cladeOf(
  node: AlignmentNode,
  species: ComparaSpecies,
  form: AlignmentForm,
  basesOf: BasesOf,
): Clade | Promise<Clade> {
  const clade: Clade = { branchLength: form.noBranchLengths ? null : printedNumber(node.distance) };
  if (node.isDuplication) clade.duplications = 1;
  const [first] = node.rows;
  if (!first) return clade;
  clade.name = labelOf(node, form);
  if (!isAncestral(first.genome)) {
    const genome = species.named(first.genome);
    clade.taxonomy = {
      id: genome?.taxonId ?? null,
      scientificName: genome?.scientificName ?? null,
      commonName: genome?.displayName ?? null,
    };
    clade.properties = [
      { value: first.genome, datatype: 'xsd:string', ref: 'Compara:genome_db_name', appliesTo: 'clade' },
    ];
  }
  return after(sequencesOf(node.rows, form, basesOf), (sequences) => ({ ...clade, sequences }));
}

function sequencesOf(
  rows: readonly AlignmentRow[],
  form: AlignmentForm,
  basesOf: BasesOf,
): PhyloSequence[] | Promise<PhyloSequence[]> {
  if (form.compact && rows.length > 1)
    return compositeBases(rows, form, basesOf).then((letters) => [sequenceOf(rows, form, letters)]);
  const [row] = rows;
  return row && rows.length === 1
    ? after(lettersOf(row, form, basesOf), (letters) => [sequenceOf(rows, form, letters)])
    : sequencesOneByOne(rows, form, basesOf);
}

async function sequencesOneByOne(
  rows: readonly AlignmentRow[],
  form: AlignmentForm,
  basesOf: BasesOf,
): Promise<PhyloSequence[]> {
  const sequences: PhyloSequence[] = [];
  for (const row of rows) sequences.push(sequenceOf([row], form, await lettersOf(row, form, basesOf)));
  return sequences;
}

function sequenceOf(rows: readonly AlignmentRow[], { aligned }: AlignmentForm, letters: string): PhyloSequence {
  return {
    location: rows.map(({ region, start, end }) => `${region}:${start}-${end}`).join(),
    molecule: { aligned, letters },
  };
}

/** Location of a composite row: columns of the block instead of positions on a region. */
function compositePlace(rows: readonly AlignmentRow[], reversed: boolean): Record<string, unknown> {
  const names = rows.map(({ coordSystem, version, region, start, end, strand }) =>
    [coordSystem, version ?? '', region, start, end, strand].join(':'),
  );
  return {
    start: 1,
    end: columnCount(at(rows, 0).runs),
    strand: reversed ? -1 : 1,
    seq_region: 'Composite',
    description: `Composite is: ${names.join(' + ')}`,
  };
}

async function compositeBases(rows: readonly AlignmentRow[], form: AlignmentForm, basesOf: BasesOf): Promise<string> {
  const letters: string[] = [];
  for (const row of rows) letters.push(await lettersOf(row, form, basesOf));
  if (form.aligned) return overlaidRows(letters);
  const leading = ({ runs: [first] }: AlignmentRow) => (first?.operation === 'X' ? first.length : 0);
  return rows
    .map((row, which) => ({ offset: leading(row), letters: at(letters, which) }))
    .sort((a, b) => a.offset - b.offset)
    .map((row) => row.letters)
    .join('');
}

function lettersOf(row: AlignmentRow, { aligned }: AlignmentForm, basesOf: BasesOf): string | Promise<string> {
  return after(basesOf(row), (bases) => (aligned ? alignedSequence(bases, cigarText(row.runs)) : bases));
}

function labelOf(node: AlignmentNode, { labelsPlaces }: AlignmentForm): string {
  if (labelsPlaces) return nodeName(node);
  return node.children.length > 0 ? '' : (node.rows[0]?.genome ?? '');
}

function treeNewick(root: AlignmentNode, form: AlignmentForm): string {
  const full = form.labelsAncestors;
  const name = (node: AlignmentNode) => labelOf(node, form);
  const label = (node: AlignmentNode, isRoot: boolean): string => {
    const isLeaf = node.children.length === 0;
    if (form.noBranchLengths) return isLeaf && !isRoot ? name(node) : '';
    const ownName = full || (isLeaf && !isRoot) ? name(node) : '';
    return isRoot && node.distance === 0 ? ownName : `${ownName}:${printedNumber(node.distance)}`;
  };
  return newick({ root, children: ({ children }) => children, label, name });
}
