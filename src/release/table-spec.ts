/** Types of the entries of the table registry, which is in table-registry.ts and genome-tables.ts. */

/** The index shapes of docs/FORMAT.md. */
export type SpecShape = 'sorted' | 'interval' | 'sequence' | 'matrix' | 'document';

/** Kinds of Ensembl databases, and two other inputs; `core` includes otherfeatures, cdna and rnaseq. */
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
  /** Files of scores of alleles. */
  | 'scores'
  /** Results of other units. */
  | 'units';

/**
 * Whether a table's directory is stored in the root, so that no request has to read it. While the root has room,
 * directories are added in this order: first, among, last.
 */
type Attach = 'first' | 'among' | 'last' | 'never';

export interface TableOptions {
  attach?: Attach;
  /**
   * Length above which a directory is split into leaves that are read on demand; a leaf has a quarter of this length.
   */
  directoryBytes?: number;
  /** Bytes of records in a block. */
  blockBytes?: number;
  /** Records refer to record layouts, which the root stores. */
  layouts?: true;
}

export interface TableFacts {
  /** Content of a key, or meaning of the interval; absent for documents and sequences. */
  key?: string;
  /** `<codec, or type of the JSON> in <module>`, separated by `; `. */
  record: string;
  /** The main tables of the input that the compiler reads for it. */
  input: Readonly<Partial<Record<Input, readonly string[]>>>;
  /** Module of the compiler, relative to build-index/compile. */
  compiler: string;
  /** Operations that read it. */
  read: string;
}

export interface TableSpec<S extends SpecShape = SpecShape, Path extends string = string>
  extends TableFacts,
    TableOptions {
  shape: S;
  /**
   * Name of the object, without release id and hash; parts in angle brackets are replaced: `<species>/<group>/genes`.
   */
  path: Path;
}

/** Names of the parts in angle brackets. */
type Parts<Path extends string> = Path extends `${string}<${infer Part}>${infer Rest}` ? Part | Parts<Rest> : never;
type PartsOf<Path extends string> = Readonly<Record<Parts<Path>, string | number>>;
/** Arguments of functions that replace the parts; none for a path without parts. */
export type PathParts<Path extends string> = [Parts<Path>] extends [never] ? [] : [parts: PartsOf<Path>];

/** Names of the tables in a list that have an index shape. */
export type NamesOf<Tables, S extends SpecShape> = {
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

export function spec<const S extends SpecShape, const Path extends string>(
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
