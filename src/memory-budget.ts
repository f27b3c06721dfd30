/**
 * What may take how much of a Worker's 128 MB, which everything in an isolate shares, in bytes. MEMORY_NEEDED is what
 * one request of the largest kind needs in addition to what is always there. On Deno the cache is larger (src/deno.ts
 * --cache).
 */
import { MAX_OPEN_READS, MAX_READ_BYTES, READ_AHEAD } from './index/blocks/read-plan.ts';
import { PARSED_RECORDS } from './index/tables/parsed-records.ts';
import { BLOCK_CACHE } from './store/byte-cache.ts';

const MiB = 1024 * 1024;

export const WORKER_MEMORY = 128 * 1000 * 1000;

/** The script, the runtime's own heap, small garbage that has not been collected yet. */
const RUNTIME_MEMORY = 20 * MiB;

/**
 * Directories that ride along with the root, in its bytes: all of a chromosome with 20 million variants take 2.7 MB, in
 * one piece each. The first request of a process reads them all, at a millisecond of CPU or less a MiB
 * (docs/decisions/0017).
 */
export const ATTACHED_DIRECTORIES = 4 * MiB;
/**
 * The rest of the root: the manifest as text and, once requests have needed all of it, parsed, about twice that. 300
 * genomes take some 2 MiB of text.
 */
const MANIFEST_MEMORY = 8 * MiB;

/**
 * Texts kept between requests of homologies and nodes of trees, in all formats together
 * (src/handlers/compara/text-cache.ts). A homology with its two rows takes some 1,500 bytes, a node some 500.
 */
export const TEXT_CACHE_BYTES = 3 * MiB;

/** Most bases, or letters, of one answer of sequences. */
export const MAX_SEQUENCE_LETTERS = 10_000_000;
/** How often they are in memory at worst: as bytes, as text, in the answer's document, and that encoded. */
export const COPIES_OF_SEQUENCES = 4;

/**
 * What all answers under way may take together of what they say (src/operation/memory-reservation.ts): one of the
 * largest sequences, or several smaller answers. What takes less than RESERVATION_THRESHOLD says nothing.
 */
export const MEMORY_OF_ANSWERS = COPIES_OF_SEQUENCES * MAX_SEQUENCE_LETTERS;
export const RESERVATION_THRESHOLD = 1_000_000;
/**
 * What records that are looked at all at once take for each of their stored bytes: packed blocks decode to up to 16
 * (repeats and variants 15, details of variants 11, phenotypes 5; transcript-variations, of which an answer lists few,
 * 21), and what is parsed and written of them comes while others are not yet.
 */
export const MEMORY_OF_STORED_BYTE = 16;
/** Memory of a list that is read in pieces while the answer is sent, of which at most two are in memory. */
export const MEMORY_OF_STREAMED_LIST = 2 * READ_AHEAD * MEMORY_OF_STORED_BYTE;

/**
 * Stored bytes of the records that one answer may be made of in a Worker, where it cannot be written as they are read,
 * as the features of a region are: what all answers may take. 2.5 MB are some 70,000 phenotypes.
 */
export const MAX_LIST_BYTES = MEMORY_OF_ANSWERS / MEMORY_OF_STORED_BYTE;
/** The same on a machine of one's own. */
export const MAX_LIST_BYTES_ON_SERVER = 64 * MiB;

/** What all of this comes to. */
export const MEMORY_NEEDED =
  RUNTIME_MEMORY +
  ATTACHED_DIRECTORIES +
  MANIFEST_MEMORY +
  BLOCK_CACHE +
  PARSED_RECORDS +
  TEXT_CACHE_BYTES +
  MAX_OPEN_READS * MAX_READ_BYTES +
  MEMORY_OF_ANSWERS;
