/**
 * The tables that a build reads from each kind of database, collected from the compilers' own lists. A download of
 * dumps needs these tables and no others.
 */
import type { NeededTables } from '../dump/database.ts';
import { formerTables } from '../dump/former/former-layouts.ts';
import { ALIGNMENT_TABLES } from './compara/alignments.ts';
import { STABLE_ID_TABLES } from './ids/archive.ts';
import { COMPARA_GENE_TABLES, COMPARA_METHOD_TABLES } from './compara/compara-schema.ts';
import { COMPRESSED_GENOTYPES } from './genotypes/compressed-genotypes.ts';
import { CONSTRAINED_ELEMENT_TABLES } from './compara/constrained-elements.ts';
import { CORE_TABLES } from './genome/core-schema.ts';
import { FUNCGEN_TABLES, MOTIF_EVIDENCE_TABLES, TRANSCRIPT_GENE_TABLES } from './regulation/funcgen-schema.ts';
import { ONTOLOGY_TABLES, TAXONOMY_TABLES } from './terms/terms-schema.ts';
import { REGION_GENOTYPES } from './genotypes/region-genotype-rows.ts';
import { DNA } from './genome/scratch-bases.ts';
import { NODE_TABLES } from './terms/taxon-tree.ts';
import { VARIATION_TABLES } from './variation/variation-schema.ts';
import { PREDICTIONS } from './variation/protein-predictions.ts';

const CORE = tables(CORE_TABLES, TRANSCRIPT_GENE_TABLES, [DNA]);

/** By group of the databases that each species has. */
export const TABLES_OF_SPECIES: Readonly<Record<string, ReadonlySet<string>>> = {
  core: CORE,
  otherfeatures: CORE,
  cdna: CORE,
  rnaseq: CORE,
  variation: tables(VARIATION_TABLES, [PREDICTIONS, COMPRESSED_GENOTYPES, REGION_GENOTYPES]),
  funcgen: tables(FUNCGEN_TABLES, MOTIF_EVIDENCE_TABLES),
};

/** By group of the databases that a release has once. */
export const TABLES_OF_RELEASE: Readonly<Record<string, ReadonlySet<string>>> = {
  compara: tables(
    COMPARA_METHOD_TABLES,
    COMPARA_GENE_TABLES,
    ALIGNMENT_TABLES,
    CONSTRAINED_ELEMENT_TABLES,
    TAXONOMY_TABLES,
    NODE_TABLES,
  ),
  ontology: tables(ONTOLOGY_TABLES),
  taxonomy: tables(TAXONOMY_TABLES, NODE_TABLES),
  stable_ids: tables(STABLE_ID_TABLES),
};

/** Tables that a build reads from the databases of a group, also from those of older releases. */
export function tablesToFetch(group: string): ReadonlySet<string> | null {
  const tables = TABLES_OF_SPECIES[group] ?? TABLES_OF_RELEASE[group];
  return tables ? new Set([...tables, ...formerTables(group)]) : null;
}

/** Does a build read a table of databases of a group? */
export function isRead(group: string, table: string): boolean {
  return (TABLES_OF_SPECIES[group] ?? TABLES_OF_RELEASE[group])?.has(table) ?? false;
}

function tables(...needed: (NeededTables | readonly string[])[]): ReadonlySet<string> {
  return new Set(needed.flatMap((each) => (isList(each) ? each : Object.keys(each))));
}

/** Array.isArray does not narrow readonly arrays. */
function isList(needed: NeededTables | readonly string[]): needed is readonly string[] {
  return Array.isArray(needed);
}
