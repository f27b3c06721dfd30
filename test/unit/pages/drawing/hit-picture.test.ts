import { describe, expect, test } from 'vitest';
import { hitPicture, shortenedScale } from '../../../../src/pages/drawing/hit-picture.ts';
import type { ShownTranscript } from '../../../../src/pages/views/gene-model.ts';

const EXONS = [
  { id: 'E1', start: 1000, end: 1099, strand: 1, coding: { start: 1050, end: 1099 } },
  { id: 'E2', start: 50_000, end: 50_049, strand: 1, coding: { start: 50_000, end: 50_049 } },
  { id: 'E3', start: 90_000, end: 90_199, strand: 1, coding: { start: 90_000, end: 90_010 } },
];
const TRANSCRIPT: ShownTranscript = {
  id: 'ENST1',
  version: '1',
  name: 'A-201',
  biotype: 'protein_coding',
  start: 1000,
  end: 90_199,
  strand: 1,
  length: 350,
  isCanonical: true,
  mane: [],
  exons: EXONS,
  translation: { id: 'ENSP1', length: 57 },
};

describe('the scale with shortened introns', () => {
  const scale = shortenedScale([...EXONS].reverse(), [10, 510]);

  test('ascends over the whole transcript, within the picture', () => {
    const places = [-5000, 1, 990, 1000, 1050, 1100, 20_000, 50_000, 50_050, 90_000, 90_200, 91_000, 1_000_000].map(
      scale,
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBe(10);
    expect(places.at(-1)).toBe(510);
  });

  test('keeps exons to scale, and gives them most of the picture', () => {
    const widths = EXONS.map(({ start, end }) => scale(end + 1) - scale(start));
    expect((widths[0] ?? 0) / (widths[1] ?? 1)).toBeCloseTo(2);
    expect((widths[2] ?? 0) / (widths[1] ?? 1)).toBeCloseTo(4);
    expect(widths.reduce((a, b) => a + b)).toBeGreaterThan(250);
  });
});

describe('the picture of hits', () => {
  test('names them for readers who do not see it, and escapes labels', () => {
    const hits = [{ start: 1060, end: 1060, label: '6:1060 <b>"', term: 'missense_variant' }];
    const drawn = String(hitPicture(TRANSCRIPT, hits, 360));
    expect(drawn).toContain('aria-label="A-201 with 6:1060 &lt;b&gt;&quot; (missense variant)"');
    expect(drawn).not.toContain('<b>');
    expect(drawn).not.toContain('NaN');
  });

  test('has a mark for each hit, also beyond the transcript, for an insertion and for a long deletion', () => {
    const hits = [
      { start: 10, end: 10, label: 'before', term: 'upstream_gene_variant' },
      { start: 1061, end: 1060, label: 'insertion', term: 'frameshift_variant' },
      { start: 1050, end: 95_000, label: 'deletion', term: 'transcript_ablation' },
    ];
    const drawn = String(hitPicture(TRANSCRIPT, hits, 1100));
    expect(drawn.match(/class="pin"/g)).toHaveLength(3);
    expect(drawn).not.toContain('NaN');
  });
});
