/**
 * The parts of homology records (src/compara/homology-record.ts) as numbers from DuckDB: a release has hundreds of
 * homologies per gene, so only numbers are sorted. HomologyProducts reads the products by their numbers; the species
 * document lists the levels and the forms of ids.
 */
import { SCORES } from '../../../src/compara/homology-details.ts';
import { MAX_DIGITS, type IdForm } from '../../../src/compara/id-form.ts';
import { pairedRows, runsOf, type PairedRow } from '../../../src/compara/cigar-line.ts';
import type { ComparaSpeciesDocument } from '../../../src/compara/species.ts';
import type { Database } from '../../dump/database.ts';
import { byteColumn, bytesAt, ColumnMemory, integerColumn } from '../../dump/query-chunks.ts';

/** Homologies without the substitution rates (dN, dS) whose dS exceeds the threshold of the pair of genomes. */
const TRUSTED_HOMOLOGIES = `
  SELECT homology.* REPLACE (CASE WHEN saturated THEN NULL ELSE dn END AS dn,
    CASE WHEN saturated THEN NULL ELSE ds END AS ds)
  FROM (
    SELECT homology.*, coalesce(try_cast(ds AS DOUBLE) > threshold_on_ds, false) AS saturated
    FROM homology LEFT JOIN method_link_species_set_attr USING (method_link_species_set_id)) homology`;

/** Fewest products with a form of ids. The ids of fewer products are stored as texts. */
const MIN_PRODUCTS_OF_FORM = 4;

/**
 * Prefix and trailing digits of an id; both empty if it does not end with digits. Digits are read with try_cast,
 * because DuckDB may convert them in rows that it removes later.
 */
const numbered = (id: string) => `regexp_extract(${id}, '^(.*?)([0-9]{1,${MAX_DIGITS}})$', ['prefix', 'digits'])`;

const PREPARE = [
  // The products whose homologies count for their gene, and the canonical products.
  `CREATE TABLE compared_product AS
    SELECT row_number() OVER (ORDER BY places.ordinal, gene_member_id) - 1 AS number, gene_member_id, seq_member_id,
      coalesce(g.genome_db_id, 0) AS genome, places.ordinal AS place,
      g.stable_id AS gene, p.stable_id AS product, ${numbered('g.stable_id')} AS gene_number,
        ${numbered('p.stable_id')} AS product_number
    FROM (SELECT gene_member_id, seq_member_id FROM homology_member UNION SELECT gene_member_id, canonical_member_id
      FROM gene_member) c
      JOIN gene_member g USING (gene_member_id) JOIN seq_member p USING (seq_member_id)
      JOIN (SELECT seq_member_id, min(ordinal) AS ordinal FROM product_order
        GROUP BY seq_member_id) places USING (seq_member_id)`,
  `CREATE TABLE id_form AS
    WITH numbered AS (
      SELECT genome, gene_number.prefix AS gene_prefix, length(gene_number.digits) AS gene_digits,
        try_cast(gene_number.digits AS BIGINT) AS gene,
        CASE WHEN product_number.digits <> ''
          AND count(*) OVER (PARTITION BY genome, gene_prefix, gene_digits, product_number.prefix,
          length(product_number.digits)) >= ${MIN_PRODUCTS_OF_FORM}
          THEN product_number END AS product
      FROM compared_product WHERE gene_number.digits <> ''),
    shared AS (
      SELECT genome, gene_prefix, gene_digits, min(gene) AS gene_least, product.prefix AS product_prefix,
        length(product.digits) AS product_digits, min(try_cast(product.digits AS BIGINT)) AS product_least,
        count(*) AS products
      FROM numbered GROUP BY ALL HAVING count(*) >= ${MIN_PRODUCTS_OF_FORM})
    SELECT *, row_number() OVER (ORDER BY products DESC, genome, gene_prefix NULLS FIRST, gene_digits,
      product_prefix NULLS FIRST, product_digits) - 1 AS form
    FROM (SELECT * FROM shared UNION ALL BY NAME SELECT DISTINCT coalesce(genome_db_id, 0) AS genome, 0 AS products
      FROM gene_member)`,
  `CREATE TABLE compared_gene AS
    SELECT g.*, own.number AS product,
      CASE WHEN genome_db_id IS NOT NULL THEN row_number() OVER (ORDER BY genome_db_id IS NULL, lower(stable_id),
      genome_db_id, g.gene_member_id) END AS rank
    FROM gene_member g LEFT JOIN compared_product own ON own.gene_member_id = g.gene_member_id
      AND own.seq_member_id = canonical_member_id`,
  `CREATE TABLE named_homology AS
    SELECT homology_id, l.type AS method, h.description AS type, species_tree_node_id AS node, left_index,
      concat_ws('\t', coalesce(is_tree_compliant::VARCHAR, ''), coalesce(is_high_confidence::VARCHAR, ''),
        ${SCORES.map((name) => `coalesce(${name}, '')`).join(', ')}) AS state
    FROM (${TRUSTED_HOMOLOGIES}) h JOIN method_link_species_set USING (method_link_species_set_id)
      JOIN method_link l USING (method_link_id)
      LEFT JOIN (SELECT node_id, left_index FROM gene_tree_node) node ON node.node_id = gene_tree_node_id`,
  `CREATE TABLE homology_level AS
    SELECT *, row_number() OVER (ORDER BY homologies DESC, method, type, node) - 1 AS level
      FROM (SELECT method, type, node, count(*) AS homologies FROM named_homology GROUP BY ALL)`,
  `CREATE TABLE product_row AS
    SELECT seq_member_id, cigar_line FROM product_order
      JOIN (SELECT place AS ordinal FROM compared_product GROUP BY place) USING (ordinal) WHERE cigar_line IS NOT NULL`,
  'CREATE TABLE own_cigar_lines (homology_id BIGINT)',
];

/** The cigar lines of each homology, and those of its two products in the alignment of their tree. */
const ALIGNMENTS = `
  SELECT one.homology_id, one.cigar_line, other.cigar_line, row_one.cigar_line, row_other.cigar_line
  FROM homology_member one JOIN homology_member other ON other.homology_id = one.homology_id
    AND one.gene_member_id < other.gene_member_id
    LEFT JOIN product_row row_one ON row_one.seq_member_id = one.seq_member_id
      LEFT JOIN product_row row_other ON row_other.seq_member_id = other.seq_member_id`;

/**
 * Rank of the gene, its key, version, form of ids stored as texts, number of its canonical product or -1, id; in order
 * of the rank.
 */
export const GENES = `
  SELECT rank, lower(stable_id), coalesce(version, 0), form, coalesce(product, -1), stable_id
  FROM compared_gene JOIN id_form ON genome = genome_db_id AND gene_prefix IS NULL WHERE rank IS NOT NULL
    ORDER BY rank`;

const millionths = (percentage: string) => `coalesce(try_cast(round(${percentage} * 1000000) AS BIGINT), 0)`;

/**
 * Rank of the gene, numbers of its own product and of the homologue's, level, homology_id, percentages (Millionths),
 * whether it has cigar lines of its own, its cigar lines, the state. The nearest homologues in the gene tree come
 * first: the closer two genes are, the greater is left_index (nested set) of their last common node.
 */
export const HOMOLOGIES = `
  WITH members AS (SELECT homology_id, gene_member_id, seq_member_id, perc_id, perc_pos FROM homology_member),
  own_lines AS (SELECT homology_id, gene_member_id, '=' || cigar_line AS line FROM homology_member
    SEMI JOIN own_cigar_lines USING (homology_id))
  SELECT g.rank, own.number, target.number, level, h.homology_id,
    ${['one.perc_id', 'one.perc_pos', 'other.perc_id', 'other.perc_pos'].map(millionths).join(', ')},
    (line.homology_id IS NOT NULL)::BIGINT, line.line, other_line.line, state
  FROM members one JOIN members other ON other.homology_id = one.homology_id
    AND other.gene_member_id <> one.gene_member_id
    JOIN named_homology h ON h.homology_id = one.homology_id
    JOIN homology_level l ON l.method = h.method AND l.type IS NOT DISTINCT FROM h.type AND l.node IS NOT DISTINCT
      FROM h.node
    JOIN compared_gene g ON g.gene_member_id = one.gene_member_id
    JOIN compared_product target ON target.gene_member_id = other.gene_member_id
      AND target.seq_member_id = other.seq_member_id
    JOIN compared_product own ON own.gene_member_id = one.gene_member_id AND own.seq_member_id = one.seq_member_id
    LEFT JOIN own_lines line ON line.homology_id = one.homology_id AND line.gene_member_id = one.gene_member_id
    LEFT JOIN own_lines other_line ON other_line.homology_id = other.homology_id
      AND other_line.gene_member_id = other.gene_member_id
  WHERE g.rank IS NOT NULL
  ORDER BY g.rank, h.left_index DESC NULLS LAST, h.homology_id`;

/** Stages the tables of GENES and HOMOLOGIES. Needs the tables of compileMemberSequences. */
export async function stageHomologyParts(database: Database): Promise<void> {
  for (const statement of PREPARE) await database.all(statement);
  const lines = await database.appender('own_cigar_lines');
  const memories = [new ColumnMemory(), new ColumnMemory(), new ColumnMemory(), new ColumnMemory()] as const;
  try {
    for await (const chunk of database.chunks(ALIGNMENTS)) {
      const ids = integerColumn(chunk, 0);
      const [one, other, rowOne, rowOther] = [
        byteColumn(chunk, 1, memories[0]),
        byteColumn(chunk, 2, memories[1]),
        byteColumn(chunk, 3, memories[2]),
        byteColumn(chunk, 4, memories[3]),
      ];
      for (const [row, id] of ids.entries()) {
        if (!isImplied(bytesAt(one, row), bytesAt(other, row), bytesAt(rowOne, row), bytesAt(rowOther, row)))
          lines.add([id]);
      }
    }
  } finally {
    lines.close();
  }
}

/** Do the cigar lines of a homology follow from the rows of its two products in the alignment of their tree? */
function isImplied(one: Uint8Array, other: Uint8Array, rowOne: Uint8Array, rowOther: Uint8Array): boolean {
  const [rows, lines] = [
    [runsOf(rowOne), runsOf(rowOther)],
    [runsOf(one), runsOf(other)],
  ];
  if (rowOne.length === 0 || rowOther.length === 0 || !rows[0] || !rows[1] || !lines[0] || !lines[1]) return false;
  const paired = pairedRows(rows[0], rows[1]);
  return paired !== null && isSame(paired[0], lines[0]) && isSame(paired[1], lines[1]);
}

function isSame({ runs, count }: PairedRow, line: readonly number[]): boolean {
  return count === line.length && line.every((length, index) => length === runs[index]);
}

/** The lists to which records of homologies refer by number. Needs stageHomologyParts. */
export async function homologyNames(database: Database): Promise<NonNullable<ComparaSpeciesDocument['homologies']>> {
  const rows = await database.all<{ method: string; type: string; node: number | null }>(
    'SELECT method, type, node FROM homology_level ORDER BY level',
  );
  const kinds: [method: string, type: string][] = [];
  const numbers = new Map<string, number>();
  const levels = rows.map(({ method, type, node }): [number, number | null] => {
    const name = `${method} ${type}`;
    const kind = numbers.get(name) ?? kinds.push([method, type]) - 1;
    numbers.set(name, kind);
    return [kind, node];
  });
  const forms = await database.all<FormRow>('SELECT * FROM id_form ORDER BY form');
  return { kinds, levels, idForms: forms.map(idForm) };
}

interface FormRow {
  genome: number;
  gene_prefix: string | null;
  gene_digits: number;
  gene_least: number;
  product_prefix: string | null;
  product_digits: number;
  product_least: number;
}

function idForm(row: FormRow): IdForm {
  return {
    genome: row.genome,
    gene: row.gene_prefix === null ? null : { prefix: row.gene_prefix, digits: row.gene_digits, least: row.gene_least },
    product:
      row.product_prefix === null
        ? null
        : { prefix: row.product_prefix, digits: row.product_digits, least: row.product_least },
  };
}
