import { expect, test } from 'vitest';
import { chromosomeBar } from '../../../../src/pages/drawing/chromosome.ts';

const drawn = (density: number[], stain = 'gpos50') =>
  String(
    chromosomeBar(
      { name: '1', length: 500, density, bands: [{ start: 1, end: 250, name: 'p1 <b>', stain }] },
      1000,
      10,
    ),
  );

test('a chromosome is as wide as its share of the longest', () => expect(drawn([1])).toContain('width="50%"'));

test('bands have their place, stain and name', () => {
  expect(drawn([])).toMatch(/<rect class="gpos50" x="0" y="26"\s+width="500" height="14"><title>p1 &lt;b&gt;<\/title>/);
  expect(drawn([], '"><script>')).toContain('<rect class="gneg"');
});

test('density is a step for each part, and nothing without genes', () => {
  expect(drawn([10, 0])).toContain('<path class="density" d="M0 23V1H500V23H1000V23z"/>');
  expect(drawn([])).not.toContain('<path');
});
