import { ALL_SPECIES } from '../../src/release/compara.ts';
import { ALIGNMENT_TABLES } from '../compile/compara/alignments.ts';
import { ARCHIVE_TABLES, STABLE_ID_TABLES } from '../compile/ids/archive.ts';
import { COMPARA_GENE_TABLES, COMPARA_METHOD_TABLES } from '../compile/compara/compara-schema.ts';
import { CONSTRAINED_ELEMENT_TABLES } from '../compile/compara/constrained-elements.ts';
import { ONTOLOGY_TABLES, TAXONOMY_TABLES } from '../compile/terms/terms-schema.ts';
import { NODE_TABLES } from '../compile/terms/taxon-tree.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import { type PlannedCore, asUnitName, filesOf, schemaOf, type Draft } from './unit-draft.ts';

/**
 * Units for data of the whole release: stable ids, digests, compara databases, the history of ids, ontologies and taxa.
 */
export function releaseUnits(dumps: readonly DumpDatabase[], cores: readonly PlannedCore[]): Draft[] {
  const comparas = dumps.filter(({ group }) => group === 'compara');
  const coreUnits = cores.map(({ unit }) => unit);
  const withCores = cores.filter(({ dump }) => dump.group === 'core').map(({ unit }) => unit);
  const units: Draft[] = [
    { id: 'ids', task: { kind: 'ids', cores: coreUnits }, after: coreUnits, files: [], schema: [] },
    { id: 'digests', task: { kind: 'digests', cores: coreUnits }, after: coreUnits, files: [], schema: [] },
  ];
  for (const dump of comparas) {
    const tables = { ...COMPARA_METHOD_TABLES, ...COMPARA_GENE_TABLES };
    const id = asUnitName(dump.species, 'compara');
    units.push({
      id,
      task: { kind: 'compara', database: dump.folder },
      after: [],
      files: filesOf(dump, tables),
      schema: schemaOf(dump, tables),
    });
    units.push({
      id: `${id}.parts`,
      task: { kind: 'compara-parts', database: dump.folder, genes: id, cores: coreUnits },
      after: [id, ...coreUnits],
      files: [],
      schema: [],
    });
    if (!dump.tables.has('genomic_align')) continue;
    units.push({
      id: `${id}.alignments`,
      task: { kind: 'alignments', database: dump.folder, cores: withCores },
      after: withCores,
      files: filesOf(dump, ALIGNMENT_TABLES),
      schema: schemaOf(dump, ALIGNMENT_TABLES),
    });
  }
  const constrained = comparas.filter(({ tables }) => tables.has('constrained_element'));
  if (constrained.length > 0) {
    units.push({
      id: 'constrained-elements',
      task: { kind: 'constrained-elements', databases: constrained.map(({ folder }) => folder), cores: withCores },
      after: withCores,
      files: constrained.flatMap((dump) => filesOf(dump, CONSTRAINED_ELEMENT_TABLES)),
      schema: constrained.map((dump) => schemaOf(dump, CONSTRAINED_ELEMENT_TABLES)),
    });
  }
  return [...units, ...archiveUnit(dumps), ...termsUnits(dumps)];
}

function archiveUnit(dumps: readonly DumpDatabase[]): Draft[] {
  const cores = dumps.filter(({ group, tables }) => group === 'core' && tables.has('stable_id_event'));
  const listed = dumps.find(({ group, tables }) => group === 'stable_ids' && tables.has('archive_id_lookup'));
  if (cores.length === 0) return [];
  return [
    {
      id: 'archive',
      task: { kind: 'archive', databases: cores.map(({ folder }) => folder), listed: listed?.folder ?? null },
      after: [],
      files: [
        ...cores.flatMap((dump) => filesOf(dump, ARCHIVE_TABLES)),
        ...(listed ? filesOf(listed, STABLE_ID_TABLES) : []),
      ],
      schema: [cores.map((dump) => schemaOf(dump, ARCHIVE_TABLES)), listed && schemaOf(listed, STABLE_ID_TABLES)],
    },
  ];
}

/**
 * Units of terms. Ontologies come from the first ontology database. Taxa come from taxonomy databases, else from
 * comparative ones, of which the one of all divisions is preferred.
 */
export function termsUnits(dumps: readonly DumpDatabase[]): Draft[] {
  const units: Draft[] = [];
  const ontology = dumps.find(({ group }) => group === 'ontology');
  if (ontology)
    units.push({
      id: 'ontology',
      task: { kind: 'ontology', database: ontology.folder },
      after: [],
      files: filesOf(ontology, ONTOLOGY_TABLES),
      schema: schemaOf(ontology, ONTOLOGY_TABLES),
    });
  const preference = ({ group, species }: DumpDatabase) => (group === 'taxonomy' ? 0 : species === ALL_SPECIES ? 1 : 2);
  const taxonomies = dumps
    .filter(({ group }) => group === 'taxonomy' || group === 'compara')
    .sort((a, b) => preference(a) - preference(b));
  if (taxonomies.length > 0) {
    const tables = { ...TAXONOMY_TABLES, ...NODE_TABLES };
    units.push({
      id: 'taxonomy',
      task: { kind: 'taxonomy', databases: taxonomies.map(({ folder }) => folder) },
      after: [],
      files: taxonomies.flatMap((dump) => filesOf(dump, tables)),
      schema: taxonomies.map((dump) => schemaOf(dump, tables)),
    });
  }
  return units;
}
