/** How the table registry describes the objects of an index: table-registry.ts and genome-tables.ts list them. */

/** The index shapes of docs/FORMAT.md. */
export type Shape = 'sorted' | 'interval' | 'sequence' | 'matrix' | 'document';

/** Kinds of Ensembl databases; `core` includes otherfeatures, cdna and rnaseq; `vcf` and `units` are no databases. */
type Input =
  | 'core'
  | 'variation'
  | 'funcgen'
  | 'compara'
  | 'ontology'
  | 'taxonomy'
  | 'stable_ids'
  /** VCF files. */
  | 'vcf'
  /** What units made before. */
  | 'units';

/**
 * When a table's directory is stored in the root, so that no request reads it: before those of all other tables, with
 * them,
 * or after them, as long as the root has room; or never.
 */
type Attach = 'first' | 'among' | 'last' | 'never';

export interface TableOptions {
  attach?: Attach;
  /** Length above which a directory is split, and its leaves are read on demand; leaves have a quarter of it. */
  directoryBytes?: number;
  /** Bytes of records in a block. */
  blockBytes?: number;
  /** Records refer to record layouts, which the root stores. */
  layouts?: true;
}

export interface TableFacts {
  /** What a key is, or the interval; absent for documents and sequences. */
  key?: string;
  /** `<decoder or type> in <module>`; several are separated by `; `. */
  record: string;
  /** Tables of the input that it is made of; a short list of the main ones. */
  input: Readonly<Partial<Record<Input, readonly string[]>>>;
  /** Below build-index/compile. */
  compiler: string;
  /** Requests that read it. */
  read: string;
}

export interface TableSpec<S extends Shape = Shape, Path extends string = string> extends TableFacts, TableOptions {
  shape: S;
  /**
   * Name of the object, without release id and hash; parts in angle brackets are replaced: `<species>/<group>/genes`.
   */
  path: Path;
}

/** Names of the parts in angle brackets. */
type Parts<Path extends string> = Path extends `${string}<${infer Part}>${infer Rest}` ? Part | Parts<Rest> : never;
type PartsOf<Path extends string> = Readonly<Record<Parts<Path>, string | number>>;
/** Arguments of functions that need them; none for a path without such parts. */
export type PathParts<Path extends string> = [Parts<Path>] extends [never] ? [] : [parts: PartsOf<Path>];

/** Names of the tables of a shape in a list. */
export type NamesOf<Tables, S extends Shape> = {
  [Name in keyof Tables]: Tables[Name] extends { shape: S } ? Name : never;
}[keyof Tables] &
  string;

export function sorted<const Path extends string>(path: Path, facts: TableFacts, options?: TableOptions) {
  return spec('sorted', path, facts, options);
}

export function interval<const Path extends string>(path: Path, facts: TableFacts, options?: TableOptions) {
  return spec('interval', path, facts, options);
}

export function document<const Path extends string>(path: Path, facts: TableFacts) {
  return spec('document', path, facts);
}

export function spec<const S extends Shape, const Path extends string>(
  shape: S,
  path: Path,
  facts: TableFacts,
  options?: TableOptions,
): TableSpec<S, Path> {
  return { shape, path, ...facts, ...options };
}

/** The name of an object of a table, without release id and hash. */
export function objectName<Path extends string>({ path }: { path: Path }, ...[parts]: PathParts<Path>): string {
  const known = new Map<string, string | number>(Object.entries(parts ?? {}));
  return path.replace(/<(\w+)>/g, (_, name: string) => {
    const value = known.get(name);
    if (value === undefined) throw new Error(`${path} needs a value for <${name}>`);
    return String(value);
  });
}
