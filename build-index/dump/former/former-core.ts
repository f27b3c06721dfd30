import type { FormerLayout } from './former-layout.ts';

/** Terms of the Sequence Ontology to which Ensembl assigns biotypes. */
const TERMS: Readonly<Record<string, string>> = {
  'SO:0000013': 'scRNA',
  'SO:0000101': 'transposable_element',
  'SO:0000111': 'transposable_element_gene',
  'SO:0000234': 'mRNA',
  'SO:0000252': 'rRNA',
  'SO:0000253': 'tRNA',
  'SO:0000274': 'snRNA',
  'SO:0000275': 'snoRNA',
  'SO:0000276': 'miRNA',
  'SO:0000336': 'pseudogene',
  'SO:0000345': 'EST',
  'SO:0000385': 'RNase_MRP_RNA',
  'SO:0000386': 'RNase_P_RNA',
  'SO:0000390': 'telomerase_RNA',
  'SO:0000405': 'Y_RNA',
  'SO:0000458': 'D_gene_segment',
  'SO:0000466': 'V_gene_segment',
  'SO:0000470': 'J_gene_segment',
  'SO:0000478': 'C_gene_segment',
  'SO:0000516': 'pseudogenic_transcript',
  'SO:0000584': 'tmRNA',
  'SO:0000590': 'SRP_RNA',
  'SO:0000602': 'guide_RNA',
  'SO:0000655': 'ncRNA',
  'SO:0000756': 'cDNA',
  'SO:0000989': 'class_II_RNA',
  'SO:0000990': 'class_I_RNA',
  'SO:0001035': 'piRNA',
  'SO:0001217': 'protein_coding_gene',
  'SO:0001244': 'pre_miRNA',
  'SO:0001263': 'ncRNA_gene',
  'SO:0001877': 'lnc_RNA',
  'SO:0002120': 'three_prime_overlapping_ncrna',
  'SO:0002139': 'unconfirmed_transcript',
  'SO:0002185': 'bidirectional_promoter_lncRNA',
  'SO:3000000': 'gene_segment',
};

/** Biotypes of genes by term: regular expressions, of which the first that matches counts. */
const GENE_TERMS: readonly (readonly [biotypes: string, accession: string])[] = [
  ['polymorphic(_pseudogene)?|protein_coding|mRNA|nontranslating_CDS|(IG|TR)_(.*_)?gene', 'SO:0001217'],
  ['(.*_)?pseudogene|pseudogene_with_CDS', 'SO:0000336'],
  ['cDNA', 'SO:0000756'],
  ['transposable_element', 'SO:0000111'],
  ['bidirectional_promoter_lncRNA', 'SO:0002185'],
  ['ambiguous_orf|non_coding|processed_transcript|retained_intron|sense_intronic|sense_overlapping', 'SO:0001263'],
  ['antitoxin|ribozyme|antisense|3prime_overlapping_ncrna|known_ncrna|ncrna_host|CRISPR', 'SO:0001263'],
  ['(Mt_)?[rt]RNA|(misc|antisense|class_I|class_II|guide|telomerase|SRP|Y|vault)_RNA|RNase_(MRP|P)_RNA', 'SO:0001263'],
  ['(linc|lnc|mi|pi|sc|sca|sn|snl|sno|s|tm|nc|vault)RNA|pre_miRNA|(macro|bidirectional_promoter)_lncRNA', 'SO:0001263'],
];

/** Biotypes of transcripts. Terms with the name of the biotype are not listed. */
const TRANSCRIPT_TERMS: readonly (readonly [biotypes: string, accession: string])[] = [
  ['protein_coding|nonsense_mediated_decay|non_stop_decay|nontranslating_CDS|polymorphic_pseudogene', 'SO:0000234'],
  ['(.*_)?pseudogene|pseudogene_with_CDS|disrupted_domain', 'SO:0000516'],
  ['(IG|TR)_C_gene', 'SO:0000478'],
  ['(IG|TR)_D_gene', 'SO:0000458'],
  ['(IG|TR)_J_gene', 'SO:0000470'],
  ['(IG|TR)_V_gene', 'SO:0000466'],
  ['(IG|TR)_(.*_)?gene', 'SO:3000000'],
  ['3prime_overlapping_ncRNA', 'SO:0002120'],
  ['ambiguous_orf|non_coding|processed_transcript|retained_intron|sense_intronic|sense_overlapping', 'SO:0001877'],
  ['lincRNA|lncRNA|macro_lncRNA|bidirectional_promoter_lncrna|antisense(_RNA)?|antitoxin|ribozyme', 'SO:0001877'],
  ['vault_RNA|3prime_overlapping_ncrna|ncrna_host', 'SO:0001877'],
  ['Mt_rRNA', 'SO:0000252'],
  ['Mt_tRNA', 'SO:0000253'],
  ['scaRNA', 'SO:0000013'],
  ['snlRNA|sRNA', 'SO:0000274'],
  ['misc_RNA|known_ncRNA', 'SO:0000655'],
  ['TEC', 'SO:0002139'],
];

function accessionOf(terms: typeof GENE_TERMS, otherwise: string): string {
  const cases = terms.map(([biotypes, accession]) => `WHEN regexp_full_match(name, '${biotypes}') THEN '${accession}'`);
  return `CASE ${cases.join(' ')} ${otherwise} END`;
}

const SAME_NAME = Object.entries(TERMS)
  .filter(([accession]) => accession !== 'SO:0000336')
  .map(([accession, term]) => `WHEN name = '${term}' THEN '${accession}'`)
  .join(' ');
const TERM_OF = `CASE so_acc ${Object.entries(TERMS)
  .map(([accession, term]) => `WHEN '${accession}' THEN '${term}'`)
  .join(' ')} END`;

export const CORE_LAYOUTS: readonly FormerLayout[] = [
  {
    // Until release 92, Ensembl's code had the terms of biotypes. The groups were in the production database.
    table: 'biotype',
    lacks: true,
    from: { gene: { biotype: 'text' }, transcript: { biotype: 'text' } },
    fill: `INSERT INTO biotype (biotype_id, name, object_type, so_acc)
      SELECT row_number() OVER (ORDER BY name, object_type), name, object_type,
        CASE WHEN object_type = 'gene' THEN ${accessionOf(GENE_TERMS, '')}
          ELSE ${accessionOf(TRANSCRIPT_TERMS, SAME_NAME)} END
      FROM (SELECT DISTINCT biotype AS name, 'gene' AS object_type FROM gene WHERE biotype IS NOT NULL
        UNION ALL SELECT DISTINCT biotype, 'transcript' FROM transcript WHERE biotype IS NOT NULL);
      UPDATE biotype SET so_term = ${TERM_OF}`,
  },
  {
    // Until release 96, the table had only the accessions of the terms.
    table: 'biotype',
    lacks: 'so_term',
    from: { biotype: { biotype_id: 'integer', so_acc: 'text' } },
    fill: `UPDATE biotype SET so_term = ${TERM_OF}`,
  },
];
