import { describe, expect, it } from 'vitest';
import { transcriptBlock } from '../../../../src/handlers/vep/transcript-block.ts';

type Arguments = Parameters<typeof transcriptBlock>;

interface Positions {
  start: number;
  end: number;
}

/** The block of a change in a transcript with these domains, or of microRNA. */
function block(options: object, positions: Positions, labels: (string | null)[] = [], ncRna?: string) {
  const transcript = { id: 'T1', strand: 1, biotype: ncRna ? 'miRNA' : 'protein_coding', attribs: [] as unknown[] };
  if (ncRna) transcript.attribs = [['ncRNA', ncRna]];
  const near = { gene: { id: 'G1', displayName: null }, transcript };
  const coding = { cdna: positions, cds: positions, protein: positions };
  const effect = { terms: ['missense_variant'], situation: { within: true, exon: true, coding: true }, coding };
  const domains = labels.map((displayLabel, index) => ({ start: 10, end: 20, displayLabel, hitName: `hit${index}` }));
  const extras = { transcriptXrefs: [], translationXrefs: [], domains };
  return transcriptBlock(...([near, effect, 'A', extras, { plugins: new Set(), ...options }] as unknown as Arguments));
}

describe('domains', () => {
  it('are those that the change touches, by the words before and after the colon of their label', () => {
    const touched = block({ domains: true }, { start: 20, end: 21 }, ['Pfam domain', 'Low complexity (Seg)']);
    expect(touched['domains']).toEqual([{ db: 'Pfam_domain', name: 'hit0' }]);
  });

  it('are an empty list if no label of a touched domain has such words', () => {
    expect(block({ domains: true }, { start: 15, end: 15 }, ['Low complexity (Seg)', null])['domains']).toEqual([]);
  });

  it('are left out if the change touches none', () => {
    expect(block({ domains: true }, { start: 21, end: 21 }, ['Low complexity (Seg)'])).not.toHaveProperty('domains');
  });
});

describe('mirna', () => {
  const STRUCTURE = '1:6 .2(2)2';

  it('lists the parts that an insertion touches', () => {
    expect(block({ mirna: true }, { start: 3, end: 2 }, [], STRUCTURE)['mirna']).toEqual(['miRNA_loop', 'miRNA_stem']);
  });

  it.each([
    [1, 0],
    [7, 6],
  ])('is left out for an insertion at an edge of the structure: %i, %i', (start, end) => {
    expect(block({ mirna: true }, { start, end }, [], STRUCTURE)).not.toHaveProperty('mirna');
  });
});
