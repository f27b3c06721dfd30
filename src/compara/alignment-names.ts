/** What the nodes of alignment trees are called. */
import { placeOf } from './alignment-columns.ts';
import { leavesOf, type AlignmentNode } from './alignment-tree.ts';

/** A leaf by genome and place; an ancestor by those below it, each in four letters: Ggal-Mgal-Tgut[3]. */
export function nodeName(node: AlignmentNode): string {
  if (node.children.length > 0) {
    const leaves = leavesOf(node).map(({ rows }) => shortened(rows[0]!.genome)).sort();
    return `${leaves.join('-')}[${leaves.length}]`;
  }
  const [row] = node.rows;
  if (!row) return '';
  const { region, start, end, strand } = placeOf(node.rows);
  return `${row.genome}_${region}_${start}_${end}[${strand === -1 ? '-' : '+'}]`;
}

function shortened(genome: string): string {
  const [, genus, epithet] = /^(.)[^ ]+_(.{3})/.exec(genome) ?? [];
  const name = genus && epithet ? genus + epithet : genome;
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
