import type { Departures, ReadingDepartures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import type { Attributes, Feature, FeatureBatch, FileNotes, Strand } from './feature.ts';
import { lineBatches } from './text-lines.ts';

/**
 * Features in memory beyond which the genes of finished sequences are handed on. A human GFF3 file has 3.4 million
 * lines, of which chromosome 1 has a tenth.
 */
export const MOST_FEATURES = 600_000;
/** Lines without columns after which a file counts as another format. */
const MOST_BROKEN = 100;

/** A line of a format with nine columns. */
export interface Columns {
  sequence: string;
  source: string;
  type: string;
  start: number;
  end: number;
  strand: Strand;
  phase: number | null;
  attributes: string;
  line: number;
}

export interface AnnotationOptions {
  departures: Departures;
  progress?: ((bytes: number) => void) | undefined;
  notes: FileNotes;
}

/**
 * Streams the features of a GFF3 file (http://github.com/The-Sequence-Ontology/Specifications), a batch for every file
 * of moderate size, and batches of whole sequences for larger ones. Lines with one ID and one type are one feature.
 *
 * @throws DumpError for a file that is not GFF3
 */
export async function* readGff3(
  path: string,
  { departures, progress, notes }: AnnotationOptions,
): AsyncGenerator<FeatureBatch> {
  const reading = departures.reading(path, '');
  let tree = new FeatureTree(path, reading);
  let others = 0;
  let firstOther = '';
  for await (const columns of readColumns(path, 'GFF3', reading, notes, progress)) {
    if (tree.size >= MOST_FEATURES && columns.sequence !== tree.lastSequence) {
      yield { roots: tree.roots() };
      tree = new FeatureTree(path, reading);
    }
    // GFF2 and GTF have blanks between key and value.
    if (/^[\w.-]+\s+["\w]/.test(columns.attributes) && !columns.attributes.includes('=')) {
      others++;
      const { line, attributes } = columns;
      const sentence = () => `${path} line ${line}: the attributes "${attributes.slice(0, 60)}" have no key=value`;
      if (others === 1) firstOther = sentence();
      reading.note('line that is no feature', sentence);
      continue;
    }
    tree.add(columns);
  }
  if (others > 0 && tree.size === 0)
    throw new DumpError(`${firstOther}; the file is GTF, to be given with --gtf, or GFF2, which is not read`);
  yield { roots: tree.roots() };
}

/** The lines of GFF3 or GTF with nine columns. Ends at the sequences that GFF3 may have at its end. */
export async function* readColumns(
  path: string,
  format: 'GFF3' | 'GTF',
  reading: ReadingDepartures,
  notes: FileNotes,
  progress?: (bytes: number) => void,
): AsyncGenerator<Columns> {
  let [good, broken] = [0, 0];
  let firstBroken = '';
  for await (const { first, lines } of lineBatches(path, progress))
    for (const [index, text] of lines.entries()) {
      if (text.startsWith('>') || text.startsWith('##FASTA')) return void finish();
      if (text.startsWith('#')) {
        readDirective(text, notes);
        continue;
      }
      if (text.trim() === '') continue;
      const line = first + index;
      const columns = columnsOf(text, line);
      if (typeof columns !== 'string') {
        good++;
        yield columns;
        continue;
      }
      broken++;
      if (broken === 1) firstBroken = `${path} line ${line}: ${columns}`;
      if (good === 0 && broken >= MOST_BROKEN) finish();
      reading.note('line that is no feature', () => `${path} line ${line}: ${columns}`);
    }
  finish();

  function finish(): void {
    if (good > 0) return;
    if (broken > 0) throw new DumpError(`${firstBroken}; the file is not ${format}`);
    throw new DumpError(`${path} contains no features; is it empty, or another format than ${format}?`);
  }
}

function readDirective(text: string, notes: FileNotes): void {
  const [directive = '', ...rest] = text.trim().split(/\s+/);
  const [value = ''] = rest;
  if (directive === '##sequence-region' && rest.length >= 3) notes.lengths.set(value, Number(rest[2]));
  else if (directive === '#!genome-build') notes.assembly ??= rest.at(-1) ?? null;
  else if (directive === '#!genome-version') notes.assembly = value;
  else if (directive === '#!genome-build-accession') notes.accession ??= value.replace(/^NCBI(_Assembly)?:/, '');
}

/** A sentence for a line that is no feature. */
function columnsOf(text: string, line: number): Columns | string {
  const fields = text.split('\t');
  const [sequence = '', source = '', type = '', from = '', to = '', , strand = '', phase = '', attributes = ''] =
    fields;
  // A tab at the end is no further column.
  if (fields.length !== COLUMNS && fields.findLastIndex((field) => field.trim() !== '') + 1 !== COLUMNS)
    return otherColumns(text, fields.length);
  const [start, end] = [Number(from), Number(to)];
  if (!(Number.isInteger(start) && Number.isInteger(end) && start >= 1 && end >= 1))
    return `the start "${from.slice(0, 30)}" and the end "${to.slice(0, 30)}" should be positions from 1`;
  return {
    sequence: sequence.includes('%') ? decoded(sequence) : sequence,
    source: source.includes('%') ? decoded(source) : source,
    type,
    start,
    end,
    strand: strand === '-' ? -1 : 1,
    phase: phase === '0' ? 0 : phase === '1' ? 1 : phase === '2' ? 2 : null,
    attributes,
    line,
  };
}

const COLUMNS = 9;

/** A sentence for a line with another number of columns. Editors and copied text replace tabs with blanks. */
function otherColumns(text: string, count: number): string {
  const sentence = `a feature has 9 columns with tabs between them, this line has ${count}`;
  const words = text.trim().split(/\s+/).length;
  if (count < COLUMNS && words > count && words >= COLUMNS - 1)
    return `${sentence}; it has blanks where tabs should be`;
  if (count > COLUMNS) return `${sentence}; a tab within a value should be %09`;
  return sentence;
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing.
    return text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}

/** Searched when they are asked for: of most features, such as exons, only ids and parents are read. */
class Gff3Attributes implements Attributes {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get(key: string): string | undefined {
    const raw = this.#raw(key);
    if (raw === undefined) return undefined;
    const comma = SINGLE.has(key) ? -1 : raw.indexOf(',');
    return decoded(comma < 0 ? raw : raw.slice(0, comma));
  }

  all(key: string): readonly string[] {
    return this.#raw(key)?.split(',').map(decoded) ?? [];
  }

  #raw(key: string): string | undefined {
    const text = this.#text;
    for (let from = text.indexOf(key); from !== -1; from = text.indexOf(key, from + key.length)) {
      const end = from + key.length;
      if (text.charAt(end) !== '=' || !isFieldStart(text, from)) continue;
      const semicolon = text.indexOf(';', end);
      return unquoted((semicolon < 0 ? text.slice(end + 1) : text.slice(end + 1, semicolon)).trim());
    }
    return undefined;
  }
}

/** Files may have blanks after the semicolon. */
function isFieldStart(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charAt(before) === ' ') before--;
  return before < 0 || text.charAt(before) === ';';
}

/** Texts that have commas in many files, although these should be encoded. */
const SINGLE = new Set(['description', 'product', 'Note', 'fullname', 'transl_except', 'ID', 'Name']);

function unquoted(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/** Connects the lines of some sequences by their IDs and Parents. */
class FeatureTree {
  readonly #path: string;
  readonly #reading: ReadingDepartures;
  /** Features by ID: the first with each type. */
  readonly #byId = new Map<string, Feature[]>();
  readonly #withParents: { feature: Feature; parents: readonly string[] }[] = [];
  readonly #roots: Feature[] = [];
  size = 0;
  lastSequence = '';

  constructor(path: string, reading: ReadingDepartures) {
    this.#path = path;
    this.#reading = reading;
  }

  add({ sequence, source, type, start, end, strand, phase, attributes: text, line }: Columns): void {
    const piece = start <= end ? { start, end, strand, phase } : { start: end, end: start, strand, phase };
    if (start > end)
      this.#reading.note('end before start', () => `${this.#path} line ${line}: the feature is at ${start}-${end}`);
    const attributes = new Gff3Attributes(text);
    const id = attributes.get('ID') ?? null;
    const parents = attributes.all('Parent');
    this.lastSequence = sequence;
    const known = id === null ? undefined : this.#byId.get(id);
    // Exons with one ID are those of several transcripts.
    const same = type === 'exon' ? undefined : known?.find((each) => each.type === type && each.sequence === sequence);
    if (same && parents.join() === same.attributes.all('Parent').join()) {
      same.pieces.push(piece);
      return;
    }
    const feature = { type, source, sequence, line, id, pieces: [piece], attributes, children: [] };
    this.size++;
    if (id !== null) {
      if (known) known.push(feature);
      else this.#byId.set(id, [feature]);
    }
    if (parents.length > 0) this.#withParents.push({ feature, parents });
    else this.#roots.push(feature);
  }

  /** Parents may follow their children, so they are sought when all lines are read. */
  roots(): Feature[] {
    for (const { feature, parents } of this.#withParents) {
      let isPlaced = false;
      for (const name of parents) {
        const parent = this.#parentOf(feature, name);
        if (!parent) {
          this.#reading.note(
            'missing parent',
            () => `${this.#path} line ${feature.line}: the Parent ${name} of this ${feature.type} is not in the file`,
          );
          continue;
        }
        // FlyBase's pseudogenes have transcripts of that type.
        if (feature.type === 'pseudogene') feature.type = 'pseudogenic_transcript';
        parent.children.push(feature);
        isPlaced = true;
      }
      if (!isPlaced) this.#roots.push(feature);
    }
    this.#cutCircles();
    return this.#roots.filter((feature) => !this.#isDerived(feature));
  }

  /** Puts a protein below the transcript that it derives from. */
  #isDerived(feature: Feature): boolean {
    const parent = this.#origin(feature);
    // Of features that derive from one another or from their own parts, all are roots.
    if (!parent || this.#isAbove(feature, (each) => [...this.#parents(each), this.#origin(each)])) return false;
    parent.children.push(feature);
    return true;
  }

  #origin(feature: Feature): Feature | undefined {
    const from = feature.attributes.get('Derives_from');
    return from === undefined ? undefined : this.#byId.get(from)?.find((each) => each !== feature);
  }

  /** Makes a root of the first feature of each circle of Parents, none of which another root leads to. */
  #cutCircles(): void {
    const cut = new Set<Feature>();
    const suspects = this.#onOrBelowCircles();
    for (const { feature } of this.#withParents) {
      if (!suspects.has(feature) || feature.children.length === 0) continue;
      const parents = this.#parents(feature);
      if (!this.#isAbove(feature, (each) => (cut.has(each) ? [] : this.#parents(each)))) continue;
      cut.add(feature);
      for (const parent of parents) parent.children.splice(parent.children.indexOf(feature), 1);
      this.#roots.push(feature);
      this.#reading.note(
        'its own ancestor',
        () => `${this.#path} line ${feature.line}: the Parent of this ${feature.type} leads back to itself`,
      );
    }
  }

  /** Features that remain when those whose parents are all removed are removed one by one, in linear time. */
  #onOrBelowCircles(): Map<Feature, number> {
    const waiting = new Map(this.#withParents.map(({ feature }) => [feature, this.#parents(feature).length]));
    const open = [...this.#roots];
    for (let each = open.pop(); each; each = open.pop()) {
      waiting.delete(each);
      for (const child of each.children) {
        const left = (waiting.get(child) ?? 0) - 1;
        waiting.set(child, left);
        if (left === 0) open.push(child);
      }
    }
    return waiting;
  }

  /** Is a feature above itself? @param above the features directly above one */
  #isAbove(feature: Feature, above: (feature: Feature) => readonly (Feature | undefined)[]): boolean {
    const seen = new Set<Feature>();
    const open = [feature];
    for (let each = open.pop(); each; each = open.pop()) {
      for (const next of above(each)) {
        if (next === feature) return true;
        if (next && !seen.has(next)) open.push(next);
        if (next) seen.add(next);
      }
    }
    return false;
  }

  #parents(feature: Feature): Feature[] {
    return feature.attributes.all('Parent').flatMap((name) => this.#parentOf(feature, name) ?? []);
  }

  #parentOf(feature: Feature, name: string): Feature | undefined {
    return this.#byId.get(name)?.find((each) => each !== feature && each.sequence === feature.sequence);
  }
}
