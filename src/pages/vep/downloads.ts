/** Files of results that people download: tab-separated text, and lines of VCF. */
import { isObject, textOf, type JsonObject } from '../views/json-fields.ts';
import type { Effect, ShownVariant } from './effect-rows.ts';

const COLUMNS: readonly [title: string, value: (variant: ShownVariant, effect: Effect) => string][] = [
  ['Input', ({ input }) => input],
  ['Location', ({ region, start, end }) => `${region}:${start}${end === start ? '' : `-${end}`}`],
  ['Alleles', ({ alleles }) => alleles],
  ['Allele', (_, { allele }) => allele],
  ['Consequence', (_, { terms }) => terms.join(',')],
  ['Impact', (_, { impact }) => impact],
  ['Symbol', (_, { gene, geneId }) => (gene === geneId ? '' : gene)],
  ['Gene', (_, { geneId }) => geneId],
  ['Feature type', (_, { kind }) => kind],
  ['Feature', (_, { feature }) => feature],
  ['Biotype', (_, { biotype }) => biotype],
  ['Canonical', (_, { isCanonical }) => (isCanonical ? 'YES' : '')],
  ['MANE', (_, { mane }) => mane],
  ['Exon', (_, { exon }) => exon],
  ['Intron', (_, { intron }) => intron],
  ['HGVSc', (_, { hgvsc }) => hgvsc],
  ['HGVSp', (_, { hgvsp }) => hgvsp],
  ['CDS position', (_, { cds }) => cds],
  ['Protein position', (_, { protein }) => protein],
  ['Amino acids', (_, { aminoAcids }) => aminoAcids],
  ['Codons', (_, { codons }) => codons],
  ['SIFT', (_, { sift }) => sift],
  ['PolyPhen', (_, { polyphen }) => polyphen],
  ['Known variants', ({ known }) => known.join(',')],
];

export const TSV_HEADER = `${COLUMNS.map(([title]) => title).join('\t')}\n`;

/** Lines of tab-separated text, one for each effect. */
export function tsvLines(variant: ShownVariant): string {
  return variant.effects
    .map((effect) => `${COLUMNS.map(([, value]) => cell(value(variant, effect))).join('\t')}\n`)
    .join('');
}

/**
 * A text as a cell, in which a spreadsheet sees no formula: what may begin one gets an apostrophe, as OWASP recommends.
 * Alleles ('-', '-/T') and numbers stay as they are.
 */
export function cell(text: string): string {
  const plain = text.replaceAll(/[\t\r\n]+/g, ' ');
  if (!/^\s*[=+\-@]/.test(plain)) return plain;
  return /^-(\/[A-Za-z*-]+)?$|^[-+]?\d+(\.\d+)?$/.test(plain) ? plain : `'${plain}`;
}

/** Lines of VCF for the results of an answer, whose vcf_string has the alleles: '6-1102081-C-T'. */
export function vcfLines(answer: unknown): string[] {
  if (!Array.isArray(answer)) return [];
  return answer.filter(isObject).flatMap((result) => {
    const texts = Array.isArray(result.vcf_string) ? result.vcf_string : [result.vcf_string];
    return texts.flatMap((text) => (typeof text === 'string' ? (vcfLine(text, result) ?? []) : []));
  });
}

function vcfLine(text: string, result: JsonObject): string | null {
  // Names of regions may contain hyphens.
  const [, region, position, reference, alternative] = /^(.+)-(\d+)-([^-]+)-([^-]+)$/.exec(text) ?? [];
  if (region === undefined) return null;
  const name = textOf(result, 'id').replaceAll(/\s/g, '_') || '.';
  const structural = /^<(.+)>$/.exec(alternative ?? '')?.[1];
  if (structural === undefined) return [region, position, name, reference, alternative, '.', '.', '.'].join('\t');
  const type = SYMBOLIC_ALLELES[structural] ?? structural;
  const about = `SVTYPE=${type.split(':', 1)[0]};END=${textOf(result, 'end')}`;
  return [region, position, name, reference, `<${type}>`, '.', '.', about].join('\t');
}

/** Terms of the Sequence Ontology as alleles of VCF 4.3. */
const SYMBOLIC_ALLELES: Readonly<Record<string, string>> = {
  deletion: 'DEL',
  insertion: 'INS',
  duplication: 'DUP',
  tandem_duplication: 'DUP:TANDEM',
  inversion: 'INV',
  copy_number_variation: 'CNV',
};
