/** Turns FASTA and annotation files into a folder with the tables of a core database. */
import { join } from 'node:path';
import type { Departures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { writeChains } from './assembly-chains.ts';
import { CoreRows } from './core-rows.ts';
import { BorderList, type Borders } from './effect-borders.ts';
import { addFurtherXrefs } from './further-xrefs.ts';
import { type BasesSink, FastaReader, readFasta } from './fasta-reader.ts';
import { type Feature, type FeatureBatch, type FileNotes, spanOf } from './feature.ts';
import type { GenomeSpec } from './genome-spec.ts';
import { productionName, readRenames } from './genome-spec.ts';
import { type FlatRecord, readFlatFile } from './flat-file-reader.ts';
import { treesOf } from './flat-features.ts';
import { type AnnotationOptions, readGff3 } from './gff3-reader.ts';
import { readGtf } from './gtf-reader.ts';
import { GeneModeller } from './model-genes.ts';
import {
  ACCESSION,
  CHROMOSOMES,
  ensemblAssembly,
  nameOfFiles,
  rankOf,
  REGIONS,
  renameKey,
  synonymsOf,
  UNUSABLE,
} from './region-names.ts';
import { writeGenomeMeta } from './genome-meta.ts';
import { cut, type InputSequence, SequenceNames } from './sequence-names.ts';
import { UniqueIds } from './stable-ids.ts';
import { StartCodons } from './start-codons.ts';
import { lineBatches } from './text-lines.ts';
import { type BasesFile, WrittenBases } from './written-bases.ts';
import { WrittenObjects } from './written-objects.ts';

/** The parts of a genome's core tables that its other tables need. */
export interface CoreDump {
  names: SequenceNames;
  production: string;
  assembly: string;
  /** Null if no further files refer to genes. */
  objects: WrittenObjects | null;
  bases: BasesFile;
  borders: Borders;
}

type Progress = ((bytes: number) => void) | undefined;

/**
 * Writes the tables of a core database to `folder`. Memory holds the names of the sequences and the genes of one file
 * or, if that is large, of some sequences; and all ids, if further files refer to them.
 *
 * @param nameOfTerm names of the ontologies of the build
 * @throws DumpError for files that make no genome
 */
export async function writeCoreDump(
  spec: GenomeSpec & { species: string },
  folder: string,
  departures: Departures,
  progress?: Progress,
  nameOfTerm: (accession: string) => string | null = () => null,
): Promise<CoreDump> {
  const needsObjects = spec.gaf.length + spec.xrefs.length + spec.phenotypes.length > 0;
  const db = new CoreRows(folder, needsObjects ? new WrittenObjects() : null);
  try {
    return await new CoreDumpWriter(spec, folder, db, departures, progress).write(nameOfTerm);
  } finally {
    db.close();
  }
}

class CoreDumpWriter {
  readonly #spec: GenomeSpec & { species: string };
  readonly #folder: string;
  readonly #db: CoreRows;
  readonly #departures: Departures;
  readonly #progress: Progress;
  readonly #notes: FileNotes = { assembly: null, accession: null, lengths: new Map() };
  /** Offset in dna.txt of the first base of each sequence, by its id. */
  readonly #offsets = new Map<number, number>();
  readonly #borders = new BorderList();
  readonly #circular = new Map<string, number>();
  /** Coordinate systems that files name. */
  readonly #systems = new Map<string, string>();
  readonly #codonTables = new Map<string, Map<number, number>>();
  /** Sequences by the other names that annotation files have for them. */
  readonly #synonyms = new Map<string, InputSequence>();
  #taxon: string | null = null;

  constructor(
    spec: GenomeSpec & { species: string },
    folder: string,
    db: CoreRows,
    departures: Departures,
    progress: Progress,
  ) {
    this.#spec = spec;
    this.#folder = folder;
    this.#db = db;
    this.#departures = departures;
    this.#progress = progress;
  }

  async write(nameOfTerm: (accession: string) => string | null): Promise<CoreDump> {
    const spec = this.#spec;
    const sequences = await this.#readSequences();
    this.#db.closeTable('dna');
    const renames = spec.rename === null ? new Map<string, string>() : await readRenames(spec.rename);
    const written = new Set(sequences.map(({ name }) => name));
    for (const name of renames.values())
      if (!written.has(name)) throw new DumpError(`${spec.rename}: the genome has no sequence ${cut(name)}`);
    const names = new SequenceNames(sequences, renames);
    for (const name of spec.circular) {
      const found = names.find(name);
      if (!found) throw new DumpError(`--circular ${cut(name)}: ${names.missing(name)}`);
      this.#circular.set(found.sequence.name, found.sequence.length);
    }
    const ids = new UniqueIds();
    const bases = new WrittenBases(this.#bases);
    try {
      const starts = new StartCodons(bases.read, spec.codonTable);
      const context = { names, ids, starts };
      for (const path of spec.flat) await this.#readGenes(path, this.#treesOf(path), context);
      for (const path of spec.gtf) await this.#readGenes(path, readGtf(path, this.#annotation), context);
      for (const path of spec.gff3) await this.#readGenes(path, readGff3(path, this.#annotation), context);
    } finally {
      bases.close();
    }
    const { objects } = this.#db;
    if (objects) {
      const context = { db: this.#db, objects, departures: this.#departures, progress: this.#progress };
      await addFurtherXrefs(spec, { ...context, taxon: spec.taxon ?? this.#taxon, nameOfTerm });
      this.#db.finishXrefs();
    }
    this.#renameUnusable(sequences, names);
    const assembly =
      spec.assembly ?? this.#notes.assembly ?? ensemblAssembly(sequences) ?? nameOfFiles(spec, sequences);
    const systems = this.#writeRegions(sequences, assembly);
    await writeChains(
      spec.chains,
      this.#db,
      { names, version: assembly, systemOf: this.#systemOf, systems, regions: sequences.length },
      this.#departures,
      this.#progress,
    );
    const length = sequences.reduce((sum, each) => sum + each.length, 0);
    writeGenomeMeta(this.#db, spec, { taxon: this.#taxon, accession: this.#notes.accession, assembly, length });
    const circular = sequences.flatMap(({ id, name }) => (this.#circular.has(name) ? [id] : []));
    const borders = this.#borders.borders(new Set(circular));
    return { names, production: productionName(spec.species), assembly, objects, bases: this.#bases, borders };
  }

  async #readSequences(): Promise<InputSequence[]> {
    const { fasta, gff3, flat } = this.#spec;
    const dna = this.#db.rows('dna');
    let current = 0;
    const sink: BasesSink = {
      begin: ({ id }) => {
        current = id;
        dna.number(id).tab();
        this.#offsets.set(id, dna.size);
      },
      bases: (bases) => void dna.longBytes(bases),
      end: (lower) => {
        dna.end();
        this.#db.repeats(current, lower);
      },
    };
    const sequences: InputSequence[] = [];
    const options = () => ({ firstId: sequences.length + 1, departures: this.#departures, progress: this.#progress });
    // One by one, since a draft assembly has more sequences than a call has room for as arguments.
    const add = (found: readonly InputSequence[]) => {
      for (const each of found) sequences.push(each);
    };
    for (const path of fasta) add(await readFasta(path, sink, options()));
    for (const path of flat) add(await this.#flatSequences(path, sink, sequences.length + 1));
    if (fasta.length + flat.length === 0)
      for (const path of gff3) add(await this.#embedded(path, sink, sequences.length + 1));
    const names = new Set<string>();
    for (const { name } of sequences) {
      if (names.has(name)) throw new DumpError(`two files have a sequence ${name}`);
      names.add(name);
    }
    return sequences;
  }

  /** The sequences at the end of a GFF3 file. */
  async #embedded(path: string, sink: BasesSink, firstId: number): Promise<InputSequence[]> {
    let reader: FastaReader | null = null;
    const encoder = new TextEncoder();
    for await (const { first, lines } of lineBatches(path)) {
      let from = 0;
      if (!reader) {
        from = lines.findIndex((line) => line.startsWith('>') || line.startsWith('##FASTA'));
        if (from < 0) continue;
        if (lines[from]?.startsWith('#')) from++;
        reader = new FastaReader(path, sink, firstId, this.#departures, first + from);
      }
      for (const line of lines.slice(from)) reader.take(encoder.encode(`${line}\n`));
    }
    if (!reader) throw new DumpError(`${path} has no ##FASTA section, so the bases are missing: add --fasta FILE`);
    return reader.finish();
  }

  get #bases(): BasesFile {
    return { path: join(this.#folder, 'dna.txt'), offsets: this.#offsets };
  }

  /** The sequences of a flat file, and what its records say of them. */
  async #flatSequences(path: string, sink: BasesSink, firstId: number): Promise<InputSequence[]> {
    const reader = new FastaReader(path, sink, firstId, this.#departures);
    const circular: string[] = [];
    const encoder = new TextEncoder();
    const record = ({ name, description, isCircular, assembly, features }: FlatRecord) => {
      if (isCircular) circular.push(name);
      this.#notes.assembly ??= assembly;
      const source = features.find(({ key }) => key === 'source')?.qualifiers;
      const taxon = source?.all('db_xref').find((xref) => xref.startsWith('taxon:'));
      if (taxon !== undefined) this.#taxon ??= taxon.slice('taxon:'.length);
      if (source?.get('plasmid') !== undefined) this.#systems.set(name, 'plasmid');
      else if (source?.get('chromosome') !== undefined) this.#systems.set(name, 'chromosome');
      reader.take(encoder.encode(`>${name} ${description}\n`));
    };
    await readFlatFile(path, { record, bases: (line) => reader.take(encoder.encode(`${line}\n`)) }, this.#progress);
    const sequences = reader.finish();
    for (const { name, length } of sequences) if (circular.includes(name)) this.#circular.set(name, length);
    return sequences;
  }

  /** The genes of a flat file, all records at once: they are read a second time, since bases follow features. */
  async *#treesOf(path: string): AsyncGenerator<FeatureBatch> {
    const reading = this.#departures.reading(path, '');
    const roots: Feature[] = [];
    await readFlatFile(path, {
      record: (record) =>
        roots.push(
          ...treesOf(record, ({ key, location, line }) =>
            reading.note(
              'line that is no feature',
              () => `${path} line ${line}: the location of the ${key} is not within the record: ${cut(location)}`,
            ),
          ),
        ),
    });
    yield { roots };
  }

  get #annotation(): AnnotationOptions {
    return { departures: this.#departures, progress: this.#progress, notes: this.#notes };
  }

  async #readGenes(
    path: string,
    batches: AsyncIterable<FeatureBatch>,
    context: { names: SequenceNames; ids: UniqueIds; starts: StartCodons },
  ): Promise<void> {
    const reading = this.#departures.reading(path, '');
    const own = { circular: this.#circular, reading, lengths: this.#notes.lengths };
    const modeller = new GeneModeller(path, { ...context, ...own });
    for await (const { roots } of batches) {
      for (const root of roots) this.#noteRegion(root, context.names);
      for (const gene of modeller.genes(roots)) {
        this.#db.gene(gene);
        this.#borders.add(gene);
      }
    }
    for (const [name, sequence] of modeller.renamed) {
      this.#synonyms.set(name, sequence);
      context.names.alias(name, sequence);
    }
    for (const [sequence, counts] of modeller.codonTables) {
      const known = this.#codonTables.get(sequence) ?? new Map<number, number>();
      for (const [table, count] of counts) known.set(table, (known.get(table) ?? 0) + count);
      this.#codonTables.set(sequence, known);
    }
    if (modeller.unplaced > 0 && this.#db.counts.genes === 0) {
      const missing = this.#departures.list().filter(({ kind }) => kind === 'sequence that the genome lacks');
      throw new DumpError(
        `${path}: no gene is on a sequence of the genome\n${missing.flatMap(({ first }) => first).join('\n')}`,
      );
    }
    const others = [...modeller.others].filter(([type]) => !REGIONS.has(type));
    const count = others.reduce((sum, [, some]) => sum + some, 0);
    if (count === 0) return;
    const first = [
      `${path}: features that are no part of a gene are left out: ` +
        others.map(([type, some]) => `${some} ${type}`).join(', '),
    ];
    this.#departures.add({ file: path, table: '', kind: 'feature that is no part of a gene', count, first });
  }

  /** Reads what a feature over a whole sequence says of it. */
  #noteRegion(feature: Feature, names: SequenceNames): void {
    if (!REGIONS.has(feature.type)) return;
    const sequence = names.find(feature.sequence, this.#notes.lengths.get(feature.sequence))?.sequence;
    const { start, end } = spanOf(feature);
    if (!sequence || start !== 1 || end !== sequence.length) return;
    const { attributes } = feature;
    if (/^true$/i.test(attributes.get('Is_circular') ?? '')) this.#circular.set(sequence.name, sequence.length);
    const kind = attributes.get('genome');
    if (kind === 'plasmid' || kind === 'chromosome') this.#systems.set(sequence.name, kind);
    else if (CHROMOSOMES.has(feature.type)) this.#systems.set(sequence.name, feature.type);
    for (const xref of attributes.all('Dbxref')) {
      const taxon = /^taxon:(\d+)$/.exec(xref)?.[1];
      if (taxon !== undefined) this.#taxon ??= taxon;
    }
  }

  /** Gives sequences other names if those of the file cannot be in the path of a request. */
  #renameUnusable(sequences: readonly InputSequence[], names: SequenceNames): void {
    const used = new Set(sequences.map(({ name }) => name));
    for (const sequence of sequences) {
      const { name } = sequence;
      if (!UNUSABLE.test(name)) continue;
      const ofAnnotation = [...this.#synonyms].find(([other, its]) => its === sequence && !UNUSABLE.test(other));
      let usable = ofAnnotation?.[0] ?? name.replaceAll(new RegExp(UNUSABLE, 'g'), '_');
      while (used.has(usable)) usable += '_';
      used.add(usable);
      renameKey(this.#circular, name, usable);
      renameKey(this.#codonTables, name, usable);
      renameKey(this.#systems, name, usable);
      this.#synonyms.set(name, sequence);
      sequence.name = usable;
      names.alias(usable, sequence);
      const file = this.#spec.fasta[0] ?? this.#spec.flat[0] ?? this.#spec.gff3[0] ?? '';
      this.#departures.add({
        file,
        table: '',
        kind: 'name of a sequence that differs',
        count: 1,
        first: [
          `${file}: ${cut(name)} cannot be in the path of a request, so the sequence is served as ${cut(usable)}`,
        ],
      });
    }
  }

  readonly #systemOf = ({ name, description }: InputSequence): string =>
    this.#systems.get(name) ?? /\bdna\w*:(\w+)/.exec(description)?.[1] ?? 'primary_assembly';

  /** @returns the number of coordinate systems */
  #writeRegions(sequences: readonly InputSequence[], version: string): number {
    const db = this.#db;
    const systemOf = this.#systemOf;
    const systems = [...new Set(sequences.map(systemOf))].sort((a, b) => rankOf(a) - rankOf(b));
    for (const [index, name] of systems.entries())
      db.insert('coord_system', {
        coord_system_id: index + 1,
        species_id: 1,
        name,
        version,
        rank: index + 1,
        attrib: 'default_version,sequence_level',
      });
    let rank = 0;
    for (const sequence of sequences) {
      const { id: seq_region_id, name, length } = sequence;
      const system = systemOf(sequence);
      db.insert('seq_region', { seq_region_id, name, coord_system_id: systems.indexOf(system) + 1, length });
      const attrib = (code: string, value: string | number) =>
        db.insert('seq_region_attrib', { seq_region_id, attrib_type_id: db.attribType(code), value });
      attrib('toplevel', 1);
      if (system === 'chromosome') attrib('karyotype_rank', ++rank);
      if (this.#circular.has(name)) attrib('circular_seq', 1);
      const table = this.#codonTableOf(sequence);
      if (table !== 1) attrib('codon_table', table);
      const others = [...this.#synonyms].flatMap(([other, its]) => (its === sequence ? [other] : []));
      const synonyms = new Set([...others, ...synonymsOf(sequence)]);
      for (const synonym of synonyms) {
        // HGVS and SPDI need the version, so an accession without it is no name for them.
        const hasVersion = [name, ...synonyms].some((each) => each.startsWith(`${synonym}.`));
        const external_db_id =
          !ACCESSION.test(synonym) || hasVersion
            ? null
            : db.externalDb(synonym.includes('_') ? 'RefSeq_genomic' : 'INSDC');
        db.add('seq_region_synonym', { seq_region_id, synonym, external_db_id });
      }
    }
    return systems.length;
  }

  /** The codon table that most CDSs of a sequence name. */
  #codonTableOf({ name }: InputSequence): number {
    const given = this.#codonTables.get(name);
    if (!given) return this.#spec.codonTable;
    const counts = [...given].map(([table, count]) => [table || this.#spec.codonTable, count] as const);
    const [most] = counts.sort((a, b) => b[1] - a[1]);
    const others = counts.filter(([table]) => table !== most?.[0]);
    const count = others.reduce((sum, [, some]) => sum + some, 0);
    if (count > 0)
      this.#departures.add({
        file: this.#spec.gff3[0] ?? '',
        table: '',
        kind: 'codon table that differs',
        count,
        first: [
          `${name}: ${most?.[1]} CDSs have codon table ${most?.[0]}, which holds for the whole sequence; ` +
            `${count} have ` +
            others.map(([table]) => table).join(', '),
        ],
      });
    return most?.[0] ?? 1;
  }
}
