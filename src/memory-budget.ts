/**
 * How the 128 MB of a Worker, which all requests in an isolate share, are divided, in bytes. MEMORY_NEEDED is the sum
 * for one request of the largest kind, including what is always in memory. On Deno the cache is larger (--cache).
 */
import { MAX_OPEN_READS, MAX_READ_BYTES, READ_AHEAD } from './index/blocks/read-plan.ts';
import { PARSED_RECORDS } from './index/tables/parsed-records.ts';
import { BLOCK_CACHE } from './store/byte-cache.ts';

const MiB = 1024 * 1024;

export const WORKER_MEMORY = 128 * 1000 * 1000;

/** The script, the runtime's own heap, and small garbage that is not collected yet. */
const RUNTIME_MEMORY = 20 * MiB;

/**
 * Directories in the root, in bytes. All directories of a chromosome with 20 million variants, in one piece each, take
 * 2.7 MB. The first request of a process reads them in at most a millisecond of CPU per MiB (docs/decisions/0017).
 */
export const ATTACHED_DIRECTORIES = 4 * MiB;
/**
 * The manifest: its text and, once requests have used all of it, the parsed values, which take about twice as much. The
 * text of 300 genomes takes about 2 MiB.
 */
const MANIFEST_MEMORY = 8 * MiB;

/**
 * Cached texts of homologies and tree nodes, in all formats together (src/handlers/compara/text-cache.ts). A homology
 * with its two rows takes about 1,500 bytes, a node about 500.
 */
export const TEXT_CACHE_BYTES = 3 * MiB;

/** Kept answers of a Worker (src/http/kept-answers.ts). */
export const KEPT_ANSWER_BYTES = 4 * MiB;

/** Maximum number of letters (bases or amino acids) in one answer of sequences. */
export const MAX_SEQUENCE_LETTERS = 10_000_000;
/**
 * Copies of the letters in memory at worst, in answers that are whole before they are sent: as bytes, as text, in the
 * answer's document, and encoded.
 */
export const COPIES_OF_SEQUENCES = 4;
/**
 * Bytes of memory per base in answers that are unpacked while they are sent. Chunks take a quarter of a byte per base,
 * or half if a slice begins and ends within them; the rest is for letters on their way.
 */
export const MEMORY_OF_STREAMED_BASE = 1;

/**
 * Memory that all running answers may reserve together (src/operation/memory-reservation.ts): one answer of the largest
 * sequences, or several smaller ones. Answers below RESERVATION_THRESHOLD reserve nothing.
 */
export const MEMORY_OF_ANSWERS = COPIES_OF_SEQUENCES * MAX_SEQUENCE_LETTERS;
export const RESERVATION_THRESHOLD = 1_000_000;
/**
 * Bytes of memory for each stored byte of records that are decoded all at once. Blocks decode to up to 16 times their
 * stored size: repeats and variants 15, details of variants 11, phenotypes 5. (transcript-variations reach 21, but an
 * answer lists few of them.) Parsed values and text are created while other records are still encoded.
 */
export const MEMORY_OF_STORED_BYTE = 16;
/**
 * Memory of a list that is read in pieces while the answer is sent: two pieces, and as much again as one of them for
 * its text on the way to the client (`npm run harden -- --only memory`).
 */
export const MEMORY_OF_STREAMED_LIST = 3 * READ_AHEAD * MEMORY_OF_STORED_BYTE;

/**
 * Maximum stored bytes of the records in one answer of a Worker if the answer cannot be streamed, as for the features
 * of a region: then it takes all memory for answers. 2.5 MB are about 70,000 phenotypes.
 */
export const MAX_LIST_BYTES = MEMORY_OF_ANSWERS / MEMORY_OF_STORED_BYTE;
/** The same on a server. */
export const MAX_LIST_BYTES_ON_SERVER = 64 * MiB;

/** The sum of all parts. */
export const MEMORY_NEEDED =
  RUNTIME_MEMORY +
  ATTACHED_DIRECTORIES +
  MANIFEST_MEMORY +
  BLOCK_CACHE +
  PARSED_RECORDS +
  TEXT_CACHE_BYTES +
  KEPT_ANSWER_BYTES +
  MAX_OPEN_READS * MAX_READ_BYTES +
  MEMORY_OF_ANSWERS;
