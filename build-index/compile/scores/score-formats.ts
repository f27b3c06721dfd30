/**
 * The files of scores that a build takes, and their columns. Each format is as its project publishes it, or as
 * Ensembl's plugin of that name prepares it (with tabs, and # before the header). The header says where columns are.
 */
import type { ScoreSource, ScoreValues } from '../../../src/effects/allele-scores.ts';

/** A line of a file, split into columns. */
export interface ScoreLine<S extends ScoreSource> {
  chromosome: string;
  position: number;
  reference: string;
  alternative: string;
  values: ScoreValues<S>;
}

/** Reads the columns of a line. Null for a line without a place in this assembly. Throws BadLine. */
export type LineReader<S extends ScoreSource> = (columns: readonly string[]) => ScoreLine<S>[] | null;

/** Says why a line cannot be read, as a clause: 'has no position in column Pos'. */
export class BadLine extends Error {}

interface ScoreFormat<S extends ScoreSource> {
  /** Column that the header of every such file has, and no comment. */
  mark: string;
  /** Throws BadLine for a header that lacks a column. */
  reader: (header: Header) => LineReader<S>;
}

/** The names of columns, compared without case and without a # at the start. */
export class Header {
  readonly assembly: string;
  readonly #names: string[];

  constructor(names: readonly string[], assembly: string) {
    this.assembly = assembly;
    this.#names = names.map((name) => name.replace(/^#+/, '').trim().toLowerCase());
  }

  has(name: string): boolean {
    return this.#names.includes(name.toLowerCase());
  }

  /** Reads a column. Throws BadLine for a header without it. */
  column(name: string): (columns: readonly string[]) => string {
    const index = this.#names.indexOf(name.toLowerCase());
    if (index < 0) throw new BadLine(`has no column ${name}`);
    return (columns) => {
      const value = columns[index];
      if (value === undefined) throw new BadLine(`has no value in column ${name}`);
      return value;
    };
  }

  /** A number, null for none ('.', 'NA' or nothing). */
  number(name: string): (columns: readonly string[]) => number | null {
    const text = this.column(name);
    return (columns) => numberOf(text(columns), name);
  }

  position(name: string): (columns: readonly string[]) => number {
    const text = this.column(name);
    return (columns) => {
      const position = Number(text(columns));
      if (!Number.isSafeInteger(position) || position < 1) throw new BadLine(`has no position in column ${name}`);
      return position;
    };
  }

  allele(name: string): (columns: readonly string[]) => string {
    const text = this.column(name);
    return (columns) => {
      const allele = text(columns).toUpperCase();
      if (!/^(?:[ACGTN]+|-)$/.test(allele)) throw new BadLine(`has no allele in column ${name}`);
      return allele;
    };
  }
}

function numberOf(text: string, name: string): number | null {
  if (text === '' || text === '.' || text === 'NA') return null;
  const number = Number(text);
  if (!Number.isFinite(number)) throw new BadLine(`has no number in column ${name}`);
  return number;
}

/** Text, null for none. */
function orNull(text: string): string | null {
  return text === '' || text === '.' ? null : text;
}

/** UCSC's names of human assemblies. */
const ASSEMBLIES = new Map([
  ['hg19', 'GRCh37'],
  ['hg38', 'GRCh38'],
]);

function checkGenome(genome: string, assembly: string): void {
  const named = ASSEMBLIES.get(genome);
  if (named !== undefined && /^GRCh\d+/.test(assembly) && !assembly.startsWith(named))
    throw new BadLine(`is for ${genome}, but the genome is ${assembly}`);
}

/** Chromosome, position and alleles in columns of these names. */
function alleleOf(header: Header, names: readonly [chromosome: string, position: string, from: string, to: string]) {
  const [chromosome, position] = [header.column(names[0]), header.position(names[1])];
  const [reference, alternative] = [header.allele(names[2]), header.allele(names[3])];
  return (columns: readonly string[]) => ({
    chromosome: chromosome(columns),
    position: position(columns),
    reference: reference(columns),
    alternative: alternative(columns),
  });
}

/** Columns of REVEL with positions, by assembly; 'pos' for others. */
const REVEL_POSITIONS = new Map([
  ['GRCh37', 'hg19_pos'],
  ['GRCh38', 'grch38_pos'],
]);
/** The parts of a prediction of SpliceAI, after the allele. */
const SPLICEAI = ['DS_AG', 'DS_AL', 'DS_DG', 'DS_DL', 'DP_AG', 'DP_AL', 'DP_DG', 'DP_DL'] as const;

export const SCORE_FORMATS: { [S in ScoreSource]: ScoreFormat<S> } = {
  alphamissense: {
    mark: 'am_pathogenicity',
    reader(header) {
      const allele = alleleOf(header, ['CHROM', 'POS', 'REF', 'ALT']);
      const [variant, score, kind] = [
        header.column('protein_variant'),
        header.number('am_pathogenicity'),
        header.column('am_class'),
      ];
      const genome = header.column('genome');
      return (columns) => {
        checkGenome(genome(columns), header.assembly);
        return [
          {
            ...allele(columns),
            values: {
              proteinVariant: orNull(variant(columns)),
              pathogenicity: score(columns),
              class: orNull(kind(columns)),
            },
          },
        ];
      };
    },
  },
  cadd: {
    mark: 'PHRED',
    reader(header) {
      const allele = alleleOf(header, ['Chrom', 'Pos', 'Ref', 'Alt']);
      const [raw, phred] = [header.number('RawScore'), header.number('PHRED')];
      return (columns) => [{ ...allele(columns), values: { raw: raw(columns), phred: phred(columns) } }];
    },
  },
  clinpred: {
    mark: 'ClinPred_Score',
    reader(header) {
      const allele = alleleOf(header, ['Chr', 'Start', 'Ref', 'Alt']);
      const score = header.number('ClinPred_Score');
      return (columns) => [{ ...allele(columns), values: { score: score(columns) } }];
    },
  },
  revel: {
    mark: 'aaalt',
    reader(header) {
      const position = REVEL_POSITIONS.get(header.assembly.replace(/\.p\d+$/, '')) ?? 'pos';
      const [place, allele] = [header.column(position), alleleOf(header, ['chr', position, 'ref', 'alt'])];
      const [residue, score] = [header.column('aaalt'), header.number('REVEL')];
      const transcripts = header.has('Ensembl_transcriptid') ? header.column('Ensembl_transcriptid') : () => '';
      return (columns) => {
        // REVEL is made on GRCh37; some of its alleles have no place in GRCh38.
        if (orNull(place(columns)) === null) return null;
        const values = {
          residue: orNull(residue(columns)),
          transcripts: orNull(transcripts(columns)),
          score: score(columns),
        };
        return [{ ...allele(columns), values }];
      };
    },
  },
  spliceai: {
    mark: 'INFO',
    reader(header) {
      const [chromosome, position] = [header.column('CHROM'), header.position('POS')];
      const [reference, alternatives, info] = [header.allele('REF'), header.column('ALT'), header.column('INFO')];
      return (columns) => {
        const field = info(columns)
          .split(';')
          .find((each) => each.startsWith('SpliceAI='));
        if (field === undefined) return null;
        const place = {
          chromosome: chromosome(columns),
          position: position(columns),
          reference: reference(columns),
        };
        const alleles = alternatives(columns).toUpperCase().split(',');
        return field
          .slice('SpliceAI='.length)
          .split(',')
          .map((prediction) => {
            const [alternative = '', symbol = '', ...numbers] = prediction.split('|');
            if (numbers.length !== SPLICEAI.length)
              throw new BadLine(`has ${numbers.length} numbers in SpliceAI instead of ${SPLICEAI.length}`);
            if (!alleles.includes(alternative.toUpperCase()))
              throw new BadLine(`has the allele '${alternative}' in SpliceAI, which is not in column ALT`);
            const [ag, al, dg, dl, agAt, alAt, dgAt, dlAt] = numbers.map((text) => numberOf(text, 'INFO'));
            return {
              ...place,
              alternative: alternative.toUpperCase(),
              values: {
                symbol: orNull(symbol),
                DS_AG: ag ?? null,
                DS_AL: al ?? null,
                DS_DG: dg ?? null,
                DS_DL: dl ?? null,
                DP_AG: agAt ?? null,
                DP_AL: alAt ?? null,
                DP_DG: dgAt ?? null,
                DP_DL: dlAt ?? null,
              },
            };
          });
      };
    },
  },
};
