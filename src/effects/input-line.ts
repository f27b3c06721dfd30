/**
 * Lines that describe variants for effect prediction: VCF, Ensembl's default format ('X 200 200 C/G 1'), regions
 * ('X:200-200:1/G', 'X:200-300/DEL'), SPDI, HGVS and names. As in Ensembl, the first line decides the format of all.
 */
import { at } from '../checked.ts';
import { InvalidInput } from '../invalid-input.ts';

/** A variant as a line places it, before its region is known. */
export interface LineVariant {
  /** The line as it is echoed. */
  input: string;
  /** The name that the line gives; null if it gives none. */
  name: string | null;
  sequence: string;
  /** An insertion has start = end + 1. */
  start: number;
  end: number;
  strand: 1 | -1;
  /** Reference first, '-' for none; empty for a structural variant. 'N…' for a reference to look up. */
  alleles: string[];
  /** The alleles before common bases were removed. */
  original: string;
  /** Sequence Ontology term of a structural variant; null for alleles that are given. */
  soClass: string | null;
  /** What `allele_string` shows of a structural variant instead of its class. */
  symbolic: string | null;
  lookUpReference: boolean;
  /** Bases that the alleles share stay: Ensembl looks for them before it looks up the reference. */
  isWhole: boolean;
  /** The line is echoed, and nothing is predicted. */
  incomplete: boolean;
}

export type LineFormat = 'vcf' | 'ensembl' | 'region' | 'spdi' | 'hgvs' | 'id';

/** Longest structural variant, in bases. */
const MAX_STRUCTURAL = 10_000_000;
/** Longest line, in characters: VCF with some thousand samples. */
export const MAX_LINE = 100_000;
/** Values of SVLEN that are read: no line has as many alleles. */
const MOST_SIZES = 10_000;
/** Longest allele, in bases: every transcript's answer repeats it. */
export const MAX_ALLELE = 10_000;

const SO_CLASSES: Readonly<Record<string, string>> = {
  INS: 'insertion',
  INS_ME: 'mobile_element_insertion',
  INS_ALU: 'Alu_insertion',
  INS_HERV: 'HERV_insertion',
  INS_LINE1: 'LINE1_insertion',
  INS_SVA: 'SVA_insertion',
  DEL: 'deletion',
  DEL_ME: 'mobile_element_deletion',
  DEL_ALU: 'Alu_deletion',
  DEL_HERV: 'HERV_deletion',
  DEL_LINE1: 'LINE1_deletion',
  DEL_SVA: 'SVA_deletion',
  TREP: 'tandem_repeat',
  TDUP: 'tandem_duplication',
  DUP: 'duplication',
  CNV: 'copy_number_variation',
  INV: 'inversion',
  BND: 'chromosome_breakpoint',
};

/** The class that an abbreviation such as 'DEL', '<DUP:TANDEM>' or 'INS:ME:ALU' means; null for an unknown one. */
export function soClassOf(type: string): string | null {
  const abbreviation = abbreviationOf(type);
  return Object.hasOwn(SO_CLASSES, abbreviation) ? (SO_CLASSES[abbreviation] ?? null) : null;
}

function abbreviationOf(type: string): string {
  const mobile = /(INS|DEL):(ME):?([A-Z0-9]+)?/i.exec(type);
  if (mobile) {
    const element = (mobile[3] ?? '').toUpperCase().replace(/^L1$/, 'LINE1');
    const known = ['ALU', 'HERV', 'LINE1', 'SVA'].includes(element) ? element : 'ME';
    return `${at(mobile, 1).toUpperCase()}_${known}`;
  }
  if (/DUP:TANDEM/i.test(type)) return 'TDUP';
  if (/CNV:TR/i.test(type)) return 'TREP';
  if (/CN=?[0-9]/i.test(type)) return /^<?CN=?0>?$/.test(type) ? 'DEL' : /^<?CN=?2>?$/.test(type) ? 'DUP' : 'CNV';
  if (/CNV/i.test(type)) return 'CNV';
  if (/[[\]]|^\.|\.$/.test(type)) return 'BND';
  return type.replaceAll(/^<|>$/g, '').replace(/:.+/, '');
}

/** The columns of a line, and what they are joined with in the echo. */
export interface Columns {
  columns: string[];
  joint: string;
}

/** How the columns of all lines are separated: the first line decides. */
export function separatorOf(first: string): RegExp {
  if (first.includes('\t')) return /\t/;
  return first.includes('  ') ? / +/ : / /;
}

const REGION = /^(.+):(\d+)-(\d+)(?::([-+]?1))?[/:]([a-z]{3,}|[ACGTN-]+|<[^>]+>)$/i;

/** The format of a line; null for none. */
export function formatOf(columns: readonly string[]): LineFormat | null {
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = columns;
  if (columns.length === 1) {
    if (REGION.test(first)) return 'region';
    if (/^(?:[^:]*:){2}[^:]*:[^:]*$/.test(first)) return 'spdi';
    if (/^[^:]+:.*[*\-0-9]/.test(first)) return 'hgvs';
    return /^[\w-]/.test(first) ? 'id' : null;
  }
  if (/^\d+$/.test(second) && /^[ACGTN.-]+$/i.test(fourth) && fifth !== '' && !/\//.test(fourth)) return 'vcf';
  if (/^\d+$/.test(second) && /^\d+$/.test(third) && fourth !== '') return 'ensembl';
  return null;
}

/** Ensembl's sentence about a line that it leaves out. */
export function skipped(line: string, why: string): InvalidInput {
  const short = line.length > 50 ? `${line.slice(0, 46)}...` : line;
  return new InvalidInput(`variant skipped (${short}): ${why}`);
}

/** 'X 200 200 C/G 1', with a name as a sixth column. Throws InvalidInput for positions that are no numbers. */
export function ensemblLine({ columns, joint }: Columns): LineVariant {
  const input = columns.join(joint);
  const [sequence = '', start = '', end = '', alleles = '', strand = '', name] = columns.map((each) => each.trimEnd());
  const isStructural = !alleles.includes('/');
  return {
    ...blank(input, sequence, start, end),
    name: name ? name : null,
    strand: strand.includes('-') ? -1 : 1,
    alleles: isStructural ? [] : alleles.toUpperCase().split('/'),
    original: alleles,
    soClass: isStructural ? (soClassOf(alleles) ?? alleles) : null,
  };
}

/** 'X:200-200:1/G': the reference is what the genome has there. Throws InvalidInput for other texts. */
export function regionLine(input: string): LineVariant {
  const [, sequence, start, end, strand, allele] = REGION.exec(input) ?? [];
  if (sequence === undefined || start === undefined || end === undefined || allele === undefined)
    throw skipped(input, "it is not of the form '1:100-100:1/A'");
  const upper = allele.toUpperCase();
  const isSequence = /^[ACGTN-]+$/.test(upper);
  const soClass = isSequence ? null : soClassOf(upper);
  if (!isSequence && soClass === null)
    throw skipped(input, `${upper.replaceAll(/[<>]/g, '')} is not a supported structural variant type`);
  const length = Number(end) - Number(start) + 1;
  const alleles = isSequence ? ['N'.repeat(Math.min(Math.max(0, length), MAX_STRUCTURAL)) || '-', upper] : [];
  return {
    ...blank(input, sequence, start, end),
    name: input,
    strand: strand?.includes('-') ? -1 : 1,
    alleles,
    original: alleles.join('/'),
    soClass,
    lookUpReference: isSequence,
    isWhole: isSequence,
  };
}

/** A line of VCF. Throws InvalidInput for one without an alternative allele ('.'). */
export function vcfLine({ columns, joint }: Columns): LineVariant {
  const input = columns.join(joint);
  const [sequence = '', position = '', id = '', reference = '', alternatives = '', , , info = ''] = columns;
  const alts = alternatives.split(',');
  const isSequence = /^[ACGT]+$/.test([reference, ...alts].join(''));
  const isSymbolic = isBracketed(alternatives) || /^\.\w|\w\.$/.test(alternatives);
  if (!isSequence) {
    const fields = infoOf(info);
    if (fields.has('SVTYPE') || isSymbolic) return structuralLine(input, columns, alts, fields);
  }
  if (at(alts, 0) === '.') throw skipped(input, 'it has no alternative allele');
  const start = Number(position);
  const end = start + reference.length - 1;
  const isIndel = alts.some((each) => /^[DI]/.test(each) || each.length !== reference.length);
  const variant = { ...blank(input, sequence, position, String(end)), name: id };
  const original = [reference, ...alts].join('/');
  const compared = alts.length > 1 ? alts.filter((each) => !each.includes('*')) : alts;
  const firsts = new Set([reference, ...compared].map((each) => each[0]));
  // One allele string is made of all, so that a slash in a column, as of a line in another format, separates, too.
  const together = (alleles: readonly string[]) => alleles.join('/').toUpperCase().split('/');
  const rest = (allele: string) => (allele.includes('*') ? allele : allele.slice(1) || '-');
  if (!isIndel || firsts.size !== 1) return { ...variant, alleles: together([reference, ...alts]), original };
  return { ...variant, start: start + 1, alleles: together([reference, ...alts].map(rest)), original };
}

/** A symbolic allele or a breakend: two brackets with something other than '*' between them. */
function isBracketed(alternatives: string): boolean {
  return alternatives.split('*').some((part) => {
    const first = part.search(/[<[\]]/);
    const last = Math.max(part.lastIndexOf('>'), part.lastIndexOf('['), part.lastIndexOf(']'));
    return first >= 0 && last > first + 1;
  });
}

function structuralLine(
  input: string,
  columns: readonly string[],
  alts: readonly string[],
  info: ReadonlyMap<string, string>,
): LineVariant {
  const [sequence = '', , id = '', reference = ''] = columns;
  let symbolic = alts.join('/');
  const svType = info.get('SVTYPE');
  const type = svType && !/^<?(?:DEL|INS|DUP|INV|CNV|CN=?[0-9]+)/.test(symbolic) ? svType : symbolic;
  const soClass = soClassOf(type);
  const isBreakpoint = soClass === 'chromosome_breakpoint';
  const { start, end } = structuralSpan(columns, alts, info, soClass);
  if (isBreakpoint) {
    const [chromosome, other] = [info.get('CHR2'), info.get('END2') ?? info.get('END')];
    if (chromosome !== undefined && other !== undefined)
      symbolic = `${/^<?BND>?$/i.test(symbolic) ? 'N' : `${symbolic}/N`}[${chromosome}:${other}[`;
    if (!/^\.|\.$/.test(symbolic)) symbolic = `${reference}/${symbolic}`;
  }
  const repeats = soClass === 'tandem_repeat' && end - start < MAX_ALLELE ? tandemRepeats(type, info) : null;
  if (repeats) {
    const alleles = ['N'.repeat(Math.max(0, end - start + 1)) || '-', ...repeats];
    const place = blank(input, sequence, String(start), String(end));
    return { ...place, name: id, alleles, original: alleles.join('/'), lookUpReference: true };
  }
  const isUnclear = /del/i.test(soClass ?? type) && (start > end || (!info.has('SVLEN') && !info.has('END')));
  const padded = [...columns, ...['.', '.', '.', '.', '.', '.', '.', '.'].slice(columns.length)];
  return {
    ...blank(
      columns.length < 8 ? padded.join(input.includes('\t') ? '\t' : ' ') : input,
      sequence,
      String(start),
      String(end),
    ),
    name: id,
    soClass: soClass ?? type,
    symbolic,
    incomplete: soClass === null || isUnclear,
  };
}

/**
 * Where a structural variant begins and ends, as Ensembl reads it: behind the base that VCF gives, and as long as SVLEN
 * says, even where END says otherwise. Of a breakpoint, END is the position of its mate.
 */
function structuralSpan(
  columns: readonly string[],
  alts: readonly string[],
  info: ReadonlyMap<string, string>,
  soClass: string | null,
): { start: number; end: number } {
  const [, position = '', , reference = ''] = columns;
  const isMarked = info.has('SVTYPE') || /[<>[\]]/.test(alts.join(','));
  const isAnchored = isMarked || alts.some(({ length }) => length !== reference.length);
  const start = Number(position) + (isAnchored ? 1 : 0);
  const sizes = info
    .get('SVLEN')
    ?.split(',', MOST_SIZES)
    .filter((size) => size !== '.')
    .map(Number);
  const [size] = sizes ?? [];
  if (sizes !== undefined && size !== undefined) {
    const isTandem = soClass?.includes('tandem') === true;
    return {
      start,
      end: start + (isTandem ? sizes.reduce((most, each) => Math.max(most, each), -Infinity) : Math.abs(size)) - 1,
    };
  }
  if (info.has('END') && soClass !== 'chromosome_breakpoint') return { start, end: Number(info.get('END')) };
  return { start, end: isMarked ? start : Number(position) + reference.length - 1 };
}

/**
 * The alleles of a tandem repeat that the INFO fields of VCF 4.4 describe: units (RUS) with their counts (RUC) or their
 * bases in total (RB), so many of each allele as RN says. Null without these fields, and for more than MAX_ALLELE
 * bases.
 */
function tandemRepeats(type: string, info: ReadonlyMap<string, string>): string[] | null {
  const list = (name: string) => info.get(name)?.split(',');
  const [units, counts, bases] = [list('RUS'), list('RUC'), list('RB')];
  if (!units || (!counts && !bases)) return null;
  const records = list('RN') ?? [...type.matchAll(/CNV:TR/g)].map(() => '1');
  const alleles: string[] = [];
  let next = 0;
  for (const record of records) {
    if (record === '.') continue;
    let allele = '';
    for (let repeat = 0; repeat < Number(record); repeat++, next++) {
      const unit = (units[next] ?? '.').toUpperCase().replace('.', 'N');
      const count = counts ? Number(counts[next]) : Number(bases?.[next]) / unit.length;
      if (!/^[ACGTN]+$/.test(unit) || !(count >= 0) || allele.length + unit.length * count > MAX_ALLELE) return null;
      allele += unit.repeat(count);
    }
    alleles.push(allele || '-');
  }
  return alleles.length > 0 ? alleles : null;
}

function blank(input: string, sequence: string, start: string, end: string): LineVariant {
  return {
    input,
    name: null,
    sequence,
    start: numberOf(start),
    end: numberOf(end),
    strand: 1,
    alleles: [],
    original: '',
    soClass: null,
    symbolic: null,
    lookUpReference: false,
    isWhole: false,
    incomplete: false,
  };
}

/** NaN for what is no number, or too large for any region. */
function numberOf(text: string): number {
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : Number.NaN;
}

function infoOf(text: string): Map<string, string> {
  return new Map(
    text.split(';').map((field) => {
      const [key = '', ...value] = field.split('=');
      return [key, value.join('=')] as const;
    }),
  );
}

/** Two alleles without the bases that both begin with, then without those that both end with. */
export interface TrimmedAlleles {
  start: number;
  end: number;
  alleles: string[];
}

/** '-' counts as a letter that no base equals. */
export function trimPair({ start, end, alleles }: TrimmedAlleles): TrimmedAlleles {
  let [reference = '', alternative = ''] = alleles;
  let [first, last] = [start, end];
  while (reference !== '' && alternative !== '' && reference[0] === alternative[0]) {
    [reference, alternative] = [reference.slice(1), alternative.slice(1)];
    first++;
  }
  while (reference !== '' && alternative !== '' && reference.at(-1) === alternative.at(-1)) {
    [reference, alternative] = [reference.slice(0, -1), alternative.slice(0, -1)];
    last--;
  }
  return { start: first, end: last, alleles: [reference || '-', alternative || '-'] };
}

/**
 * A variant as Ensembl shows it: of two alleles of unequal lengths the common bases are removed; with `minimal` of any
 * two.
 */
export function withoutPadding<T extends TrimmedAlleles & { original: string }>(variant: T, minimal: boolean): T {
  const { alleles, original } = variant;
  if (alleles.length !== 2) return variant;
  const [reference = '', ...alternatives] = original.split('/');
  const isPadded = !original.includes('-') && alternatives.some((each) => each.length !== reference.length);
  return isPadded || minimal ? { ...variant, ...trimPair(variant) } : variant;
}

/** Throws InvalidInput, in Ensembl's words, for a variant that cannot be placed. */
export function refuseImpossible(line: LineVariant, sent: { start: string; end: string } | null = null): void {
  const { input, start, end, alleles, soClass } = line;
  const skip = (why: string) => skipped(input, why);
  if (Number.isNaN(start) || Number.isNaN(end))
    throw skip(`Invalid start '${sent?.start ?? start}' or end '${sent?.end ?? end}' coordinate`);
  if (start > end + 1) throw skip(`start > end+1 : (START=${start}, END=${end})`);
  refuseLongVariant(input, line);
  if (soClass !== null) return;
  const longest = alleles.reduce((most, { length }) => Math.max(most, length), 0);
  if (longest > MAX_ALLELE)
    throw skip(`an allele has ${longest} bases; at most ${MAX_ALLELE} are allowed, for more use <DEL>, <DUP> or <INS>`);
  if (!/[ACGTN-]/.test(alleles.join('/')))
    throw skip(`Invalid allele string ${alleles.join('/')} or possible parsing error`);
  const [reference = ''] = alleles;
  if (reference === '-' && start !== end + 1)
    throw skip(
      `Alleles look like an insertion (${alleles.join('/')}) but coordinates are not start = end + 1 ` +
        `(START=${start}, END=${end}) ${line.name === null ? '' : `for variant (${line.name}) `}`,
    );
  const bases = reference.replaceAll('-', '');
  if (/^[ACGT]*$/.test(bases) && bases.length !== end - start + 1)
    throw skip(
      `Length of reference allele (${bases} length ${bases.length}) does not match coordinates ${start}-${end}`,
    );
}

/** Throws InvalidInput, in Ensembl's words, for a variant of more than 10 Mb. */
export function refuseLongVariant(input: string, { start, end }: { start: number; end: number }): void {
  if (end - start > MAX_STRUCTURAL)
    throw skipped(input, `variant size (${end - start}) is bigger than --max_sv_size (${MAX_STRUCTURAL})`);
}
