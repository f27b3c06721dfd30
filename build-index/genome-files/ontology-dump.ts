/** Turns OBO files into a folder with the tables of an ontology database. */
import { at, get, last } from '../../src/checked.ts';
import { Departures } from '../dump/departures.ts';
import { DumpWriter } from '../dump-writer/dump-writer.ts';
import { NULL } from '../dump-writer/row-file.ts';
import { ONTOLOGY_TABLES } from '../dump-writer/terms-tables.ts';
import { SCHEMA_VERSION } from './core-rows.ts';
import { type OboHeader, type OboTerm, readObo } from './obo-reader.ts';

/** Relations whose paths are ancestors, as in Ensembl's closure tables. */
const CLOSED = new Set(['is_a', 'part_of']);
/** Ensembl's column for distances is an unsigned byte. */
const FARTHEST = 255;

/**
 * Writes the tables of an ontology database to `folder`. Memory holds accessions and relations: some 100 bytes a term.
 *
 * @throws DumpError for a file that is no OBO
 */
export async function writeOntologyDump(
  paths: readonly string[],
  folder: string,
  departures: Departures,
  progress?: (bytes: number) => void,
): Promise<void> {
  const db = new DumpWriter(folder, ONTOLOGY_TABLES);
  try {
    const rows = new OntologyRows(db, departures);
    for (const path of paths) await rows.read(path, progress);
    rows.finish();
  } finally {
    db.close();
  }
}

/** GO for `go`, `go/extensions/go-plus` and `http://purl.obolibrary.org/obo/go.owl`. */
function shortName(ontology: string): string {
  const [name = ''] = ontology.replace(/^\w+:\/\/.*\/(?=[^/])/, '').split('/', 1);
  return name.replace(/\.(obo|owl)$/i, '').toUpperCase();
}

/** The names of terms by their accessions, also by alternative ones. */
export async function termNames(paths: readonly string[]): Promise<(accession: string) => string | null> {
  const names = new Map<string, string>();
  for (const path of paths) {
    const sink = {
      header() {},
      type() {},
      term: ({ accession, alternatives, name }: OboTerm) => {
        for (const each of [accession, ...alternatives]) names.set(each, name);
      },
    };
    // Writing the ontology's tables counts the departures.
    await readObo(path, sink, new Departures().reading(path, ''));
  }
  return (accession) => names.get(accession) ?? null;
}

interface StoredTerm {
  accession: string;
  ontology: number;
  path: string;
  line: number;
  /** As in the file. */
  parents: OboTerm['parents'];
}

class OntologyRows {
  readonly #db: DumpWriter<typeof ONTOLOGY_TABLES>;
  readonly #departures: Departures;
  readonly #ontologies = new Map<string, number>();
  readonly #subsets = new Set<string>();
  /** The term with term_id 1 first. */
  readonly #terms: StoredTerm[] = [];
  /** term_id by accession. */
  readonly #ids = new Map<string, number>();
  /** Names of relations by their ids in the files. */
  readonly #types = new Map<string, string>();

  constructor(db: DumpWriter<typeof ONTOLOGY_TABLES>, departures: Departures) {
    this.#db = db;
    this.#departures = departures;
    const meta = (meta_key: string, meta_value: string | number) =>
      void db.add('meta', { meta_key, meta_value, species_id: null });
    meta('schema_type', 'ontology');
    meta('schema_version', SCHEMA_VERSION);
  }

  async read(path: string, progress?: (bytes: number) => void): Promise<void> {
    const reading = this.#departures.reading(path, '');
    let header: OboHeader = { ontology: null, namespace: null, version: null, subsets: [] };
    const sink = {
      header: (found: OboHeader) => {
        header = found;
        for (const { name, definition } of header.subsets) {
          if (this.#subsets.has(name)) continue;
          this.#subsets.add(name);
          this.#db.add('subset', { name, definition });
        }
      },
      term: (term: OboTerm) => {
        const other = this.#ids.get(term.accession);
        if (other === undefined) {
          this.#term(term, header, path);
          return;
        }
        const { path: before, line } = at(this.#terms, other - 1);
        reading.note(
          'id that occurs twice',
          () => `${path} line ${term.line}: ${term.accession} is also in ${before} line ${line}, which counts`,
        );
      },
      type: (id: string, name: string) => void this.#types.set(id, name.replaceAll(/\s+/g, '_')),
    };
    await readObo(path, sink, reading, progress);
  }

  #term({ parents, ...term }: OboTerm, header: OboHeader, path: string): void {
    const { accession, line } = term;
    const ontology = this.#ontologyOf(term, header);
    this.#terms.push({ accession, ontology, path, line, parents });
    const term_id = this.#terms.length;
    this.#ids.set(accession, term_id);
    this.#db.insert('term', {
      term_id,
      ontology_id: ontology,
      subsets: term.subsets.length > 0 ? term.subsets.join() : null,
      accession,
      name: term.name,
      definition: term.definition,
      is_root: parents.length === 0 && !term.isObsolete ? 1 : 0,
      is_obsolete: term.isObsolete ? 1 : 0,
    });
    for (const { text, scope } of term.synonyms)
      this.#db.add('synonym', { term_id, name: text, type: scope, dbxref: '' });
    for (const alternative of term.alternatives)
      this.#db.insert('alt_id', { alt_id: this.#db.nextId('alt_id'), term_id, accession: alternative });
  }

  /** The name of an ontology is that of the header, or the prefix of the accessions: GO, SO. */
  #ontologyOf({ accession, namespace }: Pick<OboTerm, 'accession' | 'namespace'>, header: OboHeader): number {
    const [prefix = ''] = accession.split(':', 1);
    const name = header.ontology === null ? prefix : shortName(header.ontology);
    const space = namespace ?? header.namespace ?? name.toLowerCase();
    const key = `${name}\n${space}`;
    let id = this.#ontologies.get(key);
    if (id === undefined) {
      id = this.#db.add('ontology', { name, namespace: space, data_version: header.version });
      this.#ontologies.set(key, id);
    }
    return id;
  }

  /** Writes relations and closures, which need all terms. */
  finish(): void {
    const types = new Map<string, number>();
    const nameOf = (type: string) => this.#types.get(type) ?? type;
    const names = this.#terms.flatMap(({ parents }) => parents.map(({ type }) => nameOf(type)));
    for (const name of [...new Set(names)].sort()) types.set(name, this.#db.add('relation_type', { name }));
    const closed: number[][] = [];
    for (const [index, term] of this.#terms.entries()) {
      const child_term_id = index + 1;
      const above: number[] = [];
      const seen = new Set<string>();
      for (const { type, accession } of term.parents) {
        const name = nameOf(type);
        const parent_term_id = this.#ids.get(accession);
        if (seen.size === seen.add(`${name} ${accession}`).size) continue;
        if (parent_term_id === undefined) {
          this.#note(term, 'missing reference', `${name} ${accession}: the files have no such term`);
          continue;
        }
        this.#db.add('relation', {
          child_term_id,
          parent_term_id,
          relation_type_id: get(types, name),
          intersection_of: 0,
          ontology_id: term.ontology,
        });
        // As in Ensembl, paths stay in one ontology.
        if (CLOSED.has(name) && at(this.#terms, parent_term_id - 1).ontology === term.ontology)
          above.push(parent_term_id);
      }
      closed.push([...new Set(above)]);
    }
    this.#cutCycles(closed);
    for (const index of closed.keys()) this.#writeClosure(index + 1, closed);
  }

  /** Removes relations that make a term its own ancestor, which Ensembl's tables cannot express. */
  #cutCycles(closed: number[][]): void {
    const state = new Uint8Array(closed.length + 1);
    const [OPEN, DONE] = [1, 2];
    for (const start of closed.keys()) {
      const path: { term: number; next: number }[] = [{ term: start + 1, next: 0 }];
      if (state[start + 1] === DONE) continue;
      state[start + 1] = OPEN;
      while (path.length > 0) {
        const here = last(path);
        const parents = at(closed, here.term - 1);
        const parent = parents[here.next];
        if (parent === undefined) {
          state[here.term] = DONE;
          path.pop();
        } else if (state[parent] === OPEN) {
          parents.splice(here.next, 1);
          const { accession } = at(this.#terms, parent - 1);
          this.#note(
            at(this.#terms, here.term - 1),
            'its own ancestor',
            `its parent ${accession} is its descendant too`,
          );
        } else {
          here.next++;
          if (state[parent] === DONE) continue;
          state[parent] = OPEN;
          path.push({ term: parent, next: 0 });
        }
      }
    }
  }

  /**
   * Writes the rows of one term: one for each ancestor and last step of a path to it, with the length of the longest
   * such path, as Ensembl computes them.
   */
  #writeClosure(term: number, closed: readonly number[][]): void {
    const { ontology } = at(this.#terms, term - 1);
    /** By ancestor and the term below it. */
    const farthest = new Map<number, { parent: number; below: number | null; distance: number }>();
    let layer = new Set([term]);
    farthest.set(0, { parent: term, below: null, distance: 0 });
    for (let distance = 1; layer.size > 0 && distance <= FARTHEST; distance++) {
      const next = new Set<number>();
      for (const below of layer)
        for (const parent of at(closed, below - 1)) {
          farthest.set(parent * (closed.length + 1) + below, { parent, below, distance });
          next.add(parent);
        }
      layer = next;
    }
    const rows = [...farthest.values()].sort(
      (a, b) => a.distance - b.distance || a.parent - b.parent || (a.below ?? 0) - (b.below ?? 0),
    );
    // The columns of ONTOLOGY_TABLES, as text since there are millions.
    const closure = this.#db.rows('closure');
    for (const { parent, below, distance } of rows)
      closure.row(this.#db.nextId('closure'), term, parent, below ?? NULL, distance, ontology, 0);
  }

  #note({ path, line, accession }: StoredTerm, kind: 'missing reference' | 'its own ancestor', sentence: string): void {
    let reading = this.#readings.get(path);
    if (!reading) this.#readings.set(path, (reading = this.#departures.reading(path, '')));
    reading.note(kind, () => `${path} line ${line}: ${accession}: ${sentence}`);
  }

  readonly #readings = new Map<string, ReturnType<Departures['reading']>>();
}
