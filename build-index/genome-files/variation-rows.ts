/** Writes the variants of VCF files as the tables of an Ensembl variation database. */
import { DumpWriter } from '../dump-writer/dump-writer.ts';
import type { RowFile } from '../dump-writer/row-file.ts';
import { VARIATION_TABLES } from '../dump-writer/variation-tables.ts';
import { SCHEMA_VERSION } from './core-rows.ts';
import type { InputSequence } from './sequence-names.ts';
import type { PlacedStructural } from './variant-lines.ts';
import { KEY, keyOfPlace, NamedVariants } from './variant-keys.ts';
import { CLASSES, classId, nameIn, type VariantRows, withVariation } from './variant-text.ts';
import type { Place } from './written-objects.ts';

/** With columns that Ensembl's database lacks. */
const TABLES = {
  ...VARIATION_TABLES,
  population: `${VARIATION_TABLES.population}, pools_others tinyint NOT NULL`,
  structural_variation_feature: `${VARIATION_TABLES.structural_variation_feature}, consequence_types text`,
};
/** Ensembl's column for names of sources has this size. */
const LONGEST_SOURCE = 24;
const NEWLINE = 0x0a;

interface VariantPlace {
  type: 'Variation' | 'StructuralVariation';
  /** The name that the database has for the variant. */
  name: string;
  place: Place;
}

export class VariationRows extends DumpWriter<typeof TABLES> {
  /** By name in the ID column, with their first places. */
  readonly #named = new NamedVariants();
  /** Further places of these variants, by name and place. */
  readonly #further = new NamedVariants();
  readonly #structural = new Map<string, number>();
  /** Name, place and alleles of structural variants. */
  readonly #structuralPlaces = new Set<string>();
  readonly #sources = new Map<string, number>();
  readonly #attribTypes = new Map<string, number>();
  /** Places of the variants that `wanted` names, by that name. */
  readonly places = new Map<string, VariantPlace[]>();
  count = 0;

  /** @param wanted names of variants whose places are to be known */
  constructor(
    folder: string,
    production: string,
    assembly: string,
    sequences: Iterable<InputSequence>,
    wanted: Iterable<string>,
  ) {
    super(folder, TABLES);
    for (const name of wanted) this.places.set(name, []);
    const meta = (meta_key: string, meta_value: string | number, species_id: number | null) =>
      void this.add('meta', { species_id, meta_key, meta_value });
    meta('schema_version', SCHEMA_VERSION, null);
    meta('schema_type', 'variation', null);
    meta('species.production_name', production, 1);
    this.insert('coord_system', {
      coord_system_id: 1,
      species_id: 1,
      name: 'primary_assembly',
      version: assembly,
      rank: 1,
      attrib: 'default_version',
    });
    for (const { id, name } of sequences) this.insert('seq_region', { seq_region_id: id, name, coord_system_id: 1 });
    const attrib_type_id = this.attribType('SO_term');
    for (const value of CLASSES) this.insert('attrib', { attrib_id: classId(value), attrib_type_id, value });
  }

  attribType(code: string): number {
    let id = this.#attribTypes.get(code);
    if (id === undefined) {
      id = this.add('attrib_type', { code, name: code.replaceAll('_', ' ') });
      this.#attribTypes.set(code, id);
    }
    return id;
  }

  /** Where variants or phenotypes come from; returns its source_id. */
  source(name: string, description: string, data_types = 'variation,structural_variation'): number {
    const short = name.slice(0, LONGEST_SOURCE);
    let id = this.#sources.get(short);
    if (id === undefined) {
      id = this.add('source', { name: short, description, somatic_status: 'germline', data_types });
      this.#sources.set(short, id);
    }
    return id;
  }

  /** The samples of a file, as one population. */
  samples(population: string, names: readonly string[]): void {
    if (names.length === 0) return;
    const population_id = this.add('population', {
      name: population,
      size: names.length,
      description: `All samples of ${population}`,
      freqs_from_gts: 1,
      display: names.length > 1 ? 'LD' : 'UNDISPLAYABLE',
      pools_others: 0,
    });
    for (const name of names) {
      const individual_id = this.add('individual', { name, gender: 'Unknown' });
      const sample_id = this.add('sample', { individual_id, name, display: 'DISPLAYABLE' });
      this.insert('sample_population', { sample_id, population_id });
    }
  }

  /**
   * Adds the rows that a thread made of some lines. A name that is there already is a further place of its variant, or,
   * as in files of sites and of genotypes, the same variant again, which is left out.
   */
  variants(source_id: number, { variations, features, effects, keys, synonyms }: VariantRows): void {
    /** Ids of the variants that are known, by place in `keys`; 0 for one at the same place. */
    const known = new Map<number, number>();
    for (let at = 0; at < keys.length; at += KEY) {
      const before = this.#named.addOrFind(keys, at);
      if (before !== null) known.set(at / KEY, this.#isRepeated(before, keys, at) ? 0 : this.#named.id(before));
      if (before === null || known.get(at / KEY) !== 0) this.count++;
    }
    if (this.places.size > 0) this.#findPlaces(new Map(synonyms), features);
    writeUnknown(variations, known, this.rows('variation'));
    writeUnknown(features, known, this.rows('variation_feature'), withVariation);
    // Those of a variant that is left out have no feature, and are not compiled.
    this.rows('transcript_variation').longBytes(effects);
    for (const [index, others] of synonyms)
      if (!known.has(index))
        for (const name of others)
          this.add('variation_synonym', { variation_id: keys[index * KEY] ?? 0, source_id, name });
  }

  /** Had a line before the same place and alleles? Keeps them if not. @param before the first place of its name */
  #isRepeated(before: number, keys: Uint32Array, at: number): boolean {
    return this.#named.isAt(before, keys, at) || this.#further.addOrFind(keyOfPlace(keys, at), 0) !== null;
  }

  #findPlaces(synonyms: ReadonlyMap<number, readonly string[]>, features: Uint8Array): void {
    for (const [index, row] of linesOf(features).entries()) {
      const name = nameIn(row);
      for (const each of [name, ...(synonyms.get(index) ?? [])]) {
        const places = this.places.get(each);
        if (!places) continue;
        // The columns of VARIATION_TABLES: id, region, start, end, strand.
        const [, region = 0, start = 0, end = 0] = row.split('\t', 4).map(Number);
        // Lines may repeat a variant, also for another of its synonyms.
        const isThere = places.some(
          (each) =>
            each.type === 'Variation' &&
            each.name === name &&
            each.place.region === region &&
            each.place.start === start &&
            each.place.end === end,
        );
        if (!isThere) places.push({ type: 'Variation', name, place: { region, start, end, strand: 1 } });
      }
    }
  }

  /** Adds a structural variant, unless one with its name, place and alleles is there. */
  structural(source_id: number, variant: PlacedStructural): void {
    const { names, start, end, sequence, alleles } = variant;
    const [variation_name = '', alias = null] = names;
    const key = [variation_name, sequence, start, end, variant.class, alleles].join('\t');
    if (this.#structuralPlaces.has(key)) return;
    this.#structuralPlaces.add(key);
    const shared = { variation_name, source_id, class_attrib_id: classId(variant.class), is_evidence: 0, somatic: 0 };
    let structural_variation_id = this.#structural.get(variation_name);
    if (structural_variation_id === undefined) {
      structural_variation_id = this.add('structural_variation', { ...shared, alias });
      this.#structural.set(variation_name, structural_variation_id);
    }
    this.count++;
    const place = { region: sequence, start, end, strand: 1 };
    for (const name of names) this.places.get(name)?.push({ type: 'StructuralVariation', name: variation_name, place });
    this.add('structural_variation_feature', {
      ...shared,
      structural_variation_id,
      seq_region_id: sequence,
      seq_region_start: start,
      seq_region_end: end,
      seq_region_strand: 1,
      allele_string: alleles,
      consequence_types: variant.terms === '' ? null : variant.terms,
      length: end - start + 1,
    });
  }
}

/**
 * Writes the rows of new variants. Rows of known variants are omitted, or rewritten by `change` if they have an id.
 * Ranges of rows are copied as bytes, since files of sites repeat millions of variants.
 *
 * @param known ids by row number, from 0, in ascending order; 0 omits the row
 */
export function writeUnknown(
  rows: Uint8Array,
  known: ReadonlyMap<number, number>,
  file: Pick<RowFile, 'longBytes' | 'line'>,
  change?: (row: string, id: number) => string,
): void {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
  let [from, end, index] = [0, 0, -1];
  for (const [row, id] of known) {
    for (; index < row - 1; index++) end = bytes.indexOf(NEWLINE, end) + 1;
    file.longBytes(rows.subarray(from, end));
    from = bytes.indexOf(NEWLINE, end) + 1;
    if (id !== 0 && change) file.line(change(bytes.toString('utf8', end, from - 1), id));
    [end, index] = [from, row];
  }
  file.longBytes(rows.subarray(from));
}

function linesOf(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split('\n').slice(0, -1);
}
