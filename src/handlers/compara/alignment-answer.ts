/** Blocks of whole-genome alignments as answers: rows with their bases, the tree as Newick or PhyloXML. */
import { alignedSequence } from '../../compara/cigar-line.ts';
import { cigarText, columnCount, overlaidRows, type AlignmentRow } from '../../compara/alignment-columns.ts';
import { nodeName, nodesInOrder, type AlignmentNode } from '../../compara/alignment-tree.ts';
import { isAncestral, type ComparaSpecies } from '../../compara/species.ts';
import { printedNumber } from '../../genome/printed-number.ts';
import { newick } from '../../formats/newick.ts';
import type { Clade, StoredPhylogeny, PhyloSequence } from '../../formats/phyloxml.ts';
import { after } from '../../index/blocks/block-reads.ts';
import type { ShownBlock } from './alignment-blocks.ts';

export interface AlignmentForm {
  aligned: boolean;
  /** A row for each node, however many stretches it is put together from. */
  compact: boolean;
  noBranchLengths: boolean;
  /** Method's class: rows of blocks are called by their genome, ancestral ones by their place. */
  methodClass: string;
}

/** Bases of a row on its strand: at once when they have been read. */
export type BasesOf = (row: AlignmentRow) => string | Promise<string>;

/** Rows in the order in which `alignmentTexts` asks for their bases. */
export function rowsOfValue(tree: AlignmentNode): AlignmentRow[] {
  return nodesInOrder(tree).flatMap(({ rows }) => rows);
}

/** Rows in the order in which `alignmentPhylogeny` asks for their bases. */
export function rowsOfPhylogeny(node: AlignmentNode): AlignmentRow[] {
  return [...node.rows, ...node.children.flatMap(rowsOfPhylogeny)];
}

/** Characters of JSON that are gathered before they are handed on: every piece costs some turns. */
const PIECE = 16 * 1024;

/** Blocks, and the bases of their rows. */
export interface BlocksWithBases {
  blocks: readonly ShownBlock[];
  basesOf: BasesOf;
}

/** Blocks that are read when their turn comes as JSON, in pieces. */
export async function* alignmentTexts(
  read: AsyncIterable<BlocksWithBases>,
  form: AlignmentForm,
): AsyncGenerator<string> {
  let text = '[';
  let between = '';
  for await (const { blocks, basesOf } of read) {
    for (const { tree, turned } of blocks) {
      text += `${between}{"tree":${JSON.stringify(treeNewick(tree, form))},"alignments":[`;
      between = ',';
      let separator = '';
      for (const node of nodesInOrder(tree)) {
        const species = isAncestral(node.rows[0]!.genome) ? nodeName(node) : node.rows[0]!.genome;
        for (const rows of form.compact ? [node.rows] : node.rows.map((row) => [row])) {
          const value = rowsValue(rows, species, turned, form, basesOf);
          text += separator + JSON.stringify(value instanceof Promise ? await value : value);
          separator = ',';
          if (text.length < PIECE) continue;
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
  turned: boolean,
  form: AlignmentForm,
  basesOf: BasesOf,
): object | Promise<object> {
  if (rows.length > 1)
    return after(compositeBases(rows, form, basesOf), (seq) => ({ ...compositePlace(rows, turned), species, seq }));
  const { start, end, strand, region } = rows[0]!;
  return after(lettersOf(rows[0]!, form, basesOf), (seq) => ({
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
      scientificName: genome?.taxonName ?? null,
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
  const [row] = rows as [AlignmentRow];
  return rows.length === 1
    ? after(lettersOf(row, form, basesOf), (letters) => [sequenceOf(rows, form, letters)])
    : sequencesInTurn(rows, form, basesOf);
}

async function sequencesInTurn(
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

/** Where a composite row stands: on no region, along the columns of the block. */
function compositePlace(rows: readonly AlignmentRow[], turned: boolean): Record<string, unknown> {
  const names = rows.map(({ coordSystem, version, region, start, end, strand }) =>
    [coordSystem, version ?? '', region, start, end, strand].join(':'),
  );
  return {
    start: 1,
    end: columnCount(rows[0]!.runs),
    strand: turned ? -1 : 1,
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
    .map((row, each) => ({ at: leading(row), letters: letters[each]! }))
    .sort((a, b) => a.at - b.at)
    .map((row) => row.letters)
    .join('');
}

function lettersOf(row: AlignmentRow, { aligned }: AlignmentForm, basesOf: BasesOf): string | Promise<string> {
  return after(basesOf(row), (bases) => (aligned ? alignedSequence(bases, cigarText(row.runs)) : bases));
}

function labelOf(node: AlignmentNode, { methodClass }: AlignmentForm): string {
  if (!methodClass.startsWith('GenomicAlignBlock')) return nodeName(node);
  return node.children.length > 0 ? '' : (node.rows[0]?.genome ?? '');
}

function treeNewick(root: AlignmentNode, form: AlignmentForm): string {
  const full = form.methodClass.includes('ancestral_alignment');
  const name = (node: AlignmentNode) => labelOf(node, form);
  const label = (node: AlignmentNode, isRoot: boolean): string => {
    const isLeaf = node.children.length === 0;
    if (form.noBranchLengths) return isLeaf && !isRoot ? name(node) : '';
    if (isRoot) return full ? `${name(node)}${node.distance === 0 ? '' : `:${printedNumber(node.distance)}`}` : '';
    return `${isLeaf || full ? name(node) : ''}:${printedNumber(node.distance)}`;
  };
  return newick({ root, children: ({ children }) => children, label, name });
}
