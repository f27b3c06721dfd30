import { describe, expect, it } from 'vitest';
import type { PhenotypeRecord } from '../../../../src/genome/phenotype-record.ts';
import { colocated, type KnownFeature } from '../../../../src/handlers/vep/colocated.ts';
import { readKnownNotes } from '../../../../src/handlers/vep/known-notes.ts';
import type { VepOptions } from '../../../../src/handlers/vep/options.ts';
import type { VepVariant } from '../../../../src/handlers/vep/vep-variant.ts';
import type { Genome } from '../../../../src/release/genome.ts';
import type { AlleleFrequency } from '../../../../src/variants/variant-details.ts';
import { NO_LIMITS } from '../../../support/no-limits.ts';

interface Index {
  phenotypes?: Partial<PhenotypeRecord>[];
  frequencies?: Partial<AlleleFrequency>[];
  synonyms?: { name: string; source: string }[];
  citations?: number[];
}

/** Counts the reads. */
function genomeOf({ phenotypes, frequencies, synonyms = [], citations = [] }: Index) {
  const reads: string[] = [];
  const genome = {
    entry: { tables: { ...(phenotypes && { phenotypes: {} }) }, ...(frequencies && { listsFrequencies: true }) },
    phenotypes: {
      bytesAt: async () => 0,
      at: async (intervals: unknown[]) => {
        reads.push('phenotypes');
        return intervals.map(() =>
          (phenotypes ?? []).map((each) => ({
            source: 'ClinVar',
            start: 100,
            end: 100,
            attribs: [],
            dnaType: null,
            ...each,
          })),
        );
      },
    },
    variation: {
      bytesOfFrequencies: async () => 0,
      storedBytes: async () => 0,
      bytesOfCitations: async () => 0,
      citationsOf: async (names: string[]) => {
        reads.push('citations');
        return names.map(() => citations);
      },
      frequencies: async (names: string[]) => {
        reads.push('frequencies');
        return names.map(() => frequencies ?? []);
      },
    },
    variants: async (names: string[]) => {
      reads.push('variants');
      return names.map(() => ({ synonyms }));
    },
  };
  return { genome: genome as unknown as Genome, reads };
}

const known = (more: object = {}): KnownFeature =>
  ({
    start: 100,
    end: 100,
    record: {
      name: 'rs1',
      alleles: 'G/A',
      strand: 1,
      somatic: false,
      clinicalSignificance: [],
      phenotypeOrDisease: true,
      ...more,
    },
  }) as unknown as KnownFeature;

const variantOf = (alleles: string[], strand: 1 | -1 = 1) =>
  ({ region: { ordinal: 0 }, start: 100, end: 100, strand, alleles, soClass: null }) as unknown as VepVariant;

async function answer(index: Index, feature = known(), variant = variantOf(['G', 'A']), options: object = {}) {
  const { genome, reads } = genomeOf(index);
  const notes = await readKnownNotes(genome, [variant], [[feature]], options as VepOptions, NO_LIMITS);
  const [described = {}] = colocated(variant, [feature], notes);
  return { described: described as Record<string, unknown>, reads };
}

describe('known variants have', () => {
  it('the germline classifications of ClinVar by allele, of their own name only', async () => {
    const { described } = await answer({
      phenotypes: [
        {
          objectId: 'rs1',
          attribs: [
            ['risk_allele', 'A'],
            ['clinvar_clin_sig', 'likely pathogenic'],
          ],
        },
        {
          objectId: 'rs1',
          attribs: [
            ['risk_allele', 'A'],
            ['clinvar_clin_sig', 'likely pathogenic'],
          ],
        },
        {
          objectId: 'rs1',
          dnaType: 'Germline',
          attribs: [
            ['risk_allele', 'T'],
            ['clinvar_clin_sig', 'benign'],
          ],
        },
        {
          objectId: 'rs2',
          attribs: [
            ['risk_allele', 'A'],
            ['clinvar_clin_sig', 'pathogenic'],
          ],
        },
        {
          objectId: 'rs1',
          source: 'OMIM',
          attribs: [
            ['risk_allele', 'A'],
            ['clinvar_clin_sig', 'other'],
          ],
        },
        {
          objectId: 'rs1',
          start: 99,
          attribs: [
            ['risk_allele', 'A'],
            ['clinvar_clin_sig', 'other'],
          ],
        },
      ],
    });
    expect(described['clin_sig_allele']).toBe('A:likely_pathogenic;T:benign');
    expect(described).not.toHaveProperty('clinvar_somatic_classification');
  });

  it('the somatic classifications at their place', async () => {
    const { described } = await answer({
      phenotypes: [
        { dnaType: 'Somatic', description: 'Glioma', attribs: [['somatic_clin_sig', 'Tier I, Strong']] },
        { dnaType: 'Somatic', description: 'Melanoma', attribs: [['oncogenic_clin_sig', 'Oncogenic']] },
      ],
    });
    expect(described['clinvar_somatic_classification']).toBe('Glioma(Tier I; Strong);Melanoma(oncogenicity:Oncogenic)');
    expect(described).not.toHaveProperty('clin_sig_allele');
  });

  it('the somatic classifications of another variant at their place', async () => {
    const { genome } = genomeOf({
      phenotypes: [{ dnaType: 'Somatic', description: 'Glioma', attribs: [['somatic_clin_sig', 'Tier I']] }],
    });
    const variant = variantOf(['G', 'A']);
    const elsewhere = { ...known({ name: 'rs3', phenotypeOrDisease: false }), end: 101 };
    const others = [known({ name: 'rs2', alleles: 'G/T' }), known({ phenotypeOrDisease: false }), elsewhere];
    const notes = await readKnownNotes(genome, [variant], [others], {} as VepOptions, NO_LIMITS);
    const classified = (each: KnownFeature) => 'clinvar_somatic_classification' in (notes.get(each) ?? {});
    expect(others.map(classified)).toEqual([false, true, false]);
  });

  const FREQUENCIES: Index = {
    frequencies: [
      { allele: 'A', frequency: 0.123456, population: '1000GENOMES:phase_3:ALL' },
      { allele: 'A', frequency: 0.2, population: '1000GENOMES:phase_3:EUR' },
      { allele: 'G', frequency: 0.8, population: '1000GENOMES:phase_3:EUR' },
      { allele: 'A', frequency: 0.00012345, population: 'gnomADe:nfe' },
      { allele: 'A', frequency: 0.5, population: 'Another' },
    ],
  };

  it('frequencies by the allele of the variant, on its strand', async () => {
    const expected = { af: 0.1235, eur: 0.2, gnomade_nfe: 0.00012345 };
    expect((await answer(FREQUENCIES)).described['frequencies']).toEqual({ A: expected });
    const reverse = await answer(FREQUENCIES, known(), variantOf(['C', 'T'], -1));
    expect(reverse.described['frequencies']).toEqual({ T: expected });
  });

  it('the frequency of the other allele only for all populations together', async () => {
    const swapped = await answer(FREQUENCIES, known({ alleles: 'A/G' }), variantOf(['A', 'G']));
    expect(swapped.described['frequencies']).toEqual({ G: { af: 0.8765, eur: 0.8 } });
  });

  it('a frequency of 0 of the only other allele where the index has that of the reference alone', async () => {
    const frequencies = [
      { allele: 'G', frequency: 1, population: 'gnomADe:nfe' },
      { allele: 'A', frequency: 0.001, population: 'gnomADe:afr' },
      { allele: 'G', frequency: 0.999, population: 'gnomADe:afr' },
    ];
    expect((await answer({ frequencies })).described['frequencies']).toEqual({
      A: { gnomade_nfe: 0, gnomade_afr: 0.001 },
    });
  });

  it('a frequency of 0 of one of several alleles only if another population of the files has the allele', async () => {
    const frequencies = [
      { allele: 'G', frequency: 1, population: 'gnomADe:nfe' },
      { allele: 'A', frequency: 0.25, population: 'gnomADe:afr' },
      { allele: 'G', frequency: 0.75, population: 'gnomADe:afr' },
      { allele: 'T', frequency: 0.5, population: 'gnomADg:nfe' },
      { allele: 'G', frequency: 0.5, population: 'gnomADg:nfe' },
    ];
    const { described } = await answer({ frequencies }, known({ alleles: 'G/A/T' }), variantOf(['G', 'A', 'T']));
    expect(described['frequencies']).toEqual({ A: { gnomade_nfe: 0, gnomade_afr: 0.25 }, T: { gnomadg_nfe: 0.5 } });
  });

  it('no frequencies if they are somatic', async () => {
    expect((await answer(FREQUENCIES, known({ somatic: true }))).described).not.toHaveProperty('frequencies');
  });

  it('synonyms by source where the option asks for them', async () => {
    const index = {
      synonyms: [
        { name: 'RCV1', source: 'ClinVar' },
        { name: '12', source: 'LSDB' },
        { name: 'VCV2', source: 'ClinVar' },
      ],
    };
    const { described } = await answer(index, known(), variantOf(['G', 'A']), { var_synonyms: true });
    expect(described['var_synonyms']).toEqual({ ClinVar: ['RCV1', 'VCV2'], LSDB: ['12'] });
    expect((await answer(index)).reads).toEqual([]);
  });

  it('PubMed ids of its publications where the option asks for them', async () => {
    const asked = { pubmed: true };
    const { described } = await answer({ citations: [17, 230] }, known(), variantOf(['G', 'A']), asked);
    expect(described['pubmed']).toEqual([17, 230]);
    expect((await answer({}, known(), variantOf(['G', 'A']), asked)).described).not.toHaveProperty('pubmed');
    expect((await answer({ citations: [17] })).reads).toEqual([]);
  });
});

it('reads nothing for known variants of other alleles, and phenotypes only of variants that have some', async () => {
  const index = { phenotypes: [], frequencies: [] };
  expect((await answer(index, known(), variantOf(['G', 'T']))).reads).toEqual([]);
  expect((await answer(index, known({ phenotypeOrDisease: false }))).reads).toEqual(['frequencies']);
  expect((await answer(index)).reads).toEqual(['phenotypes', 'frequencies']);
});
