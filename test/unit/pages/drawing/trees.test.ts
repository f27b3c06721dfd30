import { expect, test } from 'vitest';
import { alignedLength, alignmentThumbnail } from '../../../../src/pages/drawing/alignment-thumbnail.ts';
import { cafeTree, type FamilyNode } from '../../../../src/pages/drawing/cafe-tree.ts';
import type { Clade } from '../../../../src/pages/drawing/cladogram.ts';
import { geneTree, type TreeNode } from '../../../../src/pages/drawing/gene-tree.ts';
import { drawnText, ESCAPED, MARKUP } from './markup.ts';

function gene(name: string, taxon: string, more: Partial<TreeNode> = {}): Clade<TreeNode> {
  return { value: { gene: name, taxon, ...more }, children: [] };
}

function node(value: TreeNode, ...children: Clade<TreeNode>[]): Clade<TreeNode> {
  return { value, children };
}

const FAMILY = node(
  { taxon: 'Mammalia', commonName: 'Mammals', event: 'duplication', support: 87 },
  node(
    { taxon: 'Primates', event: 'speciation' },
    gene('BRCA2', 'Homo sapiens', {
      commonName: 'Human',
      cigarLine: '4M2D4M',
      href: '/rest/lookup/id/G1',
      isFocus: true,
    }),
    gene('brca2', 'Pan troglodytes', { cigarLine: '10M' }),
  ),
  gene('Brca2', 'Mus musculus', { cigarLine: '2D8M' }),
);

function treeText(root: Clade<TreeNode>, width?: number, maxRows?: number): string {
  return String(geneTree({ label: 'Gene tree', root, width, maxRows }));
}

test('the gene tree shows genes with species, and events with support', () => {
  const text = treeText(FAMILY);
  expect(drawnText(text)).toMatch(/BRCA2.*Human.*brca2.*Pan troglodytes.*Brca2.*Mus musculus/);
  expect(text).toContain('<title>Mammalia (Mammals), duplication, support 87, 3 genes</title>');
  expect(drawnText(text)).toContain(' 87 ');
  expect(text).toContain('Cladogram of 3 genes in 3 species, with 1 duplication.');
});

test('the gene tree explains each kind of event that occurs, which also differ in shape', () => {
  const text = drawnText(treeText(FAMILY));
  expect(text).toContain('speciation');
  expect(text).toContain('duplication');
  expect(text).not.toContain('dubious');
});

test('the gene in question is marked by more than colour', () => {
  expect(treeText(FAMILY)).toContain('<tspan class="strong">BRCA2</tspan>');
});

test('narrow trees leave out the alignment', () => {
  const strips = (text: string) => text.match(/fill="var\(--c\d\)"\/>\n/g)?.length ?? 0;
  expect(strips(treeText(FAMILY, 1100))).toBe(3);
  expect(strips(treeText(FAMILY, 360))).toBe(0);
});

test('the gene tree escapes names with markup', () => {
  const root = node(
    { taxon: MARKUP, commonName: MARKUP, href: MARKUP },
    gene(MARKUP, MARKUP, { commonName: MARKUP, cigarLine: MARKUP, href: MARKUP }),
    gene('b', 'Mus'),
  );
  const text = treeText(root);
  expect(text).not.toContain('<script');
  expect(text).toContain(`<a href="${ESCAPED}">`);
});

test('a tree of 2,000 genes is drawn as clades, with the number of genes of each', () => {
  const clades = Array.from({ length: 40 }, (_, at) =>
    node(
      { taxon: `Clade ${at}`, href: `/rest/clade/${at}` },
      ...Array.from({ length: 50 }, (__, index) => gene(`gene ${at} ${index}`, `species ${index}`)),
    ),
  );
  const text = treeText(node({ taxon: 'Root' }, ...clades), 1100, 120);
  expect(text.length).toBeLessThan(200_000);
  expect(drawnText(text)).toContain('50 genes of Clade 39');
  expect(text).toContain('<a href="/rest/clade/39">');
  expect(text).toContain('Clades without room are single rows.');
});

test('a tree of one gene is drawn', () => {
  expect(drawnText(treeText(gene('SRY', 'Homo sapiens')))).toContain('SRY');
});

function strip(cigarLine: string, columns: number, width = 100): string {
  const parts = { columns, left: 0, width, y: 0, height: 10, colour: 'red' };
  return / d="([^"]*)"\sfill="red"/.exec(String(alignmentThumbnail(cigarLine, parts)))?.[1] ?? '';
}

test('the strip of an alignment shows letters and leaves gaps free', () => {
  expect(strip('4M2D4M', 10)).toBe('M0 0h40v10h-40zM60 0h40v10h-40z');
  expect(strip('10D', 10)).toBe('');
  expect(alignedLength('4M2D4M')).toBe(10);
});

test('gaps that are too narrow to be seen do not make the strip longer', () => {
  expect(strip('MD'.repeat(5000), 10_000).length).toBeLessThan(60);
});

function family(taxon: string, members: number, more: Partial<FamilyNode>, ...children: Clade<FamilyNode>[]) {
  return { value: { taxon, members, age: children.length === 0 ? 0 : undefined, ...more }, children };
}

function cafeText(root: Clade<FamilyNode>, width?: number): string {
  return String(cafeTree({ label: 'Family', root, width }));
}

const DATED = family(
  'Euteleostomi',
  1,
  { age: 441 },
  family('Homo sapiens', 2, { commonName: 'Human', change: 'expansion', pValue: 0.001, pValueLimit: 0.01 }),
  family('Danio rerio', 0, { change: 'contraction', pValue: 0.6, pValueLimit: 0.01 }),
);

test('the family tree shows the number of genes, and changes by an arrow and the width of the branch', () => {
  const text = cafeText(DATED);
  expect(text).toContain('<title>Homo sapiens (Human), 2 genes, expansion, significant, p = 0.001</title>');
  expect(text).toContain('<title>Danio rerio, 0 genes, contraction, p = 0.6</title>');
  expect(text).toContain('stroke-width="4"');
  expect(text).toContain('The family changes on 2 of 2 branches.');
});

test('ages place the nodes on an axis of time if all are known', () => {
  expect(drawnText(cafeText(DATED))).toContain('million years ago');
  const undated = family('Root', 1, {}, family('A', 1, {}), family('B', 1, {}));
  expect(drawnText(cafeText(undated))).not.toContain('million years ago');
});

test('nodes that are too close in time are placed by rank', () => {
  const close = family('Root', 1, { age: 500 }, family('Apes', 1, { age: 5 }, family('A', 1, {}), family('B', 1, {})));
  expect(drawnText(cafeText(close))).not.toContain('million years ago');
});

/** Numbers in nodes, with their place. */
function nodeNumbers(text: string): { x: number; y: number }[] {
  const numbers = text.matchAll(/<text x="([\d.]+)" y="([\d.]+)" class="small middle">/g);
  return Array.from(numbers, ([, x, y]) => ({ x: Number(x), y: Number(y) }));
}

test('numbers of the family tree do not overlap on a phone, and nodes without one are dots', () => {
  let comb = family('species 0', 1, {});
  for (let at = 1; at < 30; at++) comb = family(`clade ${at}`, 1, {}, comb, family(`species ${at}`, 1, {}));
  comb = family('root', 1, {}, comb, family('changed', 2, { change: 'expansion' }));
  for (const width of [360, 1100]) {
    const text = cafeText(comb, width);
    const numbers = nodeNumbers(text);
    for (const [at, one] of numbers.entries())
      for (const other of numbers.slice(at + 1))
        expect(Math.abs(one.x - other.x) >= 16 || Math.abs(one.y - other.y) >= 16).toBe(true);
    expect(text.match(/<circle /g)?.length ?? 0).toBe(61 - numbers.length);
    expect(text).toMatch(/<title>changed, 2 genes, expansion<\/title><rect/);
  }
});

test('the family tree escapes names with markup', () => {
  const text = cafeText(family(MARKUP, 1, {}, family(MARKUP, 1, { commonName: MARKUP, href: MARKUP })));
  expect(text).not.toContain('<script');
});
