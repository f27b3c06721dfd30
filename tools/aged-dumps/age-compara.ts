import { renamed, without, type AgeStep } from './age-step.ts';
import { DumpTable, NULL, type DumpText } from './dump-text.ts';

export const COMPARA_STEPS: readonly AgeStep[] = [
  without(87, 'genome_db.display_name', 'genome_db.strain_name'),
  without(85, 'homology.is_high_confidence'),
  { until: 84, change: (tables) => asTags(tables, 'method_link_species_set', 'attr', 'threshold_on_ds') },
  without(83, 'homology.goc_score', 'homology.wga_coverage'),
  { until: 81, change: (tables) => asTags(tables, 'species_set', 'header', 'name') },
  { until: 81, change: releasesAsFlag },
  without(78, 'genome_db.genome_component'),
  { until: 75, change: oneTableOfMembers },
  renamed(75, 'gene_align_member', { seq_member_id: 'member_id' }),
  renamed(75, 'gene_tree_node', { seq_member_id: 'member_id' }),
  renamed(75, 'homology_member', { gene_member_id: 'member_id', seq_member_id: 'peptide_member_id' }),
  renamed(75, 'other_member_sequence', { seq_member_id: 'member_id' }),
];

/** Makes rows of `<owner>_tag` of a column of another table, and removes that table. */
function asTags(tables: DumpText, owner: string, table: string, column: string): void {
  const source = tables.get(`${owner}_${table}`);
  tables.delete(`${owner}_${table}`);
  if (!source) return;
  const tags = tables.get(`${owner}_tag`) ?? tagTable(owner);
  tables.set(`${owner}_tag`, tags);
  const named = new Set(tags.rows.map((row) => `${row[0]} ${row[1]}`));
  for (const row of source.rows) {
    const [id, value] = [source.field(row, `${owner}_id`), source.field(row, column)];
    if (value !== NULL && value !== '' && !named.has(`${id} ${column}`)) tags.rows.push([id, column, value]);
  }
}

function tagTable(owner: string): DumpTable {
  return new DumpTable([
    { name: `${owner}_id`, type: 'int unsigned NOT NULL' },
    { name: 'tag', type: 'varchar(50) NOT NULL' },
    { name: 'value', type: 'mediumtext' },
  ]);
}

function releasesAsFlag(tables: DumpText): void {
  const genomes = tables.get('genome_db');
  genomes?.add('assembly_default', 'tinyint(1) DEFAULT 1', (row) =>
    genomes.field(row, 'last_release') === NULL ? '1' : '0',
  );
  for (const column of ['first_release', 'last_release']) genomes?.drop(column);
}

const MEMBER = {
  member_id: 'int unsigned NOT NULL',
  stable_id: 'varchar(128) NOT NULL',
  version: 'int DEFAULT 0',
  source_name: 'varchar(40) NOT NULL',
  taxon_id: 'int unsigned NOT NULL',
  genome_db_id: 'int unsigned',
  sequence_id: 'int unsigned',
  gene_member_id: 'int unsigned',
  canonical_member_id: 'int unsigned',
  description: 'text',
  chr_name: 'char(40)',
  chr_start: 'int',
  chr_end: 'int',
  chr_strand: 'tinyint(1) NOT NULL',
  display_label: 'varchar(128)',
};
const OF_MEMBER: Readonly<Record<string, string>> = {
  chr_start: 'dnafrag_start',
  chr_end: 'dnafrag_end',
  chr_strand: 'dnafrag_strand',
};

/** Genes and products shared their ids; products keep theirs. */
function oneTableOfMembers(tables: DumpText): void {
  const fragments = tables.get('dnafrag');
  const names = new Map(
    fragments?.rows.map((row) => [fragments.field(row, 'dnafrag_id'), fragments.field(row, 'name')]),
  );
  const members = new DumpTable(
    Object.entries(MEMBER).map(([name, type]) => ({ name, type })),
    [],
    ['member_id'],
  );
  for (const kind of ['gene_member', 'seq_member']) {
    const source = tables.get(kind);
    tables.delete(kind);
    for (const row of source?.rows ?? []) {
      const field = (column: string) => source?.field(row, OF_MEMBER[column] ?? column) ?? NULL;
      members.rows.push(
        Object.keys(MEMBER).map((column) => {
          if (column === 'member_id')
            return kind === 'gene_member' ? gene(field('gene_member_id')) : field('seq_member_id');
          if (column === 'gene_member_id') return kind === 'gene_member' ? NULL : gene(field(column));
          if (column === 'chr_name') return names.get(field('dnafrag_id')) ?? NULL;
          if (column === 'source_name' && kind === 'gene_member') return 'ENSEMBLGENE';
          return field(column);
        }),
      );
    }
  }
  tables.set('member', members);
  for (const table of tables.values()) {
    if (table === members) continue;
    const index = table.index('gene_member_id');
    if (index >= 0) for (const row of table.rows) row[index] = gene(row[index] ?? NULL);
  }
}

/** Beyond the ids of products, and below 2^32. */
const FIRST_GENE = 2_000_000_000;

function gene(id: string): string {
  return id === NULL ? NULL : String(FIRST_GENE + Number(id));
}
