import { expect, test } from 'vitest';
import { dataTable } from '../../../src/pages/data-table.ts';
import { shareBar } from '../../../src/pages/drawing/share-bar.ts';
import { valueBar } from '../../../src/pages/drawing/value-bar.ts';
import { drawnText, MARKUP } from './drawing/markup.ts';

test('a table has a heading in each row, and numbers with the value that they are sorted by', () => {
  const columns = [{ name: 'Variant' }, { name: 'r²', isNumber: true }];
  const text = String(
    dataTable({
      label: 'Pairs',
      columns,
      rows: [
        ['rs1', { shown: '0.90', value: 0.9 }],
        ['rs2', 1234],
      ],
    }),
  );
  expect(text).toContain('<th scope="row">rs1</th><td class="number" data-value="0.9">0.90</td>');
  expect(text).toContain('data-value="1234">1,234</td>');
});

test('a table can be scrolled by keyboard and has a name', () => {
  const text = String(dataTable({ label: 'Pairs', columns: [], rows: [] }));
  expect(text).toContain('role="region" aria-label="Pairs" tabindex="0"');
});

test('a table escapes labels and cells with markup', () => {
  const cells = [MARKUP, { shown: MARKUP, value: MARKUP }];
  const text = String(dataTable({ label: MARKUP, columns: [{ name: MARKUP }, { name: 'b' }], rows: [cells] }));
  expect(text).not.toContain('<script');
});

test('shares have their percentages as text, in the same order in all bars', () => {
  const shares = [
    { name: 'C', share: 0.279, count: 34 },
    { name: 'G', share: 0.721, count: 1234 },
  ];
  expect(drawnText(String(shareBar(shares, ['G', 'C'])))).toMatch(/G 72.1 % \(1,234\).*C 27.9 % \(34\)/);
});

test('a share that is not 0 is never shown as 0 %', () => {
  expect(drawnText(String(shareBar([{ name: 'T', share: 0.0002 }], ['T'])))).toContain('T &lt; 0.1 %');
});

test('shares beyond seven parts are one part', () => {
  const shares = Array.from({ length: 10 }, (_, at) => ({ name: `A${at}`, share: 0.1 }));
  const text = drawnText(
    String(
      shareBar(
        shares,
        shares.map(({ name }) => name),
      ),
    ),
  );
  expect(text).toContain('4 others 40 %');
});

test('bars escape names with markup and stay within their length', () => {
  expect(String(shareBar([{ name: MARKUP, share: 7 }], [MARKUP]))).not.toContain('<script');
  expect(String(valueBar(9, 1))).toContain('<rect width="60" height="8" rx="2" fill="var(--c1)"/>');
  expect(String(valueBar(-1, 1))).toContain('<rect width="0"');
});
