/**
 * Rows of variants in genes of the demo and of all that a variation database contains about them: effects on
 * transcripts, synonyms, frequencies and genotypes as in older releases, sets, publications, failures. Also rows of
 * structural variants with their calls.
 */
import { at, get } from '../../../src/checked.ts';
import type { RegionIds } from '../core/region-rows.ts';
import type { AnnotatedGene } from '../genes/annotation.ts';
import type { Random } from '../random.ts';
import { baseAt, effectOn, type Variant } from './demo-effects.ts';
import { addStudy, writeStructuralVariant } from './structural-variants.ts';
import { CHIP_SET, COMMON_SET, SURVEY, type VariationDatabase } from './variation-database.ts';

/** Genes with a variant in the middle of the first exon, which is associated with a trait. */
export function variedGenes(genes: readonly AnnotatedGene[]): AnnotatedGene[] {
  return codingGenes(genes).filter((_, index) => index % 3 === 0);
}

export function variantOf(gene: AnnotatedGene): { name: string; position: number } {
  const { start, end } = at(at(gene.transcripts, 0).exons, 0);
  return { name: `demors${gene.dbId}`, position: start + Math.floor((end - start) / 2) };
}

/** Genes that overlap a structural variant. */
export function brokenGenes(genes: readonly AnnotatedGene[]): AnnotatedGene[] {
  return codingGenes(genes).filter((_, index) => index % 10 === 5);
}

export function structuralVariantOf(
  { start, end }: AnnotatedGene,
  index: number,
): { name: string; start: number; end: number } {
  return { name: `demosv${index + 1}`, start: Math.max(1, start - 2000), end: Math.ceil((start + end) / 2) };
}

/** Coding genes of the linear regions of the primary assembly. */
export function codingGenes(genes: readonly AnnotatedGene[]): AnnotatedGene[] {
  return genes.filter(
    ({ locus, region }) => locus.productClass !== null && region.kind !== 'alternative' && !region.circular,
  );
}

export function writeGeneVariants(
  db: VariationDatabase,
  genes: readonly AnnotatedGene[],
  regionIds: RegionIds,
  random: Random,
): void {
  const writer = new VariantWriter(db, regionIds, random);
  variedGenes(genes).forEach((gene, index) => writer.variant(gene, index));
  brokenGenes(genes).forEach((gene, index) => writer.structuralVariant(gene, index));
  writer.publications();
}

const BASES = 'ACGT';

class VariantWriter {
  readonly #db: VariationDatabase;
  readonly #regionIds: RegionIds;
  readonly #random: Random;
  readonly #variants: number[] = [];

  constructor(db: VariationDatabase, regionIds: RegionIds, random: Random) {
    this.#db = db;
    this.#regionIds = regionIds;
    this.#random = random;
  }

  /** An SNV in the middle of the first exon; in some genes also an insertion, a deletion and a somatic SNV nearby. */
  variant(gene: AnnotatedGene, index: number): void {
    const { name, position } = variantOf(gene);
    const base = baseAt(gene, position);
    const alternative = this.#random.pick([...BASES].filter((other) => other !== base));
    const variation_id = this.#insert(gene, index, {
      kind: 'SNV',
      source: 'DEMO_VARIANTS',
      name,
      start: position,
      end: position,
      reference: base,
      alternative,
      ...(index % 4 === 1 ? { significance: 'pathogenic,risk factor' } : {}),
    });
    this.#frequencies(variation_id, base, alternative);
    const source_id = this.#db.source('DEMO_VARIANTS');
    if (index % 2 === 0) this.#db.add('variation_synonym', { variation_id, source_id, name: `demooldrs${gene.dbId}` });
    if (index % 2 === 0)
      this.#db.add('allele_synonym', {
        variation_id,
        hgvs_genomic: `${gene.region.name}:g.${position}${base}>${alternative}`,
        name: `CA9${String(gene.dbId).padStart(6, '0')}`,
      });
    if (index % 5 === 4) this.#db.add('failed_variation', { variation_id, failed_description_id: 1 });
    if (index < 4) this.#variantsNearby(gene, index, position);
  }

  #variantsNearby(gene: AnnotatedGene, index: number, position: number): void {
    const [one, two] = [position + 4, position + 9];
    const number = index + 1;
    this.#insert(gene, index, {
      kind: 'insertion',
      source: 'DEMO_VARIANTS',
      name: `demoins${number}`,
      start: one + 1,
      end: one,
      reference: '-',
      alternative: 'ACC',
    });
    this.#insert(gene, index, {
      kind: 'deletion',
      source: 'DEMO_VARIANTS',
      name: `demodel${number}`,
      start: two,
      end: two + 2,
      reference: [two, two + 1, two + 2].map((each) => baseAt(gene, each)).join(''),
      alternative: '-',
    });
    const mutated = baseAt(gene, position + 1);
    this.#insert(gene, index, {
      kind: 'SNV',
      source: 'DEMO_TUMOURS',
      name: `DEMOSOM${number}`,
      somatic: true,
      start: position + 1,
      end: position + 1,
      reference: mutated,
      alternative: this.#random.pick([...BASES].filter((other) => other !== mutated)),
    });
  }

  structuralVariant(gene: AnnotatedGene, index: number): void {
    const { start, end } = structuralVariantOf(gene, index);
    writeStructuralVariant(this.#db, index + 1, {
      study: addStudy(this.#db, 'demoestd', index + 1),
      regionId: get(this.#regionIds, gene.region.name),
      start,
      end,
      somatic: index % 2,
    });
  }

  publications(): void {
    [this.#variants.slice(0, 3), this.#variants.slice(2, 4), []].forEach((cited, index) => {
      const publication_id = this.#db.add('publication', {
        title: `Demo paper ${index + 1} (fictional)`,
        authors: 'Nobody A.',
        pmid: 90_000_001 + index,
        pmcid: `PMC${9_000_001 + index}`,
        year: 2025,
      });
      for (const variation_id of cited) this.#db.insert('variation_citation', { variation_id, publication_id });
    });
  }

  /** Returns the variation_id. */
  #insert(gene: AnnotatedGene, index: number, variant: Variant): number {
    const { name, kind, source, somatic = false, start, end, reference, alternative, significance = null } = variant;
    const shared = {
      source_id: this.#db.source(source),
      class_attrib_id: this.#db.attrib('SO_term', kind),
      somatic: Number(somatic),
      clinical_significance: significance,
      evidence_attribs: [
        this.#db.attrib('evidence', 'Frequency'),
        ...(index < 4 ? [this.#db.attrib('evidence', 'Cited')] : []),
      ].join(),
      ...(kind === 'SNV' && !somatic
        ? { minor_allele: alternative, minor_allele_freq: 0.25, minor_allele_count: 20 }
        : {}),
    };
    const effects = gene.transcripts.flatMap((transcript) => effectOn(gene, transcript, variant));
    const consequences = [...new Set(effects.map(({ consequence }) => consequence))];
    const variation_id = this.#db.add('variation', { name, ...shared, display: 1 });
    const variation_feature_id = this.#db.add('variation_feature', {
      ...shared,
      variation_id,
      variation_name: name,
      seq_region_id: get(this.#regionIds, gene.region.name),
      seq_region_start: start,
      seq_region_end: end,
      seq_region_strand: 1,
      allele_string: `${reference}/${alternative}`,
      ancestral_allele: index % 2 ? reference : null,
      map_weight: 1,
      consequence_types: consequences.join() || 'intergenic_variant',
      variation_set_id: kind === 'SNV' && !somatic ? `${CHIP_SET},${COMMON_SET}` : '',
      display: 1,
    });
    if (kind === 'SNV' && !somatic)
      for (const set of [CHIP_SET, COMMON_SET])
        this.#db.insert('variation_set_variation', { variation_id, variation_set_id: set });
    const length = end - start + 1;
    for (const { transcript, consequence, cdnaStart, cdsStart, codons, residues } of effects) {
      this.#db.add('transcript_variation', {
        variation_feature_id,
        feature_stable_id: transcript.stableId,
        allele_string: `${reference}/${alternative}`,
        somatic: Number(somatic),
        consequence_types: consequence,
        cds_start: cdsStart,
        cds_end: lastOf(cdsStart, length),
        cdna_start: cdnaStart,
        cdna_end: lastOf(cdnaStart, length),
        distance_to_transcript: Math.min(start - transcript.start, transcript.end - end),
        translation_start: cdsStart === null ? null : Math.ceil(cdsStart / 3),
        translation_end: cdsStart === null ? null : Math.ceil((cdsStart + end - start) / 3),
        codon_allele_string: codons,
        pep_allele_string: residues,
        sift_score: consequence === 'missense_variant' ? 0.05 : null,
        display: 1,
      });
    }
    this.#variants.push(variation_id);
    return variation_id;
  }

  /** Frequencies in a survey, and the genotypes of three animals of the survey. */
  #frequencies(variation_id: number, reference: string, alternative: string): void {
    const [one, other] = [BASES.indexOf(reference) + 1, BASES.indexOf(alternative) + 1];
    const population_id = this.#db.population(SURVEY);
    const subsnp_id = 8_000_000 + variation_id;
    for (const [allele_code_id, frequency, count] of [
      [one, 0.75, 60],
      [other, 0.25, 20],
    ] as const) {
      this.#db.add('allele', { variation_id, subsnp_id, allele_code_id, population_id, frequency, count });
    }
    for (const [genotype_code_id, frequency, count] of [
      [11 * one, 0.6, 24],
      [10 * one + other, 0.3, 12],
      [11 * other, 0.1, 4],
    ] as const) {
      this.#db.add('population_genotype', {
        variation_id,
        subsnp_id,
        genotype_code_id,
        frequency,
        population_id,
        count,
      });
    }
    // Pairs of sample_id and genotype_code_id, packed by Perl's `w`: numbers below 128 take one byte.
    const genotypes = [
      [1, 11 * one],
      [2, 10 * one + other],
      [3, 11 * other],
    ].flat();
    this.#db.insert('compressed_genotype_var', {
      variation_id,
      subsnp_id,
      genotypes: Buffer.from(genotypes).toString('hex').toUpperCase(),
    });
  }
}

function lastOf(first: number | null, length: number): number | null {
  return first === null ? null : first + length - 1;
}
