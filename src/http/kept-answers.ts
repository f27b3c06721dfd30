/**
 * Keeps finished answers of the current release in memory, from the second request for an address on. Keeping every
 * answer would make addresses that are requested once more expensive.
 */
import type { Format } from '../formats/media-types.ts';
import { fnv1a, matchingTag } from './entity-tag.ts';
import type { Observation } from './observation.ts';
import { RELEASE_HEADER, respond } from './response.ts';

export interface KeptAnswer {
  text: string;
  /** All headers of the answer. Those about the client's limit are replaced when it is sent again. */
  headers: Readonly<Record<string, string>>;
  /** Names of the headers that a 304 does not have, since the handler has computed them: hints. */
  handlerHeaders: readonly string[];
  etag: string;
  /** Id of the release. */
  release: string;
  /** Method and path as in the catalogue. */
  operation: string;
  format: Format;
}

/** One of the answers to an address: that for the headers which choose its format. */
interface Variant {
  accept: string | null;
  contentType: string | null;
  answer: KeptAnswer;
  /** Bytes of memory. */
  size: number;
}

/** Bytes of memory of an answer in addition to its text and key: headers and map slots. */
const ANSWER_OVERHEAD = 2_000;

/** The largest answer takes this part of the budget. */
const LARGEST_PART = 1 / 16;

/** Answers to one address; a further one replaces the first. */
const MOST_VARIANTS = 8;

/** Hashes of addresses that are remembered; a power of two. A newer one replaces one with the same last bits. */
const REMEMBERED = 8_192;

export class KeptAnswers {
  readonly #budget: number;
  #release = '';
  /** By address: answers kept or used since `#older` was replaced; at most half of the budget. */
  #recent = new Map<string, Variant[]>();
  #older = new Map<string, Variant[]>();
  /** Bytes of `#recent`. */
  #size = 0;
  /** Hashes of addresses that were answered once. Storing the addresses takes 1.1 to 1.2 times the CPU time. */
  readonly #asked = new Uint32Array(REMEMBERED);

  /** @param budget in bytes */
  constructor(budget: number) {
    this.#budget = budget;
  }

  /**
   * The answer to the same GET, if it was kept. The caller checks that its release is still the current one.
   * Undefined for a request that names a release.
   */
  find({ url, headers }: Request): KeptAnswer | undefined {
    let variants = this.#recent.get(url);
    if (!variants) {
      variants = this.#older.get(url);
      // Most requests end here. Reading a header takes longer than both lookups.
      if (!variants) return undefined;
      this.#older.delete(url);
      for (const variant of variants) this.#keep(url, variant);
    }
    const accept = headers.get('accept');
    const contentType = headers.get('content-type');
    const found = variants.find((each) => each.accept === accept && each.contentType === contentType);
    return headers.get(RELEASE_HEADER) ? undefined : found?.answer;
  }

  /** Keeps the answer to a GET for the current release, if its address was offered before and it is not too large. */
  offer({ url, headers }: Request, answer: KeptAnswer): void {
    if (answer.release !== this.#release) this.#forget(answer.release);
    const largest = this.#budget * LARGEST_PART;
    if (answer.text.length > largest) return;
    const hash = fnv1a(url);
    const slot = hash % REMEMBERED;
    if (this.#asked[slot] !== hash) {
      this.#asked[slot] = hash;
      return;
    }
    const [accept, contentType] = [headers.get('accept'), headers.get('content-type')];
    const { 'server-timing': _, ...sent } = answer.headers;
    const size = ANSWER_OVERHEAD + sizeOf(answer.text) + sizeOf(`${url}${accept}${contentType}`);
    if (size <= largest) this.#keep(url, { accept, contentType, answer: { ...answer, headers: sent }, size });
  }

  #keep(url: string, variant: Variant): void {
    if (this.#size + variant.size > this.#budget / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#size = 0;
    }
    const variants = this.#recent.get(url) ?? [];
    const { accept, contentType } = variant;
    // Concurrent requests offer the same answer.
    const same = variants.findIndex((each) => each.accept === accept && each.contentType === contentType);
    const [replaced] = same >= 0 || variants.length === MOST_VARIANTS ? variants.splice(Math.max(0, same), 1) : [];
    variants.push(variant);
    this.#recent.set(url, variants);
    this.#size += variant.size - (replaced?.size ?? 0);
  }

  #forget(release: string): void {
    this.#release = release;
    this.#recent = new Map();
    this.#older = new Map();
    this.#size = 0;
    this.#asked.fill(0);
  }
}

/** Bytes of memory: V8 stores a text with two bytes for each character if one of them is beyond Latin-1. */
function sizeOf(text: string): number {
  return text.length * (/[^\0-\xff]/.test(text) ? 2 : 1);
}

/**
 * The response that sends a kept answer again: a 304 if the client has it.
 * @param clientHeaders headers of this answer alone: the client's limit
 */
export function keptResponse(
  request: Request,
  answer: KeptAnswer,
  observation: Observation,
  clientHeaders: Readonly<Record<string, string>> | null,
): Response {
  observation.isKept = true;
  observation.operation = answer.operation;
  observation.format = answer.format;
  observation.release = answer.release;
  const headers: Record<string, string> = { ...answer.headers, ...clientHeaders };
  const named = matchingTag(request.headers.get('if-none-match'), answer.etag);
  if (named !== null) {
    for (const name of answer.handlerHeaders) delete headers[name];
    return new Response(null, { status: 304, headers: { ...headers, etag: named } });
  }
  headers['server-timing'] = observation.timing();
  return respond(request, answer.text, { headers });
}
