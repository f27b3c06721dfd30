/** Adds the phenotypes of tables to a variation database. */
import { basename } from 'node:path';
import { Departures, type ReadingDepartures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import type { SequenceNames } from './sequence-names.ts';
import { type TableRow, tableRows } from './table-reader.ts';
import type { VariationRows } from './variation-rows.ts';
import type { Place, WrittenObjects } from './written-objects.ts';

/** Columns that become attributes, with Ensembl's codes. */
const ATTRIBUTES = {
  clinical_significance: 'clinvar_clin_sig',
  risk_allele: 'risk_allele',
  p_value: 'p_value',
  odds_ratio: 'odds_ratio',
  beta_coefficient: 'beta_coef',
  associated_gene: 'associated_gene',
  external_id: 'external_id',
  mim: 'MIM',
  pubmed_id: 'pubmed_id',
  review_status: 'review_status',
} as const;
type Attribute = keyof typeof ATTRIBUTES;
const CODES = Object.entries(ATTRIBUTES).flatMap(([column, code]): [Attribute, string][] =>
  isAttribute(column) ? [[column, code]] : [],
);

function isAttribute(column: string): column is Attribute {
  return Object.hasOwn(ATTRIBUTES, column);
}

const COLUMNS = {
  needed: ['description'],
  optional: [
    'type',
    'id',
    'region',
    'accession',
    'source',
    'study',
    'class',
    'significant',
    ...CODES.map(([column]) => column),
  ],
} as const;
type Row = TableRow<(typeof COLUMNS.needed)[number] | (typeof COLUMNS.optional)[number]>;

const TYPES = ['Gene', 'Variation', 'StructuralVariation', 'QTL', 'RegulatoryFeature'] as const;
type Type = (typeof TYPES)[number];
const CLASSES = ['trait', 'tumour', 'non_specified'] as const;

interface Genome {
  objects: WrittenObjects;
  names: SequenceNames;
}

/**
 * The ids of tables, among which the names of variants are whose places the tables need.
 * @throws DumpError for a table with other columns
 */
export async function phenotypeIds(paths: readonly string[]): Promise<Set<string>> {
  const ids = new Set<string>();
  // Writing the phenotypes counts the departures.
  for (const path of paths)
    for await (const { get } of tableRows(
      path,
      COLUMNS,
      'line that is no phenotype',
      new Departures().reading(path, ''),
    )) {
      const id = get('id');
      if (id !== null) ids.add(id);
    }
  return ids;
}

/**
 * Writes the phenotypes of tables, after the variants.
 * @throws DumpError for a table of which no row is on the genome
 */
export async function writePhenotypes(
  paths: readonly string[],
  db: VariationRows,
  genome: Genome,
  departures: Departures,
  progress?: (bytes: number) => void,
): Promise<void> {
  const traits = new Traits(db);
  for (const path of paths) {
    const table = new PhenotypeTable(path, { db, traits }, genome, departures.reading(path, ''));
    await table.read(progress);
  }
}

/** Rows of `phenotype` and `study`, of all tables. */
class Traits {
  readonly #db: VariationRows;
  readonly #studies = new Map<string, number>();
  readonly #phenotypes = new Map<string, number>();
  readonly #classes = new Map<string, number>();
  readonly #accessions = new Set<string>();

  constructor(db: VariationRows) {
    this.#db = db;
  }

  /** Returns the study_id of a study with an external reference, such as PMID:8626802. */
  study(source_id: number, external_reference: string): number {
    const key = `${source_id} ${external_reference}`;
    const row = { source_id, name: external_reference, external_reference };
    return idOf(this.#studies, key, () => this.#db.add('study', row));
  }

  /** Returns the phenotype_id of a trait. @param accessions of terms that it is */
  phenotype(description: string, phenotypeClass: (typeof CLASSES)[number], accessions: readonly string[]): number {
    const db = this.#db;
    const class_attrib_id = idOf(this.#classes, phenotypeClass, () => {
      const attrib_id = FIRST_CLASS + this.#classes.size;
      db.insert('attrib', { attrib_id, attrib_type_id: db.attribType('phenotype_type'), value: phenotypeClass });
      return attrib_id;
    });
    const key = `${phenotypeClass}\n${description}`;
    const phenotype_id = idOf(this.#phenotypes, key, () => db.add('phenotype', { description, class_attrib_id }));
    for (const accession of accessions)
      if (this.#accessions.size < this.#accessions.add(`${phenotype_id} ${accession}`).size)
        db.insert('phenotype_ontology_accession', { phenotype_id, accession, mapping_type: 'is' });
    return phenotype_id;
  }
}

/** The first attrib_id of classes of phenotypes: those of variants come before. */
const FIRST_CLASS = 1001;

function idOf(ids: Map<string, number>, key: string, make: () => number): number {
  const known = ids.get(key);
  if (known !== undefined) return known;
  const id = make();
  ids.set(key, id);
  return id;
}

/** Kinds of departures by the beginning of their sentence. */
const KINDS = [
  ['the genome has no sequence', 'sequence that the genome lacks'],
  ['the genome has no', 'id that the genome lacks'],
] as const;

interface Feature {
  type: Type;
  id: string;
  place: Place;
}

class PhenotypeTable {
  readonly #path: string;
  readonly #db: VariationRows;
  readonly #traits: Traits;
  readonly #genome: Genome;
  readonly #reading: ReadingDepartures;

  constructor(
    path: string,
    { db, traits }: { db: VariationRows; traits: Traits },
    genome: Genome,
    reading: ReadingDepartures,
  ) {
    this.#path = path;
    this.#db = db;
    this.#traits = traits;
    this.#genome = genome;
    this.#reading = reading;
  }

  async read(progress?: (bytes: number) => void): Promise<void> {
    const source = basename(this.#path).replace(/(\.(tsv|txt|tab|b?gz))+$/i, '');
    let [isAny, wasWritten] = [false, false];
    for await (const row of tableRows(this.#path, COLUMNS, 'line that is no phenotype', this.#reading, progress)) {
      isAny = true;
      const features = this.#featuresOf(row);
      if (typeof features === 'string') {
        const kind = KINDS.find(([begin]) => features.startsWith(begin))?.[1] ?? 'line that is no phenotype';
        this.#reading.note(kind, () => `${this.#path} line ${row.line}: ${features}`);
      } else for (const feature of features) this.#write(row, feature, row.get('source') ?? source);
      wasWritten ||= typeof features !== 'string';
    }
    if (isAny && !wasWritten)
      throw new DumpError(
        `${this.#path}: no row has a gene, variant or region of the genome; is the table of another genome?`,
      );
  }

  /** A sentence for a row that has none. */
  #featuresOf({ get }: Row): Feature[] | string {
    const [id, region, given] = [get('id'), get('region'), get('type')];
    const type = TYPES.find((each) => each.toLowerCase() === given?.toLowerCase());
    if (given !== null && !type) return `type is ${given}; it may be ${TYPES.join(', ')}`;
    const place = region === null ? null : this.#placeOf(region);
    if (typeof place === 'string') return place;
    if (id === null) return place ? [{ type: type ?? 'QTL', id: region ?? '', place }] : 'it has neither id nor region';
    if (type === undefined || type === 'Gene') {
      const genes = this.#genome.objects.genes(id);
      const found = genes.flatMap(({ stableId, gene }): Feature[] =>
        gene ? [{ type: 'Gene', id: stableId, place: gene.place }] : [],
      );
      if (found.length > 0) return found;
    }
    const places = this.#db.places.get(id)?.filter((each) => type === undefined || type === each.type) ?? [];
    if (places.length > 0)
      return places.map((each): Feature => ({ type: each.type, id: each.name, place: each.place }));
    if (!place) return `the genome has no ${type ?? 'gene or variant'} ${id}, and the row no region`;
    return [{ type: type ?? 'QTL', id, place }];
  }

  /** The place of a text like 1:100-200 or 1:100-200:-1; a sentence if it is none. */
  #placeOf(text: string): Place | string {
    const [, name = '', start = '', end, strand] = /^(.+?):(\d+)(?:(?:-|\.\.)(\d+))?(?::([+-]?1?))?$/.exec(text) ?? [];
    if (name === '') return `region is ${text}; it is like 1:100-200 or 1:100-200:-1`;
    const sequence = this.#genome.names.find(name)?.sequence;
    if (!sequence) return this.#genome.names.missing(name);
    const place = { region: sequence.id, start: Number(start), end: Number(end ?? start), strand: 1 };
    if (place.start < 1 || place.end > sequence.length || place.start > place.end)
      return `region is ${text}, but ${sequence.name} has ${sequence.length} bases`;
    return strand?.startsWith('-') ? { ...place, strand: -1 } : place;
  }

  #write({ get, all }: Row, { type, id, place }: Feature, source: string): void {
    const given = get('class');
    const phenotype_id = this.#traits.phenotype(
      get('description') ?? '',
      CLASSES.find((each) => each === given) ?? 'trait',
      all('accession'),
    );
    const source_id = this.#db.source(source, source, 'phenotype_feature');
    const reference = get('study');
    const phenotype_feature_id = this.#db.add('phenotype_feature', {
      phenotype_id,
      source_id,
      study_id: reference === null ? null : this.#traits.study(source_id, reference),
      type,
      object_id: id,
      is_significant: /^(0|no|false)$/i.test(get('significant') ?? '') ? 0 : 1,
      seq_region_id: place.region,
      seq_region_start: place.start,
      seq_region_end: place.end,
      seq_region_strand: place.strand,
      DNA_type: given === 'tumour' ? 'Somatic' : 'Germline',
    });
    for (const [column, code] of CODES) {
      const value = get(column);
      if (value === null) continue;
      const attrib_type_id = this.#db.attribType(code);
      this.#db.insert('phenotype_feature_attrib', { phenotype_feature_id, attrib_type_id, value });
    }
  }
}
