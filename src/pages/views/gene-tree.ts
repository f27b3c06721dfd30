/** The page of a gene tree (genetree/id, genetree/member). */
import { bothWidths } from '../drawing/both-widths.ts';
import type { Clade } from '../drawing/cladogram.ts';
import { geneTree, type TreeEvent, type TreeNode } from '../drawing/gene-tree.ts';
import { counted } from '../drawing/text.ts';
import { html } from '../html.ts';
import { isObject, numberOf, objectsOf, textOf, type JsonObject } from './json-fields.ts';
import { geneAddress, linkList, pathOf, queryOf, treeSegments } from './links.ts';
import type { View, PageRequest } from './view.ts';

/** More leaves are drawn as clades. */
const MAX_ROWS = 120;
/** Trees with more leaves have no alignment on their page, which would be long to read. */
const MAX_ALIGNED = 400;
/** Parameters that choose the tree, and part of it. */
const CHOICES = ['compara', 'clusterset_id', 'subtree_node_id', 'prune_species', 'prune_taxon'];

export function geneTreeView(answer: unknown, request: PageRequest): Promise<View | null> {
  return treeView(answer, request, false);
}

/** The tree of a gene, which is marked. */
export function memberTreeView(answer: unknown, request: PageRequest): Promise<View | null> {
  return treeView(answer, request, true);
}

async function treeView(answer: unknown, request: PageRequest, isMember: boolean): Promise<View | null> {
  const { base, path, ask } = request;
  const tree = request.isCut ? await withoutSequences(request, isMember) : answer;
  if (!isObject(tree) || !isObject(tree.tree)) return null;
  const id = textOf(tree, 'id');
  const query = await withCompara(request, id);
  const choice = queryOf(query, ['compara']);
  const familySizes = `${pathOf('cafe', 'genetree', 'id', id)}${choice}`;
  const leaves = countLeaves(tree.tree);
  // Only genetree/member chooses among sets of trees.
  const address = query.has('clusterset_id') ? addressOf(request, isMember) : pathOf('genetree', 'id', id);
  const focus = new Set([path.id, path.symbol].filter((name) => name !== undefined && name !== ''));
  const [aligned, family] = await Promise.all([
    leaves <= MAX_ALIGNED ? ask(`${address}${queryOf(query, CHOICES)}${choiceMark(query)}cigar_line=1`) : null,
    ask(familySizes),
  ]);
  const root = treeOf(tree.tree, { focus, cigarLines: cigarLinesOf(aligned), request: { ...request, query }, address });
  const title = `Gene tree ${id}`;
  return {
    title,
    body: html`<h1>${title}</h1>
<p>${counted(leaves, 'gene')} with a common ancestor in ${root.value.taxon}${
      root.value.commonName ? ` (${root.value.commonName})` : ''
    }.</p>
${linkList([
  ...(isObject(family)
    ? [['Sizes of the family in each species (CAFE)', `${base}${familySizes}`] satisfies [string, string]]
    : []),
  ['PhyloXML', `${base}${address}${queryOf(query, CHOICES)}${choiceMark(query)}content-type=text/x-phyloxml`],
  ['Newick', `${base}${address}${queryOf(query, CHOICES)}${choiceMark(query)}content-type=text/x-nh`],
])}
<figure>${bothWidths((width) => geneTree({ label: title, root, maxRows: MAX_ROWS, width }))}
<figcaption>The drawing does not show lengths of branches. Numbers at nodes, if any, are their support (bootstrap).${
      leaves <= MAX_ALIGNED
        ? html`<span class="broad"> Strips on the right show which columns of the alignment each gene has.</span>`
        : ''
    }${
      leaves > MAX_ROWS
        ? ` The largest clades among ${counted(leaves, 'gene')} are single rows: choose one to see its genes.`
        : ''
    }</figcaption></figure>`,
  };
}

/** The query with the compara database of the tree, which links need where the release has several. */
async function withCompara({ query, release }: PageRequest, id: string): Promise<PageRequest['query']> {
  if (query.has('compara')) return query;
  const compara = await release.comparaOfTree(id);
  return compara === undefined ? query : new Map([...query, ['compara', [compara]]]);
}

/** The same tree without sequences, which are most of a large answer. */
function withoutSequences(request: PageRequest, isMember: boolean): Promise<unknown> {
  const { ask, query } = request;
  return ask(`${addressOf(request, isMember)}${queryOf(query, CHOICES)}${choiceMark(query)}sequence=none`);
}

function addressOf({ path }: PageRequest, isMember: boolean): string {
  return pathOf('genetree', ...treeSegments(path, isMember));
}

function choiceMark(query: PageRequest['query']): string {
  return queryOf(query, CHOICES) === '' ? '?' : ';';
}

function countLeaves(node: JsonObject): number {
  const children = objectsOf(node.children);
  return children.length === 0 ? 1 : children.reduce((sum, child) => sum + countLeaves(child), 0);
}

/** Cigar lines by gene. */
function cigarLinesOf(answer: unknown): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (node: JsonObject) => {
    const gene = accessionOf(node);
    const sequence = isObject(node.sequence) ? node.sequence : {};
    const aligned = isObject(sequence.mol_seq) ? sequence.mol_seq : {};
    const cigarLine = textOf(aligned, 'cigar_line');
    if (gene !== '' && cigarLine !== '') found.set(gene, cigarLine);
    objectsOf(node.children).forEach(visit);
  };
  if (isObject(answer) && isObject(answer.tree)) visit(answer.tree);
  return found;
}

interface TreeContext {
  /** Names of the gene that was asked for: stable ids or symbols. */
  focus: ReadonlySet<string | undefined>;
  cigarLines: ReadonlyMap<string, string>;
  request: PageRequest;
  /** Path of the tree. */
  address: string;
}

const EVENTS: ReadonlySet<string> = new Set<TreeEvent>(['speciation', 'duplication', 'dubious', 'gene_split']);

function isEvent(type: string): type is TreeEvent {
  return EVENTS.has(type);
}

function treeOf(node: JsonObject, context: TreeContext): Clade<TreeNode> {
  const children = objectsOf(node.children).map((child) => treeOf(child, context));
  const taxonomy = isObject(node.taxonomy) ? node.taxonomy : {};
  const named = {
    taxon: textOf(taxonomy, 'scientific_name'),
    commonName: textOf(taxonomy, 'common_name') || undefined,
  };
  if (children.length > 0) {
    const type = isObject(node.events) ? textOf(node.events, 'type') : '';
    const support = isObject(node.confidence) ? numberOf(node.confidence, 'bootstrap') : undefined;
    return {
      value: { ...named, event: isEvent(type) ? type : undefined, support, href: cladeAddress(taxonomy, context) },
      children,
    };
  }
  return { value: { ...named, ...leafOf(node, context) }, children };
}

/** The genes of a clade in this tree; undefined for a clade without taxon, as in trees of files. */
function cladeAddress(taxonomy: JsonObject, { address, request: { base, query } }: TreeContext): string | undefined {
  const taxon = textOf(taxonomy, 'id');
  if (taxon === '') return undefined;
  const choices = queryOf(query, ['compara', 'clusterset_id']);
  return `${base}${address}${choices}${choices === '' ? '?' : ';'}prune_taxon=${taxon}`;
}

function leafOf(node: JsonObject, { focus, request, cigarLines }: TreeContext): Partial<TreeNode> {
  const taxonomy = isObject(node.taxonomy) ? node.taxonomy : {};
  const id = accessionOf(node);
  const sequence = isObject(node.sequence) ? node.sequence : {};
  const names = [id, textOf(sequence, 'name'), ...objectsOf(sequence.id).map((each) => textOf(each, 'accession'))];
  const symbol = textOf(sequence, 'name').replace(/-\d+$/, '');
  return {
    gene: symbol || id,
    href: geneAddress(request, textOf(taxonomy, 'id'), id),
    cigarLine: cigarLines.get(id),
    isFocus: names.some((name) => name !== '' && focus.has(name)),
  };
}

function accessionOf(node: JsonObject): string {
  return isObject(node.id) ? textOf(node.id, 'accession') : '';
}
