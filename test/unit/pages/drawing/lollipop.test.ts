import { expect, test } from 'vitest';
import { lollipop, type Lollipop } from '../../../../src/pages/drawing/lollipop.ts';

import { ESCAPED, MARKUP } from './markup.ts';

function drawn(parts: Partial<Lollipop>): string {
  return String(lollipop({ label: 'BRCA2-201', length: 300, domains: [], variants: [], ...parts }));
}

test('names the drawing and describes it in numbers', () => {
  const variants = [{ position: 7, name: 'rs1', consequence: 'stop_gained' }];
  const text = drawn({ domains: [{ start: 1, end: 90, name: 'Kringle', source: 'Pfam' }], variants });
  expect(text).toContain('role="img" aria-label="BRCA2-201"');
  expect(text).toContain('<desc>Protein of 300 residues with 1 domain and 1 variant.</desc>');
});

test('is a group with links if a variant has an address', () => {
  const text = drawn({ variants: [{ position: 7, name: 'rs1', consequence: 'stop_gained', href: '/rest/v/rs1' }] });
  expect(text).toContain('role="group"');
  expect(text).toContain('<a href="/rest/v/rs1">');
});

test('escapes names, sources, changes and addresses with markup', () => {
  const text = drawn({
    label: MARKUP,
    domains: [{ start: 1, end: 300, name: MARKUP, source: MARKUP, href: MARKUP }],
    variants: [{ position: 1, name: MARKUP, consequence: MARKUP, change: MARKUP, href: MARKUP }],
  });
  expect(text).not.toContain('<script');
  expect(text).toContain(`aria-label="${ESCAPED}"`);
  expect(text).toContain(`<a href="${ESCAPED}">`);
});

test('writes the impact next to the mark of each impact that occurs', () => {
  const text = drawn({ variants: [{ position: 7, name: 'rs1', consequence: 'stop_gained' }] });
  expect(text).toContain('high impact');
  expect(text).not.toContain('moderate impact');
});

test('stacks variants of one residue with the most severe at the bottom, and counts those beyond five', () => {
  const variants = Array.from({ length: 8 }, (_, at) => ({
    position: 50,
    name: `rs${at}`,
    consequence: at === 7 ? 'stop_gained' : 'synonymous_variant',
  }));
  const text = drawn({ variants });
  expect(text.match(/<title>[^<]*/g)).toHaveLength(5);
  expect(text).toContain('+3');
  expect(text.indexOf('rs7')).toBeLessThan(text.indexOf('rs0'));
});

test('draws at most five heads per place, whatever the number of variants', () => {
  const variants = Array.from({ length: 20_000 }, (_, at) => ({
    position: (at % 300) + 1,
    name: `rs${at}`,
    consequence: 'missense_variant',
  }));
  expect(drawn({ variants }).length).toBeLessThan(200_000);
});

test('puts overlapping domains on lanes below each other, and counts those that have no lane', () => {
  const domains = Array.from({ length: 12 }, (_, at) => ({ start: 1, end: 300, name: `domain ${at}`, source: 'Pfam' }));
  const text = drawn({ domains });
  expect(new Set(text.match(/<rect [^>]*height="18"/g))).toHaveLength(8);
  expect(text).toContain('4 domains not drawn');
});
