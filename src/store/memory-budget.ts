/**
 * Who may take how much of a Worker's 128 MB, which everything in an isolate shares. All figures in bytes; their sum is what
 * one request of the largest kind needs beside what is always there. Programs of one's own machine take a larger cache
 * (src/deno.ts --cache).
 */
const MiB = 1024 * 1024;

export const WORKER_MEMORY = 128 * 1000 * 1000;

/** The script, the runtime's own heap, small garbage that has not been collected yet. */
const RUNTIME_MEMORY = 20 * MiB;

/**
 * Directories that ride along with the root, in its bytes: all of a chromosome with 20 million variants take 2.7 MB, in one piece each. The first
 * request of a process reads them all, at a millisecond of CPU or less a MiB (docs/decisions/0017).
 */
export const ATTACHED_DIRECTORIES = 4 * MiB;
/** The rest of the root: the manifest as text and, once requests have needed all of it, parsed, about twice that. 300 genomes take some 2 MiB of text. */
const MANIFEST_MEMORY = 8 * MiB;

/**
 * Decoded blocks kept between requests. Other roots take their memory from this: that of a release which requests name, that of a newer
 * one, and, while there are no blocks and no answers yet, those that requests which meet at a cold start read, each for itself.
 */
export const BLOCK_CACHE = 24 * MiB;
/** Records of them, parsed, of all tables together (src/index/parsed-records.ts). */
export const PARSED_RECORDS = 6 * MiB;

/**
 * Texts kept between requests of homologies and nodes of trees, in all formats together (src/handlers/comparative-genomics/kept-texts.ts).
 * A homology with its two rows takes some 1,500 bytes, a node some 500.
 */
export const KEPT_TEXTS = 3 * MiB;

/** A Worker has six connections a request; further reads would only queue behind these. */
export const OPEN_READS = 6;
/**
 * No read that covers several blocks is longer. A range request delivers 10 MB/s and more, so that a second one, at the
 * same time, costs nothing.
 */
export const LARGEST_READ = 2 * MiB;

/** Stored bytes of the blocks that a long list is read by: decoded they take up to MEMORY_OF_STORED_BYTE as much, and there are two such pieces. */
export const READ_AHEAD = 384 * 1024;

/** Most bases, or letters, of one answer of sequences. */
export const LARGEST_SEQUENCES = 10_000_000;
/** How often they are in memory at worst: as bytes, as text, in the answer's document, and that encoded. */
export const COPIES_OF_SEQUENCES = 4;

/**
 * What all answers under way may take together of what they say (src/operation/memory-room.ts): one of the largest sequences, or
 * several smaller answers. What takes less than LITTLE says nothing.
 */
export const MEMORY_OF_ANSWERS = COPIES_OF_SEQUENCES * LARGEST_SEQUENCES;
export const LITTLE = 1_000_000;
/**
 * What records that are looked at all at once take for each of their stored bytes: packed blocks decode to up to 16 (repeats and variants
 * 15, details of variants 11, phenotypes 5; transcript-variations, of which an answer lists few, 21), and what is parsed and written of them
 * comes while others are not yet.
 */
export const MEMORY_OF_STORED_BYTE = 16;

/**
 * Stored bytes of the records that one answer may be made of in a Worker, where it cannot be written as they are read, as the
 * features of a region are: what all answers may take. 2.5 MB are some 70,000 phenotypes.
 */
export const LARGEST_LIST = MEMORY_OF_ANSWERS / MEMORY_OF_STORED_BYTE;
/** The same on a machine of one's own. */
export const LARGEST_LIST_AT_HOME = 64 * MiB;

/** What all of this comes to. */
export const MEMORY_NEEDED =
  RUNTIME_MEMORY + ATTACHED_DIRECTORIES + MANIFEST_MEMORY + BLOCK_CACHE + PARSED_RECORDS + KEPT_TEXTS + OPEN_READS * LARGEST_READ + MEMORY_OF_ANSWERS;
