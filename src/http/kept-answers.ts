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

/** Bytes of memory of an answer in addition to its text: headers, key and map slots. */
const ANSWER_OVERHEAD = 2_000;

/** The largest answer takes this part of the budget. */
const LARGEST_PART = 1 / 16;

/** Requests that were answered once, at most 2 MB. When there are more, all are forgotten. */
const MOST_ASKED = 4_096;

/** Requests with longer addresses and headers are not kept. */
const LONGEST_KEY = 400;

export class KeptAnswers {
  readonly #budget: number;
  #release = '';
  /** Answers kept or used since `#older` was replaced; at most half of the budget. */
  #recent = new Map<string, Entry>();
  #older = new Map<string, Entry>();
  /** Bytes of `#recent`. */
  #size = 0;
  readonly #asked = new Set<string>();

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
    const key = keyOf(request);
    if (key.length > LONGEST_KEY) return;
    if (this.#asked.delete(key)) {
      const { 'server-timing': _, ...headers } = answer.headers;
      const size = sizeOf(answer.text) + ANSWER_OVERHEAD;
      if (size <= this.#budget * LARGEST_PART) this.#keep(key, { answer: { ...answer, headers }, size });
      return;
    }
    if (this.#asked.size === MOST_ASKED) this.#asked.clear();
    this.#asked.add(key);
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
    this.#asked.clear();
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
