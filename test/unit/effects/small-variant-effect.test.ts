import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needsSequence } from '../../../src/effects/transcript-places.ts';
import { severityOf } from '../../../src/variants/consequences.ts';
import { sketch } from '../genome/transcript-sketch.ts';
import {
  anySceneAndChange,
  BOTH_STRANDS,
  effectOf,
  mirrored,
  mirroredChange,
  sceneOf,
  termsOf,
  threeExons,
  type Scene,
} from './effect-scene.ts';

/** Terms of a replacement, given on the forward strand of threeExons, of the scene or of its mirror image. */
function termsThere(scene: Scene, turn: (scene: Scene) => Scene, start: number, length: number, alternative: string) {
  const change = { start, reference: scene.genome.slice(start - 1, start - 1 + length), alternative };
  const turned = turn(scene);
  const there = turned === scene ? change : mirroredChange(scene.genome, change);
  return effectOf(turned, there).terms;
}

describe.each(BOTH_STRANDS)('terms of small variants on the %s strand', (_, turn) => {
  const scene = threeExons();
  it.each<[string, number, number, string, string[]]>([
    ['a base before the transcript', 90, 1, 'T', ['upstream_gene_variant']],
    ['a base after the transcript', 410, 1, 'T', ['downstream_gene_variant']],
    ['an insertion right before the transcript', 101, 0, 'T', ['upstream_gene_variant']],
    ['a base of the 5′ UTR', 110, 1, 'T', ['5_prime_UTR_variant']],
    ['a base of the 3′ UTR', 350, 1, 'T', ['3_prime_UTR_variant']],
    ['a base of the start codon', 122, 1, 'A', ['start_lost']],
    ['ATG to ATG with other bases around', 120, 1, 'T', ['5_prime_UTR_variant']],
    ['a residue', 124, 1, 'A', ['missense_variant']],
    ['the third base of an alanine codon', 126, 1, 'G', ['synonymous_variant']],
    ['a codon that becomes a stop', 124, 3, 'TAA', ['stop_gained']],
    ['the stop codon that becomes a residue', 328, 1, 'C', ['stop_lost']],
    ['the stop codon that becomes another', 330, 1, 'G', ['stop_retained_variant']],
    ['the loss of a base', 125, 1, '', ['frameshift_variant']],
    ['the loss of a codon', 124, 3, '', ['inframe_deletion']],
    ['the gain of a codon', 127, 0, 'GGG', ['inframe_insertion']],
    ['a codon that becomes two others', 124, 3, 'TGTTGT', ['protein_altering_variant']],
    ['the donor', 151, 1, 'A', ['splice_donor_variant']],
    ['the acceptor', 200, 1, 'C', ['splice_acceptor_variant']],
    ['the fifth base of the donor', 155, 1, 'A', ['splice_donor_5th_base_variant', 'intron_variant']],
    ['the third base of the donor', 153, 1, 'A', ['splice_donor_region_variant', 'intron_variant']],
    ['the eighth base of the intron', 158, 1, 'A', ['splice_region_variant', 'intron_variant']],
    [
      'the third base before the exon',
      198,
      1,
      'A',
      ['splice_region_variant', 'splice_polypyrimidine_tract_variant', 'intron_variant'],
    ],
    ['a base of the tract', 190, 1, 'A', ['splice_polypyrimidine_tract_variant', 'intron_variant']],
    ['the middle of the intron', 170, 1, 'A', ['intron_variant']],
    ['the last base of an exon', 150, 1, 'T', ['splice_region_variant', 'synonymous_variant']],
    ['an ambiguous base', 125, 1, 'N', ['coding_sequence_variant']],
  ])('%s', (_title, start, length, alternative, terms) => {
    expect(termsThere(scene, turn, start, length, alternative)).toEqual(terms);
  });

  it('the whole transcript lost is an ablation and nothing else', () => {
    expect(termsThere(scene, turn, 95, 320, '')).toEqual(['transcript_ablation']);
  });

  it('the whole transcript twice is an amplification', () => {
    const whole = scene.genome.slice(100, 400);
    expect(termsThere(scene, turn, 101, 300, whole + whole)).toEqual(['transcript_amplification']);
  });

  it('the loss of an exon with parts of both introns touches splice sites and the coding sequence', () => {
    expect(termsThere(scene, turn, 195, 72, '')).toEqual([
      'splice_acceptor_variant',
      'splice_donor_variant',
      'splice_donor_5th_base_variant',
      'coding_sequence_variant',
      'intron_variant',
    ]);
  });
});

describe('terms of special transcripts', () => {
  it('a transcript without a translation has exon and intron terms', () => {
    const scene = threeExons({ translation: null });
    scene.transcript.transcript.biotype = 'lncRNA';
    expect(termsOf(scene, 125, 1, 'T')).toEqual(['non_coding_transcript_exon_variant']);
    expect(termsOf(scene, 170, 1, 'A')).toEqual(['intron_variant', 'non_coding_transcript_variant']);
  });

  it('nonsense-mediated decay is added to the other terms', () => {
    const scene = threeExons();
    scene.transcript.transcript.biotype = 'nonsense_mediated_decay';
    expect(termsOf(scene, 124, 1, 'A')).toEqual(['missense_variant', 'NMD_transcript_variant']);
  });

  it('a mature miRNA excludes all other terms', () => {
    const drawn = sketch(1, [[101, 200]], { attribs: [['miRNA', '11-30']] });
    drawn.transcript.biotype = 'miRNA';
    const scene = sceneOf(drawn, 'C'.repeat(300));
    expect(termsOf(scene, 111, 1, 'T')).toEqual(['mature_miRNA_variant']);
    expect(termsOf(scene, 131, 1, 'T')).toEqual(['non_coding_transcript_exon_variant']);
  });

  it.each([1, -1] as const)('an intron within a mature miRNA is no part of it (strand %i)', (strand) => {
    const exons: [number, number][] = [
      [101, 120],
      [151, 200],
    ];
    const inOrder = strand === 1 ? exons : exons.toReversed();
    const drawn = sketch(strand, inOrder, { attribs: [['miRNA', strand === 1 ? '11-30' : '41-60']] });
    drawn.transcript.biotype = 'miRNA';
    const scene = sceneOf(drawn, 'C'.repeat(300));
    expect(termsOf(scene, 112, 1, 'T')).toEqual(['mature_miRNA_variant']);
    expect(termsOf(scene, 155, 1, 'T')).toEqual(['mature_miRNA_variant']);
    expect(termsOf(scene, 135, 1, 'T')).toEqual(expect.arrayContaining(['intron_variant']));
    expect(termsOf(scene, 135, 1, 'T')).not.toContain('mature_miRNA_variant');
  });

  it('without a complete start, a change of the first codon is no loss of the start', () => {
    const scene = threeExons({ attribs: [['cds_start_NF', '1']] });
    expect(termsOf(scene, 122, 1, 'A')).toEqual(['missense_variant']);
  });

  it('without a complete first codon, its residue is unknown', () => {
    // The first of two missing bases: positions 1 and 2 are N.
    const scene = threeExons({ attribs: [['cds_start_NF', '1']], phase: 2 });
    const effect = effectOf(scene, { start: 121, reference: 'A', alternative: 'T' });
    expect(effect.coding.codons).toBe('nnA/nnT');
    expect(effect.coding.aminoAcids).toBe('X');
    expect(effect.terms).toEqual(['coding_sequence_variant']);
  });

  it('an incomplete last codon has a term of its own', () => {
    // The CDS has 119 bases: two of its last codon.
    const scene = threeExons({ translation: { endOffset: 29 }, attribs: [['cds_end_NF', '1']] });
    const { terms } = effectOf(scene, { start: 329, reference: 'A', alternative: 'C' });
    expect(terms).toEqual(['incomplete_terminal_codon_variant', 'coding_sequence_variant']);
  });

  it('a base of a frameshift intron counts as coding and has no intron terms', () => {
    const drawn = sketch(
      1,
      [
        [101, 150],
        [153, 202],
      ],
      { translation: { endOffset: 50 } },
    );
    const terms = termsOf(sceneOf(drawn, `${'C'.repeat(100)}ATG${'C'.repeat(200)}`), 151, 1, 'A');
    expect(terms).toEqual(['coding_sequence_variant']);
  });

  it('a selenocysteine is the residue of its stop codon', () => {
    const coding = `ATG${'GCA'.repeat(10)}TGA${'GCA'.repeat(27)}TAA`;
    const scene = threeExons({ coding, translation: { attribs: [['_selenocysteine', '12 12 U']] } });
    // Codon 12 is at 204 to 206.
    const effect = effectOf(scene, { start: 204, reference: 'T', alternative: 'C' });
    expect(effect.coding.aminoAcids).toBe('U/R');
    expect(effect.terms).toEqual(['missense_variant']);
    expect(effectOf(threeExons({ coding }), { start: 204, reference: 'T', alternative: 'C' }).terms).toEqual([
      'stop_lost',
    ]);
  });

  it.each([
    [1, 'W/*', 'stop_gained'],
    [2, 'W', 'synonymous_variant'],
  ])('codon table %i reads TGA as the table says', (codonTable, aminoAcids, term) => {
    const scene = threeExons({ coding: `ATGTGG${'GCA'.repeat(37)}TAA`, codonTable });
    const effect = effectOf(scene, { start: 126, reference: 'G', alternative: 'A' });
    expect(effect.coding.aminoAcids).toBe(aminoAcids);
    expect(effect.terms).toEqual([term]);
  });
});

describe('any change of any transcript', () => {
  it('has the same effects as its mirror image on the mirrored transcript', () => {
    fc.assert(
      fc.property(anySceneAndChange, ({ scene, change }) => {
        // Ensembl compares longer alleles base by base from the lower end, which has no mirror image.
        fc.pre(change.reference.length < 2 || change.alternative.length < 2);
        const effect = effectOf(scene, change);
        const other = effectOf(mirrored(scene), mirroredChange(scene.genome, change));
        expect(other.terms).toEqual(effect.terms);
        expect(other.coding.cdna).toEqual(effect.coding.cdna);
        expect(other.coding.cds).toEqual(effect.coding.cds);
        expect(other.coding.protein).toEqual(effect.coding.protein);
        expect(other.coding.codons).toEqual(effect.coding.codons);
        expect(other.coding.aminoAcids).toEqual(effect.coding.aminoAcids);
        expect([other.exonNumber, other.intronNumber]).toEqual([effect.exonNumber, effect.intronNumber]);
        expect(other.distance).toBe(effect.distance);
      }),
      { numRuns: 1000 },
    );
  });

  it('has known terms, each once, in the order of severity', () => {
    fc.assert(
      fc.property(anySceneAndChange, ({ scene, change }) => {
        const { terms } = effectOf(scene, change);
        expect(terms.length).toBeGreaterThan(0);
        const ranks = terms.map(severityOf);
        expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
        expect(new Set(terms).size).toBe(terms.length);
      }),
    );
  });

  it('needs the sequence only where needsSequence says so', () => {
    fc.assert(
      fc.property(anySceneAndChange, ({ scene, change }) => {
        const { start, reference } = change;
        fc.pre(!needsSequence(scene.model, { start, end: start + reference.length - 1 }));
        const without = effectOf(scene, change, { withSequence: false });
        expect(without.terms).toEqual(effectOf(scene, change).terms);
      }),
    );
  });
});

describe('a shifted change', () => {
  it('is intronic by its first place, too', () => {
    const scene = threeExons();
    const unmoved = { start: 198, end: 198 };
    const moved = { start: 202, reference: scene.genome.charAt(201), alternative: '' };
    expect(effectOf(scene, moved).terms).not.toContain('intron_variant');
    expect(effectOf(scene, moved, { shift: { unmoved, length: 4 } }).terms).toContain('intron_variant');
  });

  it('reaches further from a transcript by the bases it was moved', () => {
    const behind = { start: 5405, reference: 'C', alternative: '' };
    const unmoved = { start: 5400, end: 5400 };
    expect(effectOf(threeExons(), behind).terms).toEqual(['intergenic_variant']);
    expect(effectOf(threeExons(), behind, { shift: { unmoved, length: 5 } }).terms).toEqual([
      'downstream_gene_variant',
    ]);
  });

  it('has its distance from its first place', () => {
    const unmoved = { start: 410, end: 410 };
    const effect = effectOf(
      threeExons(),
      { start: 415, reference: 'C', alternative: '' },
      { shift: { unmoved, length: 5 } },
    );
    expect(effect.distance).toBe(10);
  });
});
