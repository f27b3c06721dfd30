/** The table registry: documents of a genome. */
import { document } from './table-spec.ts';

/** Documents of a genome. Documents of variation and funcgen databases belong to the core genome of the species. */
export const GENOME_DOCUMENTS = {
  annotation: document('<species>/annotation', {
    record: 'AnnotationDocument in src/release/documents.ts',
    input: { core: ['analysis', 'gene', 'transcript'], funcgen: ['analysis'] },
    compiler: 'genome/annotation-sources.ts',
    read: 'info/analysis, info/biotypes',
  }),
  'external-dbs': document('<species>/core/external-dbs', {
    record: 'ExternalDbRow[] in src/release/documents.ts',
    input: { core: ['external_db', 'xref', 'unmapped_object', 'seq_region_synonym'] },
    compiler: 'genome/annotation-sources.ts',
    read: 'info/external_dbs',
  }),
  'sequence-collection': document('<species>/core/sequence-collection', {
    record: 'SequenceCollection in src/genome/sequence-collection.ts',
    input: { core: ['seq_region', 'dna', 'assembly'] },
    compiler: 'refget/sequence-collections.ts',
    read: 'seqcol',
  }),
  'variation-sources': document('<species>/variation/sources', {
    record: 'VariationSource[] in src/release/documents.ts',
    input: { variation: ['source'] },
    compiler: 'variation/variation.ts',
    read: 'info/variation',
  }),
  'variant-sets': document('<species>/variation/sets', {
    record: 'VariantSetsDocument in src/release/documents.ts',
    input: { variation: ['variation_set', 'attrib'] },
    compiler: 'variation/variation.ts',
    read: 'overlap with variant_set',
  }),
  'genotyped-samples': document('<species>/variation/samples', {
    record: 'GenotypedSamplesDocument in src/variants/variant-details.ts',
    input: { variation: ['sample', 'individual'] },
    compiler: 'variation/variant-detail-tables.ts',
    read: 'variation with genotypes',
  }),
  populations: document('<species>/variation/population-list', {
    record: 'PopulationsDocument in src/release/documents.ts',
    input: { variation: ['population'] },
    compiler: 'variation/populations.ts',
    read: 'info/variation/populations, ld',
  }),
  microarrays: document('<species>/funcgen/microarrays', {
    record: 'MicroarraysDocument in src/release/documents.ts',
    input: { funcgen: ['array', 'array_chip'] },
    compiler: 'regulation/microarrays.ts',
    read: 'regulatory/species/…/microarray',
  }),
} as const;
