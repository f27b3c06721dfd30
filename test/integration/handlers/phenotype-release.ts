/** An invented genome with phenotypes of every kind, compiled from dumps, for the tests of the phenotype operations. */
import { ONTOLOGY_TABLES } from '../../../build-index/compile/terms/terms-schema.ts';
import { VARIATION_TABLES } from '../../../build-index/compile/variation/variation-schema.ts';
import { geneRows, regionRows, writeCoreDump, writeDump, type CoreRows } from '../build-index/compile/core-dump.ts';
import { at } from '../../../src/checked.ts';

type Row = Record<string, string | number | null>;

/** Number of features with the phenotype of FIC:4: more than the service lists in memory. */
export const MANY = 30_000;
/** Terms named `kind 1` …, with some features each; FIC:4 is named `kind of commonness`. */
export const KINDS = 200;
const FEATURES_OF_KIND = 40;

/**
 * Writes core, variation and ontology dumps of fictus_probatus, and a core dump of fictus_alter, which has no variation
 * database.
 */
export async function writePhenotypeDumps(folder: string): Promise<string[]> {
  await writeCoreDump(folder, 'fictus_probatus', coreRows());
  await writeCoreDump(folder, 'fictus_alter', {
    ...regionRows([{ id: 1, name: '1', length: 100, topLevel: true }]),
    meta: [{ species_id: 1, meta_id: 1, meta_key: 'species.production_name', meta_value: 'fictus_alter' }],
  });
  await writeDump(folder, 'fictus_probatus', 'variation', VARIATION_TABLES, variationRows());
  await writeDump(folder, 'multi', 'ontology', ONTOLOGY_TABLES, {
    ontology: [{ ontology_id: 1, name: 'FIC', namespace: 'fictional' }],
    term: [
      { term_id: 1, ontology_id: 1, accession: 'FIC:1', name: 'growth', is_obsolete: 0 },
      { term_id: 2, ontology_id: 1, accession: 'FIC:2', name: 'tall growth', is_obsolete: 0 },
      { term_id: 3, ontology_id: 1, accession: 'FIC:3', name: 'very tall growth', is_obsolete: 0 },
      { term_id: 4, ontology_id: 1, accession: 'FIC:4', name: 'kind of commonness', is_obsolete: 0 },
      ...kinds((each) => ({
        term_id: 10 + each,
        ontology_id: 1,
        accession: accessionOfKind(each),
        name: `kind ${each}`,
        is_obsolete: 0,
      })),
    ],
    synonym: [
      { synonym_id: 1, term_id: 2, name: 'Tallness' },
      { synonym_id: 2, term_id: 1, name: 'very+tall growth' },
    ],
    relation_type: [{ relation_type_id: 1, name: 'is_a' }],
    relation: (
      [
        [2, 1],
        [3, 2],
      ] as const
    ).map(([child, parent], each) => ({
      relation_id: each + 1,
      child_term_id: child,
      parent_term_id: parent,
      relation_type_id: 1,
      ontology_id: 1,
    })),
    closure: (
      [
        [1, 1, 0],
        [2, 2, 0],
        [3, 3, 0],
        [2, 1, 1],
        [3, 2, 1],
        [3, 1, 2],
      ] as const
    ).map(([child, parent, distance], each) => ({
      closure_id: each + 1,
      child_term_id: child,
      parent_term_id: parent,
      subparent_term_id: parent,
      distance,
      ontology_id: 1,
    })),
  });
  return [folder];
}

/**
 * Chromosome 1 with the genes FICG00001 (Alpha) and FICG00002, a circular MT, a patch of chromosome 1 from base 6001 on
 * with the gene Gamma, and a long chromosome.
 */
function coreRows(): CoreRows {
  const regions = regionRows([
    { id: 1, name: '1', length: 10_000, topLevel: true },
    { id: 2, name: 'MT', length: 1000, topLevel: true },
    { id: 3, name: 'PATCH', length: 10_100, topLevel: true },
    { id: 4, name: 'LONG', length: 20_000_000, topLevel: true },
  ]);
  regions.seq_region_attrib.push({ seq_region_id: 2, attrib_type_id: 316, value: '1' });
  const [one, two, three] = [geneRows(1, 1001, 1500), geneRows(1, 3001, 3500, 2), geneRows(3, 6041, 6100, 3)];
  at(one.gene, 0).display_xref_id = 1;
  at(three.gene, 0).display_xref_id = 2;
  const genes = [one, two, three];
  return {
    ...regions,
    gene: genes.flatMap(({ gene }) => gene),
    transcript: genes.flatMap(({ transcript }) => transcript),
    exon: genes.flatMap(({ exon }) => exon),
    exon_transcript: genes.flatMap(({ exon_transcript }) => exon_transcript),
    translation: genes.flatMap(({ translation }) => translation),
    external_db: [{ external_db_id: 1, db_name: 'FICTIONAL' }],
    xref: [
      { xref_id: 1, external_db_id: 1, dbprimary_acc: 'X1', display_label: 'Alpha', version: '0', info_type: 'DIRECT' },
      { xref_id: 2, external_db_id: 1, dbprimary_acc: 'X2', display_label: 'Gamma', version: '0', info_type: 'DIRECT' },
    ],
    external_synonym: [{ xref_id: 1, synonym: 'Alef' }],
    object_xref: [
      { object_xref_id: 1, ensembl_id: 1, ensembl_object_type: 'Gene', xref_id: 1 },
      { object_xref_id: 2, ensembl_id: 3, ensembl_object_type: 'Gene', xref_id: 2 },
    ],
    assembly_exception: [
      {
        assembly_exception_id: 1,
        seq_region_id: 3,
        seq_region_start: 6001,
        seq_region_end: 6200,
        exc_type: 'PATCH_FIX',
        exc_seq_region_id: 1,
        exc_seq_region_start: 6001,
        exc_seq_region_end: 6100,
        ori: 1,
      },
    ],
  };
}

function variationRows(): Partial<Record<keyof typeof VARIATION_TABLES, Row[]>> {
  const feature = (
    id: number,
    phenotype: number,
    type: string,
    object: string,
    start: number,
    end: number,
    more: Row = {},
  ): Row => ({
    phenotype_feature_id: id,
    phenotype_id: phenotype,
    source_id: 1,
    type,
    object_id: object,
    is_significant: 1,
    seq_region_id: 1,
    seq_region_start: start,
    seq_region_end: end,
    ...more,
  });
  const attribs = [
    'associated_gene',
    'p_value',
    'clinvar_clin_sig',
    'beta_coef',
    'MIM',
    'pubmed_id',
    'submitter_id',
    'review_status',
  ];
  const attrib = (id: number, code: string, value: string): Row => ({
    phenotype_feature_id: id,
    attrib_type_id: attribs.indexOf(code) + 1,
    value,
  });
  return {
    source: [
      { source_id: 1, name: 'Invented' },
      { source_id: 2, name: 'Other' },
    ],
    study: [{ study_id: 1, external_reference: 'PMID:1' }],
    submitter: [
      { submitter_id: 1, description: 'One clinic' },
      { submitter_id: 2, description: 'Another clinic' },
    ],
    attrib_type: attribs.map((code, each) => ({ attrib_type_id: each + 1, code })),
    attrib: [
      { attrib_id: 1, value: 'trait' },
      { attrib_id: 2, value: 'tumour' },
      { attrib_id: 3, value: 'non_specified' },
    ],
    phenotype: [
      { phenotype_id: 1, description: 'Growth', class_attrib_id: 1 },
      { phenotype_id: 2, description: 'a tumour', class_attrib_id: 2 },
      { phenotype_id: 3, description: 'Not specified', class_attrib_id: 3 },
      { phenotype_id: 4, description: 'Tallness', class_attrib_id: null },
      { phenotype_id: 5, description: 'Commonness', class_attrib_id: 1 },
      { phenotype_id: 6, description: null, class_attrib_id: null },
      ...kinds((each) => ({ phenotype_id: 10 + each, description: `Kind ${each}`, class_attrib_id: 1 })),
    ],
    phenotype_ontology_accession: [
      { phenotype_id: 1, accession: 'FIC:1', mapping_type: 'is' },
      { phenotype_id: 1, accession: 'FIC:3', mapping_type: 'involves' },
      { phenotype_id: 2, accession: 'FIC:5', mapping_type: null },
      { phenotype_id: 4, accession: 'FIC:2', mapping_type: 'is' },
      { phenotype_id: 5, accession: 'FIC:4', mapping_type: 'is' },
      ...kinds((each) => ({ phenotype_id: 10 + each, accession: accessionOfKind(each), mapping_type: 'is' })),
    ],
    phenotype_feature: [
      feature(1, 1, 'Gene', 'FICG00001', 1001, 1500, { study_id: 1 }),
      feature(2, 3, 'Gene', 'FICG00001', 1001, 1500),
      feature(3, 1, 'Gene', 'FICG00002', 3001, 3500),
      feature(4, 1, 'Variation', 'rs1', 1200, 1200, { source_id: 2 }),
      feature(5, 1, 'Variation', 'rs1', 1200, 1200),
      feature(6, 4, 'Variation', 'rs2', 5000, 5000),
      // In order: between bases 2000 and 2001; not significant; over the origin; on a region that the core database
      // lacks; also shown by the patch.
      feature(7, 1, 'Variation', 'insertion', 2001, 2000),
      feature(8, 1, 'Variation', 'rs3', 1300, 1300, { is_significant: 0 }),
      feature(9, 2, 'StructuralVariation', 'sv1', 951, 50, { seq_region_id: 2 }),
      feature(10, 1, 'Variation', 'rs4', 1, 1, { seq_region_id: 99 }),
      feature(11, 2, 'QTL', 'qtl1', 7001, 7100),
      feature(12, 2, 'Variation', 'rs5', 500, 500, { seq_region_id: 4 }),
      feature(13, 6, 'Variation', 'rs5', 500, 500, { seq_region_id: 4 }),
      feature(14, 6, 'Gene', 'FICG00003', 6041, 6100, { seq_region_id: 3 }),
      ...kinds((each) => each).flatMap((each) =>
        Array.from({ length: FEATURES_OF_KIND }, (_, which) =>
          feature(100_000 + FEATURES_OF_KIND * each + which, 10 + each, 'Variation', `kind${each}x${which}`, 1, 1, {
            seq_region_id: 4,
          }),
        ),
      ),
      // Irregular names, which the index cannot pack well, within the patch.
      ...Array.from({ length: MANY }, (_, each) =>
        feature(
          1000 + each,
          5,
          'Variation',
          `many${(((each + 1) * 2_654_435_761) % 2 ** 32).toString(36)}` +
            `${(((each + 7) * 40_503) % 65_521).toString(36)}`,
          6050,
          6050,
          { seq_region_id: 3 },
        ),
      ),
    ],
    phenotype_feature_attrib: [
      attrib(1, 'MIM', '42'),
      attrib(1, 'pubmed_id', '10,20'),
      attrib(1, 'submitter_id', '2,1'),
      attrib(1, 'review_status', 'reviewed'),
      attrib(4, 'p_value', '2.00e-7'),
      attrib(4, 'clinvar_clin_sig', 'Pathogenic'),
      attrib(5, 'beta_coef', '0.5'),
      attrib(6, 'associated_gene', 'Beta, ALPHA'),
      attrib(6, 'p_value', '1.00e-8'),
      attrib(3, 'associated_gene', 'Alpha'),
    ],
  };
}

function kinds<T>(make: (each: number) => T): T[] {
  return Array.from({ length: KINDS }, (_, each) => make(each + 1));
}

function accessionOfKind(each: number): string {
  return `FIC:${1000 + each}`;
}
