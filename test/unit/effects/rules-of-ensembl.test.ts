/**
 * Ensembl's rules for consequence terms, one by one, at the edges of their windows. The transcript is that of
 * threeExons: exons 101-150, 201-260 and 301-400, coding from 121 (ATG) to 330 (TAA).
 */
import { describe, expect, it } from 'vitest';
import {
  BOTH_STRANDS,
  effectOf,
  mirroredChange,
  structuralEffectOf,
  threeExons,
  type ForwardChange,
  type Scene,
} from './effect-scene.ts';

const SPLICE = {
  donor: 'splice_donor_variant',
  acceptor: 'splice_acceptor_variant',
  fifth: 'splice_donor_5th_base_variant',
  donorRegion: 'splice_donor_region_variant',
  region: 'splice_region_variant',
  tract: 'splice_polypyrimidine_tract_variant',
  intron: 'intron_variant',
} as const;

describe.each(BOTH_STRANDS)('on the %s strand,', (_, turn) => {
  const scene = threeExons();
  const turned = turn(scene);
  const effect = (change: ForwardChange) =>
    effectOf(turned, turned === scene ? change : mirroredChange(scene.genome, change));
  const terms = (start: number, length: number, alternative: string, of = scene) =>
    effect({ start, reference: of.genome.slice(start - 1, start - 1 + length), alternative }).terms;
  const other = (position: number) => (scene.genome[position - 1] === 'T' ? 'A' : 'T');
  const splice = (position: number) => {
    const known = new Set<string>(Object.values(SPLICE));
    return terms(position, 1, other(position)).filter((term) => known.has(term));
  };

  it.each<[number, string[]]>([
    [1, [SPLICE.donor]],
    [2, [SPLICE.donor]],
    [3, [SPLICE.donorRegion, SPLICE.intron]],
    [4, [SPLICE.donorRegion, SPLICE.intron]],
    [5, [SPLICE.fifth, SPLICE.intron]],
    [6, [SPLICE.donorRegion, SPLICE.intron]],
    [7, [SPLICE.region, SPLICE.intron]],
    [8, [SPLICE.region, SPLICE.intron]],
    [9, [SPLICE.intron]],
  ])('base %i of an intron has %j', (offset, expected) => {
    expect(splice(150 + offset)).toEqual(expected);
  });

  it.each<[number, string[]]>([
    [1, [SPLICE.acceptor]],
    [2, [SPLICE.acceptor]],
    [3, [SPLICE.region, SPLICE.tract, SPLICE.intron]],
    [8, [SPLICE.region, SPLICE.tract, SPLICE.intron]],
    [9, [SPLICE.tract, SPLICE.intron]],
    [17, [SPLICE.tract, SPLICE.intron]],
    [18, [SPLICE.intron]],
  ])('base %i before an exon has %j', (offset, expected) => {
    expect(splice(201 - offset)).toEqual(expected);
  });

  it('the three bases of exon at an intron are part of the splice region, a fourth is not', () => {
    for (const position of [148, 149, 150, 201, 202, 203]) expect(splice(position)).toEqual([SPLICE.region]);
    for (const position of [147, 204]) expect(splice(position)).toEqual([]);
  });

  it('an insertion is in the splice region at the edges of an intron and between its bases 2 and 3', () => {
    for (const start of [151, 153, 199, 201]) expect(terms(start, 0, 'CCC')).toContain(SPLICE.region);
    // At the inner edge of a splice site, it is in the intron, too; within the site, it is not.
    for (const start of [153, 199]) expect(terms(start, 0, 'CCC')).toContain(SPLICE.intron);
    expect(terms(152, 0, 'CCC')).toEqual([SPLICE.donor]);
    expect(terms(200, 0, 'CCC')).toEqual([SPLICE.acceptor]);
  });

  it('of several bases only those that differ touch a splice site', () => {
    const [reference, changed] = [scene.genome.slice(148, 152), `${other(149)}${scene.genome.slice(149, 152)}`];
    expect(effect({ start: 149, reference, alternative: changed }).terms).not.toContain(SPLICE.donor);
    const atSite = `${scene.genome.slice(148, 150)}${other(151)}${scene.genome.slice(151, 152)}`;
    expect(effect({ start: 149, reference, alternative: atSite }).terms).toContain(SPLICE.donor);
  });

  it('an insertion right at an edge of the coding sequence is untranslated', () => {
    expect(terms(121, 0, 'C')).toEqual(['5_prime_UTR_variant']);
    expect(terms(331, 0, 'C')).toEqual(['3_prime_UTR_variant']);
  });

  it('a variant is up- or downstream within the distance, to the base', () => {
    const at = (start: number) => effect({ start, reference: 'C', alternative: 'T' }).terms;
    const [before, behind] = [101 - 5000, 400 + 5000];
    expect([at(before), at(behind)]).toEqual([['upstream_gene_variant'], ['downstream_gene_variant']]);
    expect([at(before - 1), at(behind + 1)]).toEqual([['intergenic_variant'], ['intergenic_variant']]);
  });

  it('an insertion at an edge of a transcript is next to it', () => {
    expect(terms(101, 0, 'T')).toEqual(['upstream_gene_variant']);
    expect(terms(401, 0, 'T')).toEqual(['downstream_gene_variant']);
    expect(terms(102, 0, 'T')).toEqual(['5_prime_UTR_variant']);
  });

  it('a gained stop may be a shift of the frame as well', () => {
    expect(terms(127, 0, 'TAAG')).toEqual(['stop_gained', 'frameshift_variant']);
    expect(terms(127, 0, 'TAA')).toEqual(['stop_gained', 'inframe_insertion']);
    // Residues that begin with a stop are no altered protein.
    expect(terms(124, 6, 'TAA')).toEqual(['stop_gained']);
  });

  it('codons lost on either side of what stays are an in-frame deletion', () => {
    expect(terms(124, 6, 'GCA')).toEqual(['inframe_deletion']);
    expect(terms(125, 3, '')).toEqual(['inframe_deletion']);
    expect(terms(124, 6, 'TTT')).toEqual(['protein_altering_variant']);
  });

  it('a stop that stays in place after a change of length is retained, and no shift of the frame', () => {
    expect(terms(328, 0, 'TAAC')).toEqual(['inframe_insertion', 'stop_retained_variant']);
    expect(terms(330, 0, 'AG')).toEqual(['inframe_insertion', 'stop_retained_variant']);
    expect(terms(330, 1, '')).not.toContain('stop_retained_variant');
  });

  it('the start is lost by any base of it but a codon that stays ATG', () => {
    for (const position of [121, 122, 123]) expect(terms(position, 1, 'C')).toEqual(['start_lost']);
    expect(terms(121, 1, '')).toContain('start_lost');
    expect(terms(121, 3, 'ATG')).not.toContain('start_lost');
  });

  it('bases that no codon table knows leave the coding sequence unknown', () => {
    expect(terms(124, 1, 'N')).toEqual(['coding_sequence_variant']);
    expect(terms(124, 0, 'NNN')).toEqual(['coding_sequence_variant']);
  });

  it('the loss of a transcript and of bases around it excludes all else; that of most of it does not', () => {
    expect(terms(101, 300, '')).toEqual(['transcript_ablation']);
    expect(terms(101, 299, '')).not.toContain('transcript_ablation');
  });
});

describe.each(BOTH_STRANDS)('a structural variant on the %s strand', (_, turn) => {
  const scene = threeExons();
  const turned = turn(scene);
  const terms = (start: number, end: number, soClass: string) => {
    const length = scene.genome.length + 1;
    return (
      turned === scene
        ? structuralEffectOf(turned, start, end, soClass)
        : structuralEffectOf(turned, length - end, length - start, soClass)
    ).terms;
  };

  it('within the start codon loses and retains the start', () => {
    expect(terms(121, 123, 'deletion')).toEqual([
      'start_lost',
      'feature_truncation',
      'inframe_deletion',
      'start_retained_variant',
    ]);
    expect(terms(122, 122, 'inversion')).toEqual(['start_lost', 'start_retained_variant', 'coding_sequence_variant']);
  });

  it('in the tract before an acceptor has its term, but none of the splice sites', () => {
    expect(terms(185, 195, 'deletion')).toEqual(['splice_polypyrimidine_tract_variant', 'intron_variant']);
    expect(terms(151, 152, 'deletion')).toEqual(['intergenic_variant']);
  });

  it('of the untranslated ends has their terms', () => {
    expect(terms(105, 110, 'inversion')).toEqual(['5_prime_UTR_variant']);
    expect(terms(350, 360, 'duplication')).toEqual(['feature_elongation', '3_prime_UTR_variant']);
    expect(terms(90, 110, 'deletion')).toEqual(['feature_truncation', '5_prime_UTR_variant']);
  });

  it('over the edge of an exon is neither in frame nor a shift of it', () => {
    expect(terms(140, 160, 'deletion')).toEqual(['feature_truncation', 'coding_sequence_variant', 'intron_variant']);
  });

  it('of which only the number of copies changes is what the calls that support it say', () => {
    const supported = (soClass: string, start: number, end: number) =>
      structuralEffectOf(scene, start, end, 'copy_number_variation', { supporting: [soClass] }).terms;
    expect(supported('copy_number_loss', 50, 450)).toEqual(['transcript_ablation']);
    expect(supported('copy_number_gain', 50, 450)).toEqual(['transcript_amplification']);
    expect(supported('copy_number_loss', 210, 220)).toEqual(['frameshift_variant', 'feature_truncation']);
    expect(supported('copy_number_gain', 210, 220)).toEqual(['feature_elongation', 'coding_sequence_variant']);
  });

  it('without bases that change in length covers a transcript without an ablation', () => {
    expect(terms(50, 450, 'inversion')).toEqual(['coding_transcript_variant']);
    expect(terms(50, 450, 'copy_number_variation')).toEqual(['coding_transcript_variant']);
    expect(terms(50, 450, 'tandem_duplication')).toEqual(['transcript_amplification']);
  });
});

it('the last intron that a variant touches decides about the splice region', () => {
  const scene: Scene = threeExons();
  const reference = scene.genome.slice(146, 152);
  const { terms } = effectOf(scene, { start: 147, reference, alternative: 'TTTTTT' });
  // The donor is touched, so the region is not given.
  expect(terms).toContain('splice_donor_variant');
  expect(terms).not.toContain('splice_region_variant');
});
