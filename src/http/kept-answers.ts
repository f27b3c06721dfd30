/**
 * Finished answers in memory. An answer is kept when it is asked for a second time: keeping each answer would cost
 * those that are asked for only once. Answers of one release only, the current one.
 */
import type { Format } from '../formats/media-types.ts';
import { RELEASE_HEADER } from './response.ts';

export interface KeptAnswer {
  text: string;
  /** All headers of the answer. Those about the client's limit are replaced when it is sent again. */
  headers: Readonly<Record<string, string>>;
  etag: string;
  /** Id of the release. */
  release: string;
  /** Method and path as in the catalogue. */
  operation: string;
  format: Format;
}

interface Entry {
  answer: KeptAnswer;
  /** Bytes of memory. */
  size: number;
}

/** Bytes of memory of an answer in addition to its text and key: headers and map slots. */
const ANSWER_OVERHEAD = 2_000;

/** The largest answer takes this part of the budget. */
const LARGEST_PART = 1 / 16;

/** Number of hashes of requests that are remembered; a power of two. A newer one replaces one with the same last bits. */
const REMEMBERED = 8_192;

export class KeptAnswers {
  readonly #budget: number;
  #release = '';
  /** Answers kept or used since `#older` was replaced; at most half of the budget. */
  #recent = new Map<string, Entry>();
  #older = new Map<string, Entry>();
  /** Bytes of `#recent`. */
  #size = 0;
  /** Hashes of requests that were answered once. Texts in their place would take 1.1 of the CPU time. */
  readonly #asked = new Uint32Array(REMEMBERED);

  /** @param budget in bytes */
  constructor(budget: number) {
    this.#budget = budget;
  }

  /**
   * The answer to the same GET, if it was kept. The caller checks that its release is still the current one.
   * Undefined for a request that names a release.
   */
  find(request: Request): KeptAnswer | undefined {
    const key = keyOf(request);
    const recent = this.#recent.get(key);
    const entry = recent ?? this.#older.get(key);
    if (!entry || request.headers.get(RELEASE_HEADER) !== null) return undefined;
    if (!recent) {
      this.#older.delete(key);
      this.#keep(key, entry);
    }
    return entry.answer;
  }

  /** Keeps the answer to a GET for the current release, if it was offered before and is not too large. */
  offer(request: Request, answer: KeptAnswer): void {
    if (answer.release !== this.#release) this.#forget(answer.release);
    const largest = this.#budget * LARGEST_PART;
    if (answer.text.length > largest) return;
    const key = keyOf(request);
    const hash = hashOf(key);
    const slot = hash % REMEMBERED;
    if (this.#asked[slot] !== hash) {
      this.#asked[slot] = hash;
      return;
    }
    const { 'server-timing': _, ...headers } = answer.headers;
    const size = sizeOf(answer.text) + sizeOf(key) + ANSWER_OVERHEAD;
    if (size <= largest) this.#keep(key, { answer: { ...answer, headers }, size });
  }

  #keep(key: string, entry: Entry): void {
    if (this.#size + entry.size > this.#budget / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#size = 0;
    }
    this.#recent.set(key, entry);
    this.#size += entry.size;
  }

  #forget(release: string): void {
    this.#release = release;
    this.#recent = new Map();
    this.#older = new Map();
    this.#size = 0;
    this.#asked.fill(0);
  }
}

/** The parts of a request that its answer depends on: the URL and the headers that choose the format. */
function keyOf({ url, headers }: Request): string {
  return `${url}\n${headers.get('accept') ?? ''}\n${headers.get('content-type') ?? ''}`;
}

/** Bytes of memory: V8 stores a text with two bytes for each character if one of them is beyond Latin-1. */
function sizeOf(text: string): number {
  return text.length * (/[^\0-\xff]/.test(text) ? 2 : 1);
}

/** FNV-1a of the UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
