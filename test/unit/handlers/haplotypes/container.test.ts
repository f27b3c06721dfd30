import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at } from '../../../../src/checked.ts';
import { haplotypesOf, type ReferenceTranscript } from '../../../../src/handlers/haplotypes/container.ts';
import { genotypedVariants, type Feature } from '../../../../src/handlers/haplotypes/genotyped-variants.ts';
import { MemoryGenotypes, encodedLine } from './vcf-line.ts';

/** M A D *, at 101 to 112 of the forward strand. */
const FORWARD: ReferenceTranscript = {
  strand: 1,
  codonTable: 1,
  cds: 'ATGGCTGATTAA',
  protein: 'MAD*',
  placeOf: ({ start, end }) => (start < 101 || end > 112 ? null : { start: start - 100, end: end - 100 }),
};
/** The same on the reverse strand. */
const REVERSE: ReferenceTranscript = {
  ...FORWARD,
  strand: -1,
  placeOf: ({ start, end }) => (start < 101 || end > 112 ? null : { start: 113 - end, end: 113 - start }),
};

function feature(name: string, start: number, alleles: string, strand: 1 | -1 = 1): Feature {
  const [reference = ''] = alleles.split('/');
  const end = reference === '-' ? start - 1 : start + reference.length - 1;
  const record = {
    row: start * 100 + alleles.length,
    strand,
    name,
    source: 'dbSNP',
    alleles,
    consequences: [],
    clinicalSignificance: [],
    sets: [],
    somatic: false,
    insertion: reference === '-',
    failed: false,
    variationId: 1,
    phenotypeOrDisease: false,
  };
  return { record, start, end, alleles: alleles.split('/') };
}

/** Haplotypes as sequence -> number, of lines of a VCF file: POS ID REF ALT and genotypes. */
function haplotypes(transcript: ReferenceTranscript, features: Feature[], lines: string[], strictNames = false) {
  const samples = (lines[0] ?? '').split(' ').length - 4;
  const file = new MemoryGenotypes(lines.map(encodedLine), samples);
  const variants = genotypedVariants(features, file.lines, file.rows, { entry: file.entry(strictNames) }, 0);
  const found = haplotypesOf(transcript, samples, variants);
  return {
    cds: Object.fromEntries(found.cds.map(({ sequence, count }) => [sequence, count])),
    proteins: Object.fromEntries(found.proteins.map(({ sequence, count }) => [sequence, count])),
    total: found.total,
  };
}

describe('haplotypes', () => {
  const snv = feature('rs1', 105, 'C/T');

  test('ignore phase: the n-th allele is on the n-th haplotype', () => {
    const other = feature('rs2', 108, 'A/C');
    const lines = (one: string, two: string) => [`105 rs1 C T ${one}`, `108 rs2 A C ${two}`];
    const expected = { ATGGTTGATTAA: 1, ATGGCTGCTTAA: 1 };
    expect(haplotypes(FORWARD, [snv, other], lines('1|0', '0|1')).cds).toEqual(expected);
    expect(haplotypes(FORWARD, [snv, other], lines('1/0', '0/1')).cds).toEqual(expected);
  });

  test('are as many as the genotype has alleles', () => {
    expect(haplotypes(FORWARD, [snv], ['105 rs1 C T 1 0 0|1 0/1/1'])).toMatchObject({
      cds: { ATGGTTGATTAA: 4, ATGGCTGATTAA: 3 },
      total: 7,
    });
  });

  test('count samples without genotype as diploid with the reference', () => {
    expect(haplotypes(FORWARD, [snv], ['105 rs1 C T 0|1 .|. 0|0'])).toMatchObject({
      cds: { ATGGCTGATTAA: 5, ATGGTTGATTAA: 1 },
      proteins: { 'MAD*': 5, 'MVD*': 1 },
    });
  });

  test('have every allele of a line with several, and only those of the variant', () => {
    expect(haplotypes(FORWARD, [feature('rs1', 105, 'C/T/G')], ['105 rs1 C T,G 1|2']).cds).toEqual({
      ATGGTTGATTAA: 1,
      ATGGGTGATTAA: 1,
    });
    expect(haplotypes(FORWARD, [snv], ['105 rs1 C T,G 0|2 0|1']).cds).toEqual({ ATGGCTGATTAA: 3, ATGGTTGATTAA: 1 });
  });

  test('have insertions and deletions', () => {
    const deletion = feature('rs3', 105, 'CTG/-');
    const insertion = feature('rs4', 110, '-/AAA');
    const found = haplotypes(FORWARD, [deletion, insertion], ['104 rs3 GCTG G 0|1', '109 rs4 T TAAA 1|0']);
    expect(found.cds).toEqual({ ATGGCTGATAAATAA: 1, ATGGATTAA: 1 });
  });

  test('on the reverse strand have the reverse complement', () => {
    // The coding C at 5 is at 108, as a G on the forward strand.
    expect(haplotypes(REVERSE, [feature('rs1', 108, 'G/A')], ['108 rs1 G A 0|1']).cds).toEqual({
      ATGGCTGATTAA: 1,
      ATGGTTGATTAA: 1,
    });
    expect(haplotypes(REVERSE, [feature('rs1', 108, 'C/T', -1)], ['108 rs1 G A 0|1']).cds).toEqual({
      ATGGCTGATTAA: 1,
      ATGGTTGATTAA: 1,
    });
  });

  test('end with the first stop', () => {
    expect(haplotypes(FORWARD, [feature('rs5', 104, 'GC/TA')], ['104 rs5 GC TA 0|1']).proteins).toEqual({
      'MAD*': 1,
      'MYD*': 1,
    });
    expect(haplotypes(FORWARD, [feature('rs5', 104, 'GCT/TGA')], ['104 rs5 GCT TGA 0|1']).proteins).toEqual({
      'MAD*': 1,
      'M*': 1,
    });
  });

  test('come from lines that match by alleles, or by name where the collection says so', () => {
    const lines = ['105 other C T 0|1'];
    expect(haplotypes(FORWARD, [snv], lines).cds).toHaveProperty('ATGGTTGATTAA', 1);
    expect(haplotypes(FORWARD, [snv], lines, true).cds).toEqual({ ATGGCTGATTAA: 2 });
    expect(haplotypes(FORWARD, [snv], ['105 x;rs1 C T 0|1'], true).cds).toHaveProperty('ATGGTTGATTAA', 1);
  });

  test('of samples with variants outside the coding sequence only are the translated reference', () => {
    const outside = feature('rs9', 90, 'A/G');
    expect(haplotypes({ ...FORWARD, protein: 'MUD*' }, [outside], ['90 rs9 A G 0|1 0|0']).proteins).toEqual({
      'MAD*': 2,
      'MUD*': 2,
    });
  });
});

test('haplotypes have the alleles of their samples, also where variants touch or overlap', () => {
  const length = 12;
  const samples = 8;
  const position = fc.integer({ min: 1, max: length });
  const genotype = fc.tuple(fc.nat(1), fc.nat(1));
  const variant = fc.record({
    position,
    bases: fc.integer({ min: 1, max: 3 }),
    calls: fc.array(genotype, { minLength: samples, maxLength: samples }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(variant, { selector: (each) => each.position, maxLength: 4 }), (all) => {
      const bases = FORWARD.cds;
      const changes = all.map(({ position: start, bases: wanted, calls }) => {
        const reference = bases.slice(start - 1, Math.min(length, start - 1 + wanted));
        const alternative = reference.replaceAll(/./g, (base) => (base === 'C' ? 'G' : 'C'));
        const placed = feature(`rs${start}`, 100 + start, `${reference}/${alternative}`);
        const carriers = calls.flatMap((call, sample) => (call.includes(1) ? [sample] : []));
        return {
          start,
          reference,
          alternative,
          calls,
          genotyped: {
            feature: placed,
            genotypes: [
              [reference, reference],
              [reference, alternative],
              [alternative, reference],
              [alternative, alternative],
            ],
            samples: carriers,
            codes: carriers.map((sample) => 2 * at(at(calls, sample), 0) + at(at(calls, sample), 1)),
            ploidyOf: () => 2,
          },
        };
      });
      const genotyped = changes.map((each) => each.genotyped);
      const found = haplotypesOf(FORWARD, samples, genotyped);
      for (let sample = 0; sample < samples; sample++) {
        const expected = [0, 1].map((haplotype) =>
          changes
            .filter(({ calls }) => at(calls, sample).includes(1))
            .sort((a, b) => b.start - a.start)
            .reduce((cds, { start, reference, alternative, calls }) => {
              const allele = at(at(calls, sample), haplotype) === 1 ? alternative : reference;
              return cds.slice(0, start - 1) + allele + cds.slice(start - 1 + reference.length);
            }, bases),
        );
        const own = found.cds.flatMap(({ sequence, copies }) =>
          Array.from({ length: copies.get(at(found.groupOf, sample)) ?? 0 }, () => sequence),
        );
        expect(own.sort()).toEqual(expected.sort());
      }
    }),
  );
});
