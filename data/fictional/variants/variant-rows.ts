/** Rows about each variant of a tile: variant, location, synonym, sets, failure, citation and survey counts. */
import { at, get } from '../../../src/checked.ts';
import { NULL, type RowField } from '../../../build-index/dump-writer/row-file.ts';
import { SAMPLES } from '../genome/scale.ts';
import type { Random } from '../random.ts';
import { bitOf, textOf } from './consequences.ts';
import { nameNumber, SNV, type TileVariants } from './tile-variants.ts';
import { CHIP_SET, COMMON_SET, SURVEY, type VariationDatabase } from './variation-database.ts';

const HAPLOTYPES = 2 * SAMPLES;
const SIGNIFICANCES = [
  'benign',
  'likely benign',
  'uncertain significance',
  'likely pathogenic',
  'pathogenic',
  'pathogenic,risk factor',
];
/** Terms of variants that may have a clinical significance. */
const NOTED = bitOf('missense_variant') | bitOf('stop_gained') | bitOf('frameshift_variant');
/** allele_code_id by ASCII code. */
const CODE_OF_BASE: ReadonlyMap<number, number> = new Map([
  [65, 1],
  [67, 2],
  [71, 3],
  [84, 4],
]);
/** The number of animals in the survey. */
const ANIMALS = 40;
const CITED_EVERY = 400;

type MinorAllele = [allele: RowField, frequency: RowField, count: RowField];

export class VariantRows {
  readonly #db: VariationDatabase;
  readonly #random: Random;
  readonly #source: number;
  readonly #population: number;
  /** attrib_id by kind of variant. */
  readonly #classes: readonly [snv: number, insertion: number, deletion: number];
  /** Evidence attribs of variants in the survey only, in the cohort too, and in a publication. */
  readonly #evidence: { surveyed: string; genotyped: string; cited: string };
  #alleles = 0;
  #genotypes = 0;
  #synonyms = 0;
  #failures = 0;

  constructor(db: VariationDatabase, random: Random) {
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

  /** @param carriers haplotypes of the cohort with the alternative allele; 0 for a variant without genotypes */
  write(variants: TileVariants, index: number, terms: number, carriers: number): void {
    const id = variants.first + index + 1;
    const name = nameNumber(variants.first + index);
    const random = this.#random;
    const significance = terms & NOTED && random.chance(0.02) ? random.pick(SIGNIFICANCES) : NULL;
    const { genotyped, cited, surveyed } = this.#evidence;
    const evidence = carriers > 0 ? genotyped : isCited(index) ? cited : surveyed;
    const typeId = at(this.#classes, at(variants.kind, index));
    const common = carriers > HAPLOTYPES / 100 && carriers < HAPLOTYPES - HAPLOTYPES / 100;
    const minorAllele = minorAlleleOf(variants, index, carriers);

    this.#db
      .rows('variation')
      .row(id, this.#source, `demors${name}`, 0, typeId, 0, ...minorAllele, significance, evidence, 1);

    const start = variants.startOf(index);
    const hasAncestral = variants.kind[index] === SNV && random.chance(0.8);
    this.#db
      .rows('variation_feature')
      .row(
        id,
        1,
        start,
        variants.endOf(index),
        1,
        id,
        variants.alleleString(index),
        hasAncestral ? String.fromCharCode(variants.baseAt(start)) : NULL,
        `demors${name}`,
        1,
        NULL,
        this.#source,
        textOf(terms),
        common ? `${CHIP_SET},${COMMON_SET}` : carriers > 0 ? CHIP_SET : '',
        typeId,
        0,
        ...minorAllele,
        1,
        significance,
        evidence,
        1,
      );
    if (carriers > 0) this.#db.rows('variation_set_variation').row(id, CHIP_SET);
    if (common) this.#db.rows('variation_set_variation').row(id, COMMON_SET);
    this.#writeNotes(index, id, name);
    if (common && variants.kind[index] === SNV) this.#writeSurvey(variants, index, id, carriers / HAPLOTYPES);
  }

  /** Synonym, failure and citation. */
  #writeNotes(index: number, id: number, name: number): void {
    const random = this.#random;
    if (random.chance(0.06))
      this.#db.rows('variation_synonym').row(++this.#synonyms, id, subSnpOf(id), this.#source, `demooldrs${name}`);
    if (random.chance(0.005)) this.#db.rows('failed_variation').row(++this.#failures, id, 1);
    if (isCited(index)) this.#db.rows('variation_citation').row(id, this.#writePublication(), NULL);
  }

  /** Returns the publication_id. */
  #writePublication(): number {
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
   * Allele and genotype counts of a few animals. Like HapMap's counts in older releases, they exist for common
   * variants.
   *
   * @param frequency of the alternative allele
   */
  #writeSurvey(variants: TileVariants, index: number, id: number, frequency: number): void {
    const reference = get(CODE_OF_BASE, variants.baseAt(variants.startOf(index)));
    const alternative = get(CODE_OF_BASE, variants.alternativeOf(index));
    const animals: [none: number, one: number, both: number] = [0, 0, 0];
    for (let animal = 0; animal < ANIMALS; animal++) {
      const copies = Number(this.#random.chance(frequency)) + Number(this.#random.chance(frequency));
      animals[copies === 0 ? 0 : copies === 1 ? 1 : 2]++;
    }
    const [none, one, both] = animals;
    for (const [code, count] of [
      [reference, 2 * none + one],
      [alternative, 2 * both + one],
    ] as const) {
      const frequencyText = String(count / (2 * ANIMALS));
      if (count > 0)
        this.#db
          .rows('allele')
          .row(++this.#alleles, id, subSnpOf(id), code, this.#population, frequencyText, count, NULL);
    }
    for (const [code, count] of [
      [11 * reference, none],
      [10 * reference + alternative, one],
      [11 * alternative, both],
    ] as const) {
      const frequencyText = String(count / ANIMALS);
      if (count > 0)
        this.#db
          .rows('population_genotype')
          .row(++this.#genotypes, id, subSnpOf(id), code, frequencyText, this.#population, count);
    }
  }
}

function subSnpOf(variationId: number): number {
  return 800_000_000 + variationId;
}

function isCited(index: number): boolean {
  return index % CITED_EVERY === CITED_EVERY - 1;
}

function minorAlleleOf(variants: TileVariants, index: number, carriers: number): MinorAllele {
  if (carriers === 0) return [NULL, NULL, NULL];
  const isMinor = carriers <= HAPLOTYPES / 2;
  const count = isMinor ? carriers : HAPLOTYPES - carriers;
  // MySQL writes a float with six significant digits.
  const frequency = String(Number((count / HAPLOTYPES).toPrecision(6)));
  return [isMinor ? variants.alternativeText(index) : variants.referenceText(index), frequency, count];
}
