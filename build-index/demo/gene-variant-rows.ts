/**
 * Rows of variants in genes, and of all that a variation database knows of such: what they do to transcripts, synonyms,
 * frequencies and genotypes from long ago, sets, publications, failures; and of structural variants with the calls that
 * support them.
 */
import { reverseComplement } from '../../src/genome/bases.ts';
import type { AnnotatedGenome } from './annotated-genome.ts';
import type { AnnotatedGene, AnnotatedTranscript } from './annotation.ts';
import type { Random } from './random.ts';
import type { RegionIds } from './region-rows.ts';
import type { VariationDatabase, VariationSource } from './variation-database.ts';
import { ascii, asText, translate } from './genetic-code.ts';
import { senseBases, splicedPosition } from './sense.ts';

type VariantClass = 'SNV' | 'insertion' | 'deletion';

interface Variant {
  name: string;
  kind: VariantClass;
  source: VariationSource;
  somatic?: boolean;
  /** An insertion stands between end and start = end + 1. */
  start: number;
  end: number;
  reference: string;
  alternative: string;
  significance?: string;
}

/** Genes whose first exon has a variant in its middle, which traits are associated with. */
export function variedGenes(genes: readonly AnnotatedGene[]): AnnotatedGene[] {
  return codingGenes(genes).filter((_, index) => index % 3 === 0);
}

export function variantOf(gene: AnnotatedGene): { name: string; position: number } {
  const { start, end } = gene.transcripts[0]!.exons[0]!;
  return { name: `demors${gene.dbId}`, position: start + Math.floor((end - start) / 2) };
}

/** Genes that a structural variant reaches into. */
export function brokenGenes(genes: readonly AnnotatedGene[]): AnnotatedGene[] {
  return codingGenes(genes).filter((_, index) => index % 10 === 5);
}

export function structuralVariantOf({ start, end }: AnnotatedGene, index: number): { name: string; start: number; end: number } {
  return { name: `demosv${index + 1}`, start: Math.max(1, start - 2000), end: Math.ceil((start + end) / 2) };
}

function codingGenes(genes: readonly AnnotatedGene[]): AnnotatedGene[] {
  return genes.filter(({ locus, region }) => locus.productClass !== null && region.kind !== 'alternative' && !region.circular);
}

export function writeGeneVariants(db: VariationDatabase, { genes }: AnnotatedGenome, regionIds: RegionIds, random: Random): void {
  const writer = new GeneVariantWriter(db, regionIds, random);
  variedGenes(genes).forEach((gene, index) => writer.variant(gene, index));
  brokenGenes(genes).forEach((gene, index) => writer.structuralVariant(gene, index));
  writer.publications();
}

const SETS = [['Genotyping chip variants', 'demo_chips'], ['Demo chip (fictional)', 'demo_chip'], ['Demo variants that are common', 'demo_common']] as const;
const FAILURE = 'Demo failure: variant maps to more than one location';
const BASES = 'ACGT';

export class GeneVariantWriter {
  readonly #db: VariationDatabase;
  readonly #regionIds: RegionIds;
  readonly #random: Random;
  readonly #variants: number[] = [];

  constructor(db: VariationDatabase, regionIds: RegionIds, random: Random) {
    this.#db = db;
    this.#regionIds = regionIds;
    this.#random = random;
    [...BASES].forEach((allele, index) => db.insert('allele_code', { allele_code_id: index + 1, allele }));
    // Two alleles a genotype: the code of A and C is 12, of G and G 33.
    for (const one of [1, 2, 3, 4]) {
      for (const other of [1, 2, 3, 4]) {
        [one, other].forEach((allele_code_id, index) => db.insert('genotype_code', { genotype_code_id: 10 * one + other, allele_code_id, haplotype_id: index + 1 }));
      }
    }
    db.insert('failed_description', { failed_description_id: 1, description: FAILURE });
    SETS.forEach(([name, short], index) =>
      db.insert('variation_set', { variation_set_id: index + 1, name, description: name, short_name_attrib_id: db.attrib('short_name', short) }));
    db.insert('variation_set_structure', { variation_set_super: 1, variation_set_sub: 2 });
  }

  /** One base in the middle of the first exon; in some genes an insertion, a deletion and a somatic variant nearby. */
  variant(gene: AnnotatedGene, index: number): void {
    const { name, position } = variantOf(gene);
    const base = baseAt(gene, position);
    const alternative = this.#random.pick([...BASES].filter((other) => other !== base));
    const variation = this.#insert(gene, {
      name, kind: 'SNV', source: 'DEMO_VARIANTS', start: position, end: position, reference: base, alternative,
      ...(index % 4 === 1 ? { significance: 'pathogenic,risk factor' } : {}),
    }, index);
    this.#frequencies(variation, base, alternative);
    if (index % 2 === 0) {
      this.#db.insert('variation_synonym', { variation_synonym_id: this.#db.nextId('variation_synonym'), variation_id: variation, source_id: this.#db.source('DEMO_VARIANTS'), name: `demooldrs${gene.dbId}` });
    }
    if (index % 5 === 4) this.#db.insert('failed_variation', { failed_variation_id: this.#db.nextId('failed_variation'), variation_id: variation, failed_description_id: 1 });
    if (index >= 4) return;
    const [one, two] = [position + 4, position + 9];
    this.#insert(gene, { name: `demoins${index + 1}`, kind: 'insertion', source: 'DEMO_VARIANTS', start: one + 1, end: one, reference: '-', alternative: 'ACC' }, index);
    const deleted = [two, two + 1, two + 2].map((each) => baseAt(gene, each)).join('');
    this.#insert(gene, { name: `demodel${index + 1}`, kind: 'deletion', source: 'DEMO_VARIANTS', start: two, end: two + 2, reference: deleted, alternative: '-' }, index);
    const hit = baseAt(gene, position + 1);
    this.#insert(gene, {
      name: `DEMOSOM${index + 1}`, kind: 'SNV', source: 'DEMO_TUMOURS', somatic: true, start: position + 1, end: position + 1, reference: hit,
      alternative: this.#random.pick([...BASES].filter((other) => other !== hit)),
    }, index);
  }

  structuralVariant(gene: AnnotatedGene, index: number): void {
    const { name, start, end } = structuralVariantOf(gene, index);
    const study_id = this.#db.nextId('study');
    const source_id = this.#db.source('DEMO_TUMOURS');
    this.#db.insert('study', {
      study_id, source_id, name: `demoestd${index + 1}`, description: 'Losses and gains in fictional animals', url: 'https://example.org/demoestd',
    });
    const somatic = index % 2;
    const insert = (call: string, class_attrib_id: number, is_evidence: number, from: number, to: number): number => {
      const structural_variation_id = this.#db.nextId('structural_variation');
      this.#db.insert('structural_variation', {
        structural_variation_id, variation_name: call, alias: is_evidence ? `alias of ${call}` : null, source_id, study_id, class_attrib_id,
        validation_status: is_evidence ? null : 'high quality', is_evidence, somatic,
      });
      this.#db.insert('structural_variation_feature', {
        structural_variation_feature_id: this.#db.nextId('structural_variation_feature'), seq_region_id: this.#regionIds.get(gene.region.name)!, seq_region_start: from,
        seq_region_end: to, seq_region_strand: 1, structural_variation_id, variation_name: call, source_id, study_id, class_attrib_id, is_evidence, somatic, variation_set_id: '',
      });
      return structural_variation_id;
    };
    const variant = insert(name, this.#db.attrib('SO_term', 'copy_number_variation'), 0, start, end);
    for (const each of [1, 2]) {
      const call = insert(`demossv${index + 1}_${each}`, this.#db.attrib('SO_term', 'copy_number_loss'), 1, start + 10 * each, end - 10 * each);
      this.#db.insert('structural_variation_association', { structural_variation_id: variant, supporting_structural_variation_id: call });
    }
  }

  publications(): void {
    [this.#variants.slice(0, 3), this.#variants.slice(2, 4), []].forEach((cited, index) => {
      const publication_id = this.#db.nextId('publication');
      this.#db.insert('publication', { publication_id, title: `Demo paper ${index + 1} (fictional)`, authors: 'Nobody A.', pmid: 90_000_001 + index, pmcid: `PMC${9_000_001 + index}`, year: 2025 });
      for (const variation_id of cited) this.#db.insert('variation_citation', { variation_id, publication_id });
    });
  }

  /** Returns the variation_id. */
  #insert(gene: AnnotatedGene, variant: Variant, index: number): number {
    const { name, kind, source, somatic = false, start, end, reference, alternative, significance = null } = variant;
    const variation_id = this.#db.nextId('variation');
    const variation_feature_id = this.#db.nextId('variation_feature');
    const shared = {
      source_id: this.#db.source(source), class_attrib_id: this.#db.attrib('SO_term', kind), somatic: Number(somatic), clinical_significance: significance,
      evidence_attribs: [this.#db.attrib('evidence', 'Frequency'), ...(index < 4 ? [this.#db.attrib('evidence', 'Cited')] : [])].join(),
      ...(kind === 'SNV' && !somatic ? { minor_allele: alternative, minor_allele_freq: 0.25, minor_allele_count: 20 } : {}),
    };
    const effects = gene.transcripts.flatMap((transcript) => effectOn(gene, transcript, variant));
    const consequences = [...new Set(effects.map(({ consequence }) => consequence))];
    this.#db.insert('variation', { variation_id, name, ...shared, display: 1 });
    this.#db.insert('variation_feature', {
      ...shared, variation_feature_id, variation_id, variation_name: name, seq_region_id: this.#regionIds.get(gene.region.name)!, seq_region_start: start, seq_region_end: end,
      seq_region_strand: 1, allele_string: `${reference}/${alternative}`, ancestral_allele: index % 2 ? reference : null, map_weight: 1,
      consequence_types: consequences.join() || 'intergenic_variant', variation_set_id: kind === 'SNV' && !somatic ? '2,3' : '', display: 1,
    });
    if (kind === 'SNV' && !somatic) for (const set of [2, 3]) this.#db.insert('variation_set_variation', { variation_id, variation_set_id: set });
    const length = end - start + 1;
    for (const { transcript, consequence, cdnaStart, cdsStart, codons, residues } of effects) {
      this.#db.insert('transcript_variation', {
        transcript_variation_id: this.#db.nextId('transcript_variation'), variation_feature_id, feature_stable_id: transcript.stableId, allele_string: `${reference}/${alternative}`,
        somatic: Number(somatic), consequence_types: consequence, cds_start: cdsStart, cds_end: lastOf(cdsStart, length),
        cdna_start: cdnaStart, cdna_end: lastOf(cdnaStart, length), distance_to_transcript: Math.min(start - transcript.start, transcript.end - end),
        translation_start: cdsStart === null ? null : Math.ceil(cdsStart / 3), translation_end: cdsStart === null ? null : Math.ceil((cdsStart + end - start) / 3),
        codon_allele_string: codons, pep_allele_string: residues, sift_score: consequence === 'missense_variant' ? 0.05 : null, display: 1,
      });
    }
    this.#variants.push(variation_id);
    return variation_id;
  }

  /** Frequencies of a survey, and the genotypes of three animals that were there. */
  #frequencies(variation_id: number, reference: string, alternative: string): void {
    const [one, other] = [BASES.indexOf(reference) + 1, BASES.indexOf(alternative) + 1];
    const population_id = this.#db.population('DEMO:survey');
    const subsnp_id = 8_000_000 + variation_id;
    for (const [allele_code_id, frequency, count] of [[one, 0.75, 60], [other, 0.25, 20]] as const) {
      this.#db.insert('allele', { allele_id: this.#db.nextId('allele'), variation_id, subsnp_id, allele_code_id, population_id, frequency, count });
    }
    for (const [genotype_code_id, frequency, count] of [[11 * one, 0.6, 24], [10 * one + other, 0.3, 12], [11 * other, 0.1, 4]] as const) {
      this.#db.insert('population_genotype', { population_genotype_id: this.#db.nextId('population_genotype'), variation_id, subsnp_id, genotype_code_id, frequency, population_id, count });
    }
    // Numbers below 128 are one byte each.
    const genotypes = [[1, 11 * one], [2, 10 * one + other], [3, 11 * other]].flat();
    this.#db.insert('compressed_genotype_var', { variation_id, subsnp_id, genotypes: Buffer.from(genotypes).toString('hex').toUpperCase() });
  }
}

interface Effect {
  transcript: AnnotatedTranscript;
  consequence: string;
  /** 1-based in the spliced transcript; null in introns. */
  cdnaStart: number | null;
  /** 1-based; null outside the coding sequence. */
  cdsStart: number | null;
  codons: string | null;
  residues: string | null;
}

function lastOf(first: number | null, length: number): number | null {
  return first === null ? null : first + length - 1;
}

function baseAt(gene: AnnotatedGene, position: number): string {
  const sense = senseBases(gene.locus);
  return asText(gene.strand === 1 ? sense.subarray(position - gene.start, position - gene.start + 1) : reverseComplement(sense.subarray(gene.end - position, gene.end - position + 1)));
}

/** Nothing for a transcript that the variant lies outside of. */
function effectOn(gene: AnnotatedGene, transcript: AnnotatedTranscript, { kind, start, end, alternative }: Variant): Effect[] {
  const first = Math.min(start, end);
  if (first < transcript.start || Math.max(start, end) > transcript.end) return [];
  const none = { transcript, cdnaStart: null, cdsStart: null, codons: null, residues: null };
  const { exons, cds } = transcript.isoform;
  // What is inserted stands before the base after it, in the transcript's sense.
  const at = splicedPosition(exons, gene.strand === 1 ? start - gene.start : gene.end - end);
  if (at < 0) return [{ ...none, consequence: 'intron_variant' }];
  const inExon = { ...none, cdnaStart: at + 1 };
  if (!cds || !transcript.translation) return [{ ...inExon, consequence: 'non_coding_transcript_exon_variant' }];
  if (at < cds.start) return [{ ...inExon, consequence: '5_prime_UTR_variant' }];
  if (at >= cds.end) return [{ ...inExon, consequence: '3_prime_UTR_variant' }];
  const offset = at - transcript.translation.frameStart;
  const inCoding = { ...inExon, cdsStart: offset + 1 };
  if (kind !== 'SNV') return [{ ...inCoding, consequence: kind === 'insertion' ? 'inframe_insertion' : 'inframe_deletion' }];
  const codonAt = transcript.translation.frameStart + Math.floor(offset / 3) * 3;
  const codon = transcript.spliced.slice(codonAt, codonAt + 3);
  if (codonAt < 0 || codon.length < 3) return [{ ...inCoding, consequence: 'coding_sequence_variant' }];
  const changed = codon.slice();
  changed.set(gene.strand === 1 ? ascii(alternative) : reverseComplement(ascii(alternative)), offset % 3);
  const [before, after] = [translate(codon, gene.locus.codonTable), translate(changed, gene.locus.codonTable)];
  const consequence = before === after ? 'synonymous_variant' : after === '*' ? 'stop_gained' : before === '*' ? 'stop_lost' : offset < 3 ? 'start_lost' : 'missense_variant';
  return [{ ...inCoding, consequence, codons: `${asText(codon)}/${asText(changed)}`, residues: before === after ? before : `${before}/${after}` }];
}
