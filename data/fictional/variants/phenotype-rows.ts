/**
 * Rows of phenotypes: traits of genes and of variants in them, tumours associated with structural variants, and a QTL.
 * Each term of the fictional ontology has a trait; a gene has the traits of its product's terms.
 */
import { at, get, present } from '../../../src/checked.ts';
import type { AnnotatedGenome } from '../genome/annotated-genome.ts';
import type { AnnotatedGene } from '../genes/annotation.ts';
import type { Random } from '../random.ts';
import { brokenGenes, codingGenes, structuralVariantOf, variantOf, variedGenes } from './demo-variants.ts';
import type { RegionIds } from '../core/region-rows.ts';
import type { PhenotypeClass, VariationDatabase, VariationSource } from './variation-database.ts';
import { DEMO_TERMS, demoTermAccession } from '../core/xref-rows.ts';

type FeatureType = 'Gene' | 'Variation' | 'StructuralVariation' | 'QTL';

interface Feature {
  phenotype: number;
  source: VariationSource;
  study?: number;
  type: FeatureType;
  id: string;
  region: string;
  start: number;
  end: number;
  strand?: number;
  attribs?: Record<string, string>;
}

const SUBMITTERS = ['Demo clinic of the north (fictional)', 'Demo clinic of the south (fictional)'];

export function writePhenotypes(
  db: VariationDatabase,
  { genes }: AnnotatedGenome,
  regionIds: RegionIds,
  random: Random,
): void {
  const writer = new PhenotypeWriter(db, regionIds);
  const coding = codingGenes(genes);
  coding.forEach((gene, index) => writer.geneTraits(gene, index));
  for (const gene of variedGenes(genes)) writer.variant(gene, variantOf(gene), random);
  brokenGenes(genes).forEach((gene, index) => writer.structuralVariant(gene, index));
  writer.quantitativeTrait(at(coding, 0));
}

export class PhenotypeWriter {
  readonly #db: VariationDatabase;
  readonly #regionIds: RegionIds;
  /** phenotype_id of each term's trait. */
  readonly #traits: number[];
  readonly #unspecified: number;
  readonly #study: number;

  constructor(db: VariationDatabase, regionIds: RegionIds) {
    this.#db = db;
    this.#regionIds = regionIds;
    for (const description of SUBMITTERS) db.add('submitter', { description });
    this.#study = db.add('study', {
      source_id: db.source('DEMO_TRAITS'),
      name: 'demostudy1',
      description: 'Traits of 400 fictional animals',
      external_reference: 'DEMOREF:1',
      study_type: 'GWAS',
    });
    const archive = db.add('study', {
      source_id: db.source('DEMO_CLINIC'),
      name: 'demoarchive1',
      description: 'Raw data of 400 fictional animals',
    });
    db.insert('associate_study', { study1_id: this.#study, study2_id: archive });
    this.#traits = DEMO_TERMS.map((term, index) =>
      this.#phenotype(`Altered ${term}`, 'trait', demoTermAccession(index)),
    );
    this.#unspecified = this.#phenotype('DEMO_CLINIC: phenotype not specified', 'non_specified');
  }

  /**
   * Traits of a coding gene: the first from a study, others from a clinic. Some genes have an unspecified phenotype.
   */
  geneTraits(gene: AnnotatedGene, index: number): void {
    const { stableId, region, start, end, strand } = gene;
    const feature = { type: 'Gene', id: stableId, region: region.name, start, end, strand } as const;
    for (const [rank, phenotype] of this.#traitsOf(gene)
      .slice(0, 1 + (index % 3))
      .entries()) {
      if (rank === 0) {
        this.#feature({ ...feature, phenotype, source: 'DEMO_TRAITS', study: this.#study });
        continue;
      }
      this.#feature({
        ...feature,
        phenotype,
        source: 'DEMO_CLINIC',
        attribs: {
          MIM: String(900_000 + index),
          pubmed_id: `9000000${10 + rank},9000000${20 + rank}`,
          submitter_id: rank === 1 ? '1' : '1,2',
          review_status: 'no assertion criteria provided',
        },
      });
    }
    if (index % 7 === 0) this.#feature({ ...feature, phenotype: this.#unspecified, source: 'DEMO_CLINIC' });
  }

  #traitsOf({ locus, stableId }: AnnotatedGene): number[] {
    const { terms } = present(locus.productClass, `the product class of ${stableId}`);
    return terms.map((term) => at(this.#traits, term));
  }

  /** The trait of an SNV in a gene. */
  variant(gene: AnnotatedGene, { name, position }: { name: string; position: number }, random: Random): void {
    this.#feature({
      phenotype: at(this.#traitsOf(gene), 0),
      source: 'DEMO_TRAITS',
      study: this.#study,
      type: 'Variation',
      id: name,
      region: gene.region.name,
      start: position,
      end: position,
      strand: 1,
      attribs: {
        associated_gene: gene.symbol,
        risk_allele: random.pick(['A', 'C', 'G', 'T']),
        p_value: `${random.integer(1, 9)}.00e-${random.integer(7, 12)}`,
        odds_ratio: `1.${random.integer(10, 90)}`,
      },
    });
  }

  /** The tumour of a structural variant that overlaps a gene. */
  structuralVariant(gene: AnnotatedGene, index: number): void {
    const { name: id, start, end } = structuralVariantOf(gene, index);
    const phenotype = this.#phenotype(
      `DEMO_TUMOURS: tumour of the ${['tail', 'ear', 'paw'][index % 3]}, kind ${index + 1} (fictional)`,
      'tumour',
    );
    this.#feature({
      phenotype,
      source: 'DEMO_TUMOURS',
      type: 'StructuralVariation',
      id,
      region: gene.region.name,
      start,
      end,
      strand: 1,
      attribs: { associated_gene: gene.symbol },
    });
  }

  quantitativeTrait({ region, start, end }: AnnotatedGene): void {
    const phenotype = this.#phenotype('Length of tail (fictional)', 'trait');
    this.#feature({
      phenotype,
      source: 'DEMO_TRAITS',
      type: 'QTL',
      id: 'DEMOQTL1',
      region: region.name,
      start: Math.max(1, start - 1000),
      end: Math.min(region.length, end + 1000),
    });
  }

  #phenotype(description: string, phenotypeClass: PhenotypeClass, accession?: string): number {
    const phenotype_id = this.#db.add('phenotype', {
      description,
      class_attrib_id: this.#db.attrib('phenotype_type', phenotypeClass),
    });
    if (accession !== undefined) {
      const mapped_by_attrib = String(this.#db.attrib('ontology_mapping', 'Demo manual mapping'));
      this.#db.insert('phenotype_ontology_accession', {
        phenotype_id,
        accession,
        mapped_by_attrib,
        mapping_type: 'is',
      });
    }
    return phenotype_id;
  }

  #feature({ phenotype, source, study, type, id, region, start, end, strand = 1, attribs = {} }: Feature): void {
    const phenotype_feature_id = this.#db.add('phenotype_feature', {
      phenotype_id: phenotype,
      source_id: this.#db.source(source),
      study_id: study ?? null,
      type,
      object_id: id,
      is_significant: 1,
      seq_region_id: get(this.#regionIds, region),
      seq_region_start: start,
      seq_region_end: end,
      seq_region_strand: strand,
      DNA_type: source === 'DEMO_TUMOURS' ? 'Somatic' : 'Germline',
    });
    for (const [code, value] of Object.entries(attribs)) {
      this.#db.insert('phenotype_feature_attrib', {
        phenotype_feature_id,
        attrib_type_id: this.#db.attribType(code),
        value,
      });
    }
  }
}
