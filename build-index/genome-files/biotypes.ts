/** Biotypes of genes and transcripts by the words of annotation files. */
import { type Feature, firstOf } from './feature.ts';

type Group = 'coding' | 'pseudogene' | 'snoncoding' | 'lnoncoding' | 'undefined';

interface BiotypeTerms {
  group: Group;
  /** Term of the Sequence Ontology for genes. */
  gene: readonly [accession: string, name: string];
  transcript: readonly [accession: string, name: string];
}

const NCRNA_GENE = ['SO:0001263', 'ncRNA_gene'] as const;
const PSEUDOGENE = ['SO:0000336', 'pseudogene'] as const;
const CODING: BiotypeTerms = {
  group: 'coding',
  gene: ['SO:0001217', 'protein_coding_gene'],
  transcript: ['SO:0000234', 'mRNA'],
};
const PSEUDO: BiotypeTerms = {
  group: 'pseudogene',
  gene: PSEUDOGENE,
  transcript: ['SO:0000516', 'pseudogenic_transcript'],
};
const OTHER: BiotypeTerms = {
  group: 'undefined',
  gene: ['SO:0000704', 'gene'],
  transcript: ['SO:0000673', 'transcript'],
};
const rna = (group: Group, accession: string, name: string): BiotypeTerms => ({
  group,
  gene: NCRNA_GENE,
  transcript: [accession, name],
});

const TERMS: ReadonlyMap<string, BiotypeTerms> = new Map(
  Object.entries({
    protein_coding: CODING,
    nonsense_mediated_decay: CODING,
    non_stop_decay: CODING,
    polymorphic_pseudogene: CODING,
    lncRNA: rna('lnoncoding', 'SO:0001877', 'lnc_RNA'),
    antisense: rna('lnoncoding', 'SO:0001877', 'lnc_RNA'),
    retained_intron: rna('lnoncoding', 'SO:0000673', 'transcript'),
    processed_transcript: rna('lnoncoding', 'SO:0000673', 'transcript'),
    ncRNA: rna('snoncoding', 'SO:0000655', 'ncRNA'),
    tRNA: rna('snoncoding', 'SO:0000253', 'tRNA'),
    Mt_tRNA: rna('snoncoding', 'SO:0000253', 'tRNA'),
    rRNA: rna('snoncoding', 'SO:0000252', 'rRNA'),
    Mt_rRNA: rna('snoncoding', 'SO:0000252', 'rRNA'),
    tmRNA: rna('snoncoding', 'SO:0000584', 'tmRNA'),
    snRNA: rna('snoncoding', 'SO:0000274', 'snRNA'),
    snoRNA: rna('snoncoding', 'SO:0000275', 'snoRNA'),
    scaRNA: rna('snoncoding', 'SO:0000013', 'scRNA'),
    miRNA: rna('snoncoding', 'SO:0000276', 'miRNA'),
    pre_miRNA: rna('snoncoding', 'SO:0001244', 'pre_miRNA'),
    piRNA: rna('snoncoding', 'SO:0001035', 'piRNA'),
    SRP_RNA: rna('snoncoding', 'SO:0000590', 'SRP_RNA'),
    RNase_P_RNA: rna('snoncoding', 'SO:0000386', 'RNase_P_RNA'),
    RNase_MRP_RNA: rna('snoncoding', 'SO:0000385', 'RNase_MRP_RNA'),
    telomerase_RNA: rna('snoncoding', 'SO:0000390', 'telomerase_RNA'),
    vault_RNA: rna('snoncoding', 'SO:0000404', 'vault_RNA'),
    Y_RNA: rna('snoncoding', 'SO:0000405', 'Y_RNA'),
    antisense_RNA: rna('snoncoding', 'SO:0000644', 'antisense_RNA'),
    guide_RNA: rna('snoncoding', 'SO:0000602', 'guide_RNA'),
    misc_RNA: rna('snoncoding', 'SO:0000673', 'transcript'),
  }),
);

/** Ontology terms and group of a biotype. Unknown biotypes are those of the file. */
export function termsOf(biotype: string): BiotypeTerms {
  const known = TERMS.get(biotype);
  if (known) return known;
  if (/pseudogene$/i.test(biotype)) return PSEUDO;
  if (/^(IG|TR)_[A-Z]_gene$/.test(biotype)) return CODING;
  return OTHER;
}

/** Biotypes by type of feature, where the two differ. */
const OF_TYPE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mRNA: 'protein_coding',
    CDS: 'protein_coding',
    lnc_RNA: 'lncRNA',
    lincRNA: 'lncRNA',
    primary_transcript: 'misc_RNA',
    miRNA_primary_transcript: 'miRNA',
    pseudogenic_transcript: 'pseudogene',
    pseudogenic_tRNA: 'pseudogene',
    pseudogenic_rRNA: 'pseudogene',
    pseudogene: 'pseudogene',
    V_gene_segment: 'IG_V_gene',
    D_gene_segment: 'IG_D_gene',
    J_gene_segment: 'IG_J_gene',
    C_gene_segment: 'IG_C_gene',
  }),
);

const GIVEN = ['biotype', 'gene_biotype', 'gene_type'] as const;
const GIVEN_TRANSCRIPT = ['transcript_biotype', 'transcript_type', 'biotype'] as const;

/** The word that a file has for another biotype of Ensembl. */
function spelled(biotype: string): string {
  return OF_TYPE.get(biotype) ?? biotype;
}

export function isPseudo({ type, attributes }: Feature): boolean {
  return (
    /^pseudogen/.test(type) || attributes.get('pseudo') !== undefined || attributes.get('pseudogene') !== undefined
  );
}

/** Biotype of a transcript from its own attributes and type; null if they do not say. */
export function transcriptBiotype(feature: Feature, hasCds: boolean): string | null {
  const given = firstOf(feature.attributes, ...GIVEN_TRANSCRIPT);
  if (given) return spelled(given);
  if (isPseudo(feature)) return 'pseudogene';
  const { type } = feature;
  const ofClass = type === 'ncRNA' ? feature.attributes.get('ncRNA_class') : undefined;
  if (ofClass && ofClass !== 'other') return spelled(ofClass);
  if (hasCds) return 'protein_coding';
  if (type === 'transcript' || isGeneType(type) || type === 'exon') return null;
  return spelled(type);
}

/** Biotype of a gene from its own attributes and type; null if they do not say. */
export function geneBiotype(feature: Feature): string | null {
  if (!isGeneType(feature.type)) return null;
  const given = firstOf(feature.attributes, ...GIVEN);
  if (given) return spelled(given);
  if (isPseudo(feature)) return 'pseudogene';
  const named = /^(.+)_gene$/.exec(feature.type)?.[1];
  return named === undefined || named === 'ncRNA' ? null : spelled(named);
}

/** Types of features that are genes: gene, ncRNA_gene, pseudogene, protein_coding_gene … */
export function isGeneType(type: string): boolean {
  return type === 'gene' || type === 'pseudogene' || type.endsWith('_gene') || type === 'transposable_element_gene';
}
