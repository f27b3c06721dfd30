/** Where a writer puts the bytes of one object, and how it compresses them: the build's side of src/index. */

export interface ObjectSink {
  /**
   * That the marks of the object's blocks begin from (block.ts); its name must say it. Without one, blocks have no
   * marks.
   */
  readonly number?: number;
  /** Appends to the object. Writers call it with one write at a time and may not touch the bytes afterwards. */
  write(bytes: Uint8Array): Promise<void>;
}

/** Makes one gzip member of some bytes. */
export type Compress = (bytes: Uint8Array) => Promise<Uint8Array>;

/** Byte range of a table's (root) directory in its object: what the release's manifest must remember of a table. */
export type DirectoryPlace = [offset: number, length: number];

/** A record's identity: the byte range of its block in the object and its 0-based index in that block. */
export type RecordLocation = [offset: number, length: number, index: number];

/** One block of a table, as its writer tells it: where it stands, and how many records it has. */
export interface WrittenBlock {
  offset: number;
  length: number;
  records: number;
}

export interface TableWriterOptions {
  /** Decoded size at which a block is closed; a larger record gets a block of its own. Default 48 KiB. */
  blockBytes?: number;
  /** Default: the platform's gzip, at its default level. */
  compress?: Compress;
  /** Size above which the directory is split into a root and leaves. Default 256 KiB. */
  directoryBytes?: number;
  /**
   * Size up to which a split directory is written in one piece, too, for whoever has room to keep it at hand. Default
   * 0.
   */
  wholeDirectoryBytes?: number;
}
