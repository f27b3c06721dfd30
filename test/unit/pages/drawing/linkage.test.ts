import { expect, test } from 'vitest';
import { geneTrack, type TrackGene } from '../../../../src/pages/drawing/gene-track.ts';
import { ldTriangle, type LinkedPair } from '../../../../src/pages/drawing/ld-triangle.ts';
import { MAX_POINTS, regionalPlot, type PlottedVariant } from '../../../../src/pages/drawing/regional-plot.ts';
import { drawnText, ESCAPED, MARKUP } from './markup.ts';

function triangle(count: number, pairs: LinkedPair[] = [], width = 1100): string {
  const variants = Array.from({ length: count }, (_, at) => ({ name: `rs${at}`, position: 1000 + 10 * at }));
  return String(ldTriangle({ label: 'Linkage', variants, pairs, width }));
}

test('the triangle shows each pair as a diamond whose opacity is its r²', () => {
  const text = triangle(3, [
    { first: 'rs0', second: 'rs2', r2: 0.5, dPrime: 0.9 },
    { first: 'rs1', second: 'rs2', r2: 1, dPrime: 1 },
  ]);
  expect(text).toContain('fill-opacity="0.5"');
  expect(text).toContain('<title>rs0 and rs2: r² 0.500, D′ 0.900</title>');
  expect(text).toContain('The highest r² is 1.00.');
});

test('the triangle writes r² into cells that have room, not only as a colour', () => {
  const pairs = [{ first: 'rs0', second: 'rs1', r2: 0.72, dPrime: 1 }];
  expect(drawnText(triangle(10, pairs))).toContain('.72');
  expect(drawnText(triangle(60, pairs))).not.toContain('.72');
});

test('the triangle places a pair the same way in either order', () => {
  const pair = { r2: 0.4, dPrime: 1 };
  const path = (text: string) => / d="([^"]*)"[^>]*fill-opacity="0.4"/.exec(text)?.[1];
  expect(path(triangle(5, [{ first: 'rs1', second: 'rs3', ...pair }]))).toBe(
    path(triangle(5, [{ first: 'rs3', second: 'rs1', ...pair }])),
  );
});

test('the triangle ignores pairs of variants that it does not draw, and draws none or one variant', () => {
  const other = { first: 'rs0', second: 'other', r2: 0.77, dPrime: 1 };
  expect(triangle(2, [other])).not.toContain('fill-opacity="0.77"');
  for (const count of [0, 1]) expect(triangle(count)).not.toMatch(/NaN|Infinity/);
});

test('the triangle and the plot escape names with markup', () => {
  const variants = [
    { name: MARKUP, href: MARKUP },
    { name: 'rs1', href: '/rs1' },
  ];
  const pairs = [{ first: MARKUP, second: 'rs1', r2: 1, dPrime: 1 }];
  const text = String(ldTriangle({ label: MARKUP, variants, pairs }));
  expect(text).not.toContain('<script');
  expect(text).toContain(`<a href="${ESCAPED}">`);
  const genes = [{ name: MARKUP, start: 1, end: 9, strand: 1, isCoding: true, href: MARKUP }];
  const plotted = plot([{ name: MARKUP, position: 5, r2: 1, consequence: MARKUP, href: MARKUP }], genes);
  expect(plotted).not.toContain('<script');
});

function plot(variants: PlottedVariant[], genes: TrackGene[] = [], width = 1100): string {
  const span = { start: 1, end: 1000 };
  const focus = { name: 'rs0', position: 500 };
  return String(regionalPlot({ label: 'r²', focus, variants, genes, span, region: 'position on 9', width }));
}

test('the plot names the variant in question and those with the highest r²', () => {
  const variants = [0.1, 0.9, 0.5].map((r2, at) => ({
    name: `rs${at + 1}`,
    position: at * 300 + 50,
    r2,
    consequence: '',
  }));
  const text = drawnText(plot(variants));
  expect(text).toContain('rs0');
  expect(text).toContain('rs2');
  expect(text).not.toContain('rs1');
  expect(plot(variants)).toContain('The closest is rs2 with r² 0.90 at 350.');
});

test('the plot draws at most its number of points, those with the highest r²', () => {
  const variants = Array.from({ length: 5000 }, (_, at) => ({
    name: `rs${at}`,
    position: (at % 1000) + 1,
    r2: at / 5000,
    consequence: 'intron_variant',
  }));
  const text = plot(variants);
  expect(text.match(/<title>/g)).toHaveLength(MAX_POINTS);
  expect(text).toContain('<title>rs4999:');
  expect(text).not.toContain('<title>rs3999:');
});

test('genes that overlap have lanes of their own, and those without a lane are counted', () => {
  const genes = Array.from({ length: 9 }, (_, at) => ({
    name: `G${at}`,
    start: 10,
    end: 900,
    strand: -1,
    isCoding: false,
  }));
  const { content, height } = geneTrack(genes, { start: 1, end: 1000 }, [0, 1000], 0);
  expect(new Set(Array.from(String(content).matchAll(/<rect[^>]* y="(\d+)"/g), ([, y]) => y)).size).toBe(6);
  expect(String(content)).toContain('3 genes not drawn');
  expect(height).toBeGreaterThan(6 * 20);
});

test('genes outside the region are left out, and one that reaches over its edges is cut', () => {
  const gene = { strand: 1, isCoding: true };
  const { content } = geneTrack(
    [
      { ...gene, name: 'before', start: 1, end: 99 },
      { ...gene, name: 'over', start: 50, end: 5000 },
    ],
    { start: 100, end: 199 },
    [0, 100],
    0,
  );
  expect(String(content)).not.toContain('before');
  expect(String(content)).toContain('x="0" y="14" width="100"');
});
