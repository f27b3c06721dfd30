/** Rows about each variant: itself, its place, synonyms, sets, failures, and what a survey counted. */
import type { Random } from '../random.ts';
import { CHIP_SET, COMMON_SET, SURVEY, type VariationDatabase } from './variation-database.ts';
import { bitOf, textOf } from './consequences.ts';
import type { RowFile } from '../dump/row-file.ts';
import { SAMPLES } from '../genome/scale.ts';
import { INSERTION, nameNumber, SNV, type TileVariants } from './tile-variants.ts';

const TABLES = [
  'variation',
  'variation_feature',
  'variation_synonym',
  'variation_set_variation',
  'failed_variation',
  'allele',
  'population_genotype',
  'variation_citation',
] as const;
type Files = Record<(typeof TABLES)[number], RowFile>;

const NULL = '\\N';
const HAPLOTYPES = 2 * SAMPLES;
const SIGNIFICANCES = [
  'benign',
  'likely benign',
  'uncertain significance',
  'likely pathogenic',
  'pathogenic',
  'pathogenic,risk factor',
];
const NOTED = bitOf('missense_variant') | bitOf('stop_gained') | bitOf('frameshift_variant');
const CODE_OF_BASE: Record<number, number> = { 65: 1, 67: 2, 71: 3, 84: 4 };
/** Of the survey. */
const ANIMALS = 40;
const CITED_EVERY = 400;

export class VariantRows {
  readonly #files: Files;
  readonly #db: VariationDatabase;
  readonly #random: Random;
  readonly #source: number;
  readonly #population: number;
  readonly #classes: readonly [snv: number, insertion: number, deletion: number];
  /** Of a variant that the survey has, that the cohort has too, and that a paper names. */
  readonly #evidence: { surveyed: string; genotyped: string; cited: string };
  #alleles = 0;
  #genotypes = 0;
  #synonyms = 0;
  #failures = 0;

  constructor(db: VariationDatabase, random: Random) {
    this.#files = Object.fromEntries(TABLES.map((table) => [table, db.rows(table)])) as Files;
    this.#db = db;
    this.#random = random;
    this.#source = db.source('DEMO_VARIANTS');
    this.#population = db.population(SURVEY);
    this.#classes = [db.attrib('SO_term', 'SNV'), db.attrib('SO_term', 'insertion'), db.attrib('SO_term', 'deletion')];
    const evidence = (...names: string[]): string => names.map((name) => db.attrib('evidence', name)).join();
    this.#evidence = {
      surveyed: evidence('Frequency', 'gnomAD'),
      genotyped: evidence('Frequency', '1000Genomes', 'gnomAD'),
      cited: evidence('Frequency', 'Cited', 'gnomAD'),
    };
  }

  /** @param carriers haplotypes of the cohort that have the alternative; 0 for a variant without genotypes */
  write(variants: TileVariants, each: number, terms: number, carriers: number): void {
    const id = variants.first + each + 1;
    const number = nameNumber(variants.first + each);
    const random = this.#random;
    const significance = terms & NOTED && random.chance(0.02) ? random.pick(SIGNIFICANCES) : NULL;
    const evidence =
      carriers > 0 ? this.#evidence.genotyped : isCited(each) ? this.#evidence.cited : this.#evidence.surveyed;
    const typeId = this.#classes[variants.kind[each]!]!;
    const common = carriers > HAPLOTYPES / 100 && carriers < HAPLOTYPES - HAPLOTYPES / 100;
    const { variation, variation_feature: feature } = this.#files;

    variation
      .number(id)
      .tab()
      .number(this.#source)
      .text('\tdemors')
      .number(number)
      .text('\t0\t')
      .number(typeId)
      .text('\t0\t');
    this.#minorAllele(variation, variants, each, carriers);
    variation.tab().text(significance).tab().text(evidence).text('\t1').end();

    feature
      .number(id)
      .text('\t1\t')
      .number(variants.start[each]!)
      .tab()
      .number(variants.endOf(each))
      .text('\t1\t')
      .number(id)
      .tab();
    writeAlleles(feature, variants, each);
    feature.tab();
    if (variants.kind[each] === SNV && random.chance(0.8)) feature.byte(variants.baseAt(variants.start[each]!));
    else feature.text(NULL);
    feature.text('\tdemors').number(number).text('\t1\t\\N\t').number(this.#source).tab().text(textOf(terms)).tab();
    feature
      .text(common ? '2,3' : carriers > 0 ? '2' : '')
      .tab()
      .number(typeId)
      .text('\t0\t');
    this.#minorAllele(feature, variants, each, carriers);
    feature.text('\t1\t').text(significance).tab().text(evidence).text('\t1').end();
    this.#further(variants, each, id, number, carriers, common);
  }

  #minorAllele(file: RowFile, variants: TileVariants, each: number, carriers: number): void {
    if (carriers === 0) {
      file.text('\\N\t\\N\t\\N');
      return;
    }
    const isMinor = carriers <= HAPLOTYPES / 2;
    const count = isMinor ? carriers : HAPLOTYPES - carriers;
    if (isMinor) writeAlternative(file, variants, each, variants.alternative[each]!);
    else writeReference(file, variants, each);
    // As MySQL writes a float.
    file
      .tab()
      .text(String(Number((count / HAPLOTYPES).toPrecision(6))))
      .tab()
      .number(count);
  }

  #further(variants: TileVariants, each: number, id: number, name: number, carriers: number, common: boolean): void {
    const random = this.#random;
    const files = this.#files;
    if (carriers > 0) files.variation_set_variation.number(id).tab().number(CHIP_SET).end();
    if (common) files.variation_set_variation.number(id).tab().number(COMMON_SET).end();
    if (random.chance(0.06)) {
      files.variation_synonym
        .number(++this.#synonyms)
        .tab()
        .number(id)
        .tab()
        .number(800_000_000 + id)
        .tab()
        .number(this.#source)
        .text('\tdemooldrs')
        .number(name)
        .end();
    }
    if (random.chance(0.005))
      files.failed_variation
        .number(++this.#failures)
        .tab()
        .number(id)
        .text('\t1')
        .end();
    if (isCited(each)) files.variation_citation.number(id).tab().number(this.#publication()).text('\t\\N').end();
    if (common && variants.kind[each] === SNV) this.#survey(variants, each, id, carriers / HAPLOTYPES);
  }

  #publication(): number {
    const publication_id = this.#db.nextId('publication');
    this.#db.insert('publication', {
      publication_id,
      title: `Made paper ${publication_id} (fictional)`,
      authors: 'Nobody A.',
      pmid: 90_000_000 + publication_id,
      pmcid: `PMC${9_000_000 + publication_id}`,
      year: 2025,
    });
    return publication_id;
  }

  /**
   * Alleles and genotypes of some animals, as the tables of older releases count them: of common variants, as HapMap
   * looked at them, and with their frequencies.
   *
   * @param frequency of the alternative
   */
  #survey(variants: TileVariants, each: number, id: number, frequency: number): void {
    const { allele, population_genotype: genotype } = this.#files;
    const codes = [
      CODE_OF_BASE[variants.baseAt(variants.start[each]!)]!,
      CODE_OF_BASE[variants.alternative[each]!]!,
    ] as const;
    const having = [0, 0, 0];
    for (let animal = 0; animal < ANIMALS; animal++)
      having[Number(this.#random.chance(frequency)) + Number(this.#random.chance(frequency))]!++;
    const [none, one, both] = having as [number, number, number];
    const chromosomes = 2 * ANIMALS;
    for (const [code, count] of [
      [codes[0], 2 * none + one],
      [codes[1], 2 * both + one],
    ] as const) {
      if (count === 0) continue;
      allele
        .number(++this.#alleles)
        .tab()
        .number(id)
        .tab()
        .number(800_000_000 + id)
        .tab()
        .number(code)
        .tab()
        .number(this.#population)
        .tab()
        .text(String(count / chromosomes))
        .tab()
        .number(count)
        .text('\t\\N')
        .end();
    }
    for (const [code, count] of [
      [11 * codes[0], none],
      [10 * codes[0] + codes[1], one],
      [11 * codes[1], both],
    ] as const) {
      if (count === 0) continue;
      genotype
        .number(++this.#genotypes)
        .tab()
        .number(id)
        .tab()
        .number(800_000_000 + id)
        .tab()
        .number(code)
        .tab()
        .text(String(count / ANIMALS))
        .tab()
        .number(this.#population)
        .tab()
        .number(count)
        .end();
    }
  }
}

function isCited(each: number): boolean {
  return each % CITED_EVERY === CITED_EVERY - 1;
}

/** `A/G`, `A/G/T`, `-/AC`, `AC/-`. */
function writeAlleles(file: RowFile, variants: TileVariants, each: number): void {
  writeAllele(file, variants, each, variants.alternative[each]!);
  if (variants.second[each] !== 0) file.text('/').byte(variants.second[each]!);
}

/** The reference and one alternative. @param allele base of an SNV */
export function writeAllele(file: RowFile, variants: TileVariants, each: number, allele: number): void {
  writeReference(file, variants, each);
  file.text('/');
  writeAlternative(file, variants, each, allele);
}

function writeReference(file: RowFile, variants: TileVariants, each: number): void {
  if (variants.kind[each] === INSERTION) file.text('-');
  else file.bytes(variants.reference(each));
}

function writeAlternative(file: RowFile, variants: TileVariants, each: number, allele: number): void {
  if (variants.kind[each] === SNV) file.byte(allele);
  else if (variants.kind[each] === INSERTION) file.bytes(variants.insertedAt(each));
  else file.text('-');
}
