import { describe, expect, it } from 'vitest';
import { PICK_CRITERIA, type VepOptions } from '../../../../src/handlers/vep/options.ts';
import { pickBlocks, type Candidate } from '../../../../src/handlers/vep/pick.ts';

interface Named extends Candidate {
  name: string;
}

function transcript(
  name: string,
  more: Partial<NonNullable<Candidate['transcript']>> = {},
  terms = ['intron_variant'],
) {
  const base = { gene: 'G1', attribs: [], canonical: false, biotype: 'lncRNA', ccds: false, length: 10, source: null };
  return { name, allele: 'A', terms, transcript: { ...base, ...more } } as Named;
}
const regulatory: Named = { name: 'R', allele: 'A', terms: ['regulatory_region_variant'], transcript: null };

const picked = (candidates: Named[], options: Partial<VepOptions>) => {
  const { kept, marked } = pickBlocks(candidates, { pickOrder: PICK_CRITERIA, ...options } as VepOptions);
  return { kept: kept.map(({ name }) => name), marked: [...marked].map(({ name }) => name) };
};

describe('the one that is picked', () => {
  // Each is better by one criterion, and worse by all that come later.
  const ladder = [
    transcript('mane_select', { attribs: [['MANE_Select', 'NM_1']] }),
    transcript('mane_plus_clinical', { attribs: [['MANE_Plus_Clinical', 'NM_2']] }),
    transcript('canonical', { canonical: true }),
    transcript('appris', { attribs: [['appris', 'principal1']] }),
    transcript('tsl', { attribs: [['TSL', 'tsl1']] }),
    transcript('biotype', { biotype: 'protein_coding' }),
    transcript('ccds', { ccds: true }),
    transcript('rank', {}, ['stop_gained']),
    transcript('length', { length: 11 }),
    transcript('ensembl', { source: 'Ensembl' }),
    transcript('refseq', { source: 'RefSeq' }),
  ];

  it.each(PICK_CRITERIA.map((name, index) => [name, index] as const))(
    'is the best by %s if all before are equal',
    (name, index) => {
      const rest = ladder.slice(index).reverse();
      expect(picked([transcript('none'), ...rest], { pick: true }).kept).toEqual([name]);
    },
  );

  it('follows the order that is asked for', () => {
    expect(picked(ladder, { pick: true, pickOrder: ['rank', 'canonical'] }).kept).toEqual(['rank']);
  });

  it('is the first of equal ones', () => {
    expect(picked([transcript('one'), transcript('two')], { pick: true }).kept).toEqual(['one']);
  });

  it('prefers principal to alternative isoforms, and these to none', () => {
    const graded = ['alternative1', 'principal5', 'principal2'].map((value) =>
      transcript(value, { attribs: [['appris', value]] }),
    );
    expect(picked([transcript('none'), ...graded], { pick: true }).kept).toEqual(['principal2']);
    expect(picked([transcript('none'), ...graded.slice(0, 1)], { pick: true }).kept).toEqual(['alternative1']);
  });
});

describe('of several genes, alleles and kinds of blocks', () => {
  const all = [
    transcript('a1'),
    transcript('a2', { canonical: true }),
    transcript('b1', { gene: 'G2' }),
    { ...transcript('t1'), allele: 'T' },
    regulatory,
  ];

  it.each<[keyof VepOptions, string[], string[]]>([
    ['pick', ['a2'], []],
    ['pick_allele', ['a2', 't1'], []],
    ['per_gene', ['R', 'a2', 'b1'], []],
    ['pick_allele_gene', ['R', 'a2', 'b1', 't1'], []],
    ['flag_pick', ['a1', 'a2', 'b1', 't1', 'R'], ['a2']],
    ['flag_pick_allele', ['a1', 'a2', 'b1', 't1', 'R'], ['a2', 't1']],
    ['flag_pick_allele_gene', ['a1', 'a2', 'b1', 't1', 'R'], ['R', 'a2', 'b1', 't1']],
  ])('%s keeps %j and marks %j', (option, kept, marked) => {
    expect(picked(all, { [option]: true })).toEqual({ kept, marked });
  });

  it('the first option in Ensembl’s order counts', () => {
    expect(picked(all, { per_gene: true, pick: true, flag_pick: true }).kept).toEqual(['a2']);
  });
});
