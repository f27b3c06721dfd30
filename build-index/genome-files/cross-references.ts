/** Cross references from the attributes of features. */
import { type Attributes, firstOf } from './feature.ts';
import type { ModelXref } from './gene-model.ts';

/** Ensembl's names of databases (external_db), by those of NCBI and others; null for what is no reference. */
const DATABASES: ReadonlyMap<string, string | null> = new Map(
  Object.entries({
    GeneID: 'EntrezGene',
    NCBI_GP: 'protein_id',
    GenBank: 'protein_id',
    Genbank: 'protein_id',
    EMBL: 'EMBL',
    'UniProtKB/Swiss-Prot': 'Uniprot/SWISSPROT',
    'UniProtKB/TrEMBL': 'Uniprot/SPTREMBL',
    UniProtKB: 'Uniprot_gn',
    UniProt: 'Uniprot_gn',
    InterPro: 'Interpro',
    INTERPRO: 'Interpro',
    HGNC: 'HGNC',
    MGI: 'MGI',
    MIM: 'MIM_GENE',
    GO: 'GO',
    taxon: null,
    Taxon: null,
  }),
);

/** Names of Ensembl's databases that readers see (external_db.db_display_name), where they differ. */
const DISPLAYED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EntrezGene: 'NCBI gene (formerly Entrezgene)',
    protein_id: 'INSDC protein ID',
    'Uniprot/SWISSPROT': 'UniProtKB/Swiss-Prot',
    'Uniprot/SPTREMBL': 'UniProtKB/TrEMBL',
    Interpro: 'InterPro',
    HGNC: 'HGNC Symbol',
    GeneName: 'Gene name',
    TranscriptName: 'Transcript name',
  }),
);

export function displayNameOf(db: string): string {
  return DISPLAYED.get(db) ?? db.replaceAll('_', ' ');
}

const KEYS = ['Dbxref', 'db_xref', 'Ontology_term'];

/** The references that a feature names, without duplicates. */
export function xrefsOf(attributes: Attributes): ModelXref[] {
  const found = new Map<string, ModelXref>();
  for (const text of KEYS.flatMap((key) => attributes.all(key))) {
    const colon = text.indexOf(':');
    if (colon < 1 || colon === text.length - 1) continue;
    const name = text.slice(0, colon).trim();
    const db = DATABASES.has(name) ? DATABASES.get(name) : name;
    if (!db) continue;
    const accession = text.slice(colon + 1).trim();
    // Accessions of these databases begin with their name.
    const primary =
      /^(GO|HGNC|MGI|SO|PO)$/.test(name) && !accession.startsWith(`${name}:`) ? `${name}:${accession}` : accession;
    const version = db === 'protein_id' ? (/\.(\d+)$/.exec(primary)?.[1] ?? null) : null;
    found.set(`${db}\n${primary}`, { db, primary, label: primary, version, description: null });
  }
  return [...found.values()];
}

/** Sources of names in Ensembl's descriptions: [Source:HGNC Symbol;Acc:HGNC:1101]. */
const SOURCE = /\s*\[Source:([^;\]]+);Acc:([^\]]+)\]\s*$/;
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['HGNC Symbol', 'HGNC'],
  ['MGI Symbol', 'MGI'],
  ['NCBI gene', 'EntrezGene'],
]);

/** The name that clients see for a gene, as a reference: to the source of the description, if it names one. */
export function symbolXref(symbol: string, description: string | null): ModelXref {
  const [, source, accession] = SOURCE.exec(description ?? '') ?? [];
  const text = description?.replace(SOURCE, '') || null;
  if (source === undefined || accession === undefined)
    return { db: 'GeneName', primary: symbol, label: symbol, version: null, description: text };
  const db = NAMED_BY.get(source) ?? source.replaceAll(/[^\w/.-]+/g, '_');
  return { db, primary: accession, label: symbol, version: null, description: text };
}

export function descriptionOf(attributes: Attributes): string | null {
  return firstOf(attributes, 'description', 'product', 'fullname', 'Note', 'note') ?? null;
}
