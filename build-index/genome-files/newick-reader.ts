/** Reads trees in Newick: https://phylipweb.github.io/phylip/newicktree.html */
import { DumpError } from '../dump/dump-error.ts';
import { lineBatches } from './text-lines.ts';

export interface NewickNode {
  /** Empty for a node without name. The support of an inner node may be its name. */
  name: string;
  /** Length of the branch above; null if the file gives none. */
  length: number | null;
  children: NewickNode[];
}

/** A tree and the line on which it begins. */
export interface NewickTree {
  root: NewickNode;
  line: number;
}

const TOKEN = /\s+|\[[^\]]*\]|'(?:[^']|'')*'|[(),:;]|[^\s()[\],:;']+/y;

/**
 * All trees of a file. Names may be quoted; comments in brackets are left out. Without recursion, since trees can be
 * thousands of nodes deep.
 * @throws DumpError with file and line for a text that is no tree
 */
export async function readNewick(path: string): Promise<NewickTree[]> {
  const texts: string[] = [];
  for await (const { lines } of lineBatches(path)) texts.push(lines.join('\n'));
  return parseNewick(path, texts.join('\n'));
}

export function parseNewick(path: string, text: string): NewickTree[] {
  const trees: NewickTree[] = [];
  let [line, begin] = [1, 1];
  const fail = (why: string): never => {
    throw new DumpError(`${path} line ${line}: ${why}, so the tree is not Newick, such as "(a:0.1,b:0.2);"`);
  };
  const blank = (): NewickNode => ({ name: '', length: null, children: [] });
  let node = blank();
  /** The nodes above, root first. */
  let above: NewickNode[] = [];
  let [isLength, isEmpty] = [false, true];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [token = ''] = TOKEN.exec(text) ?? fail('a quote or bracket is not closed');
    if (!/^[\s[]/.test(token) && isEmpty) [isEmpty, begin] = [false, line];
    if (token === '(') {
      if (node.name !== '' || node.children.length > 0) fail('a "(" follows a name');
      above.push(node);
      node = blank();
    } else if (token === ',' || token === ')') {
      const parent = above.at(-1) ?? fail(`a "${token}" is outside of parentheses`);
      parent.children.push(node);
      if (token === ',') node = blank();
      else node = above.pop() ?? parent;
    } else if (token === ':') isLength = true;
    else if (token === ';') {
      if (above.length > 0) fail('a ")" is missing');
      trees.push({ root: node, line: begin });
      [node, above, isEmpty] = [blank(), [], true];
    } else if (/^[\s[]/.test(token)) line += token.split('\n').length - 1;
    else if (isLength) {
      node.length = Number(token);
      if (!Number.isFinite(node.length)) fail(`the branch length ${shown(token)} is no number`);
      isLength = false;
    } else if (node.name !== '') fail(`the name ${shown(token)} follows the name ${shown(node.name)}`);
    else node.name = token.startsWith("'") ? token.slice(1, -1).replaceAll("''", "'") : token;
  }
  if (!isEmpty) fail('the last tree does not end with ";"');
  if (trees.length === 0) throw new DumpError(`${path} contains no tree`);
  return trees;
}

/** A text of a file in a sentence: its beginning, on one line. */
export function shown(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ');
  return `"${line.length > 40 ? `${line.slice(0, 40)}…` : line}"`;
}

/** The leaves of a tree, from left to right. */
export function leavesOf(root: NewickNode): NewickNode[] {
  const leaves: NewickNode[] = [];
  const open = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (node && node.children.length === 0) leaves.push(node);
    else if (node) for (const child of node.children.toReversed()) open.push(child);
  }
  return leaves;
}
