/** Output of the writers of index objects: where the bytes go and how blocks are compressed. Used by the compiler. */

export interface ObjectSink {
  /**
   * Number from which the marks of the object's blocks are computed (block.ts). The object's name must contain it.
   * Without it, blocks have no marks.
   */
  readonly number?: number;
  /** Appends to the object. Writers wait for each write to end and never modify the bytes afterwards. */
  write(bytes: Uint8Array): Promise<void>;
}

/** Compresses bytes into one gzip member. */
export type Compress = (bytes: Uint8Array) => Promise<Uint8Array>;

/** Byte range of a table's (root) directory in its object. The manifest contains it for each table. */
export type DirectoryPlace = [offset: number, length: number];

/** Identifies a record: the byte range of its block in the object and its 0-based index in that block. */
export type RecordLocation = [offset: number, length: number, index: number];

/** A block of a table: its place and number of records. */
export interface WrittenBlock {
  offset: number;
  length: number;
  records: number;
}

export interface TableWriterOptions {
  /** Maximum decoded size of a block; a larger record gets a block of its own. Default 48 KiB. */
  blockBytes?: number;
  /** Default: the platform's gzip at its default level. */
  compress?: Compress;
  /** Size above which the directory is split into a root and leaves. Default 256 KiB. */
  directoryBytes?: number;
  /**
   * Maximum size at which a split directory is also written in one piece, for releases whose root has room for it.
   * Default 0.
   */
  wholeDirectoryBytes?: number;
}
