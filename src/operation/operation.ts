/**
 * One operation of the service. Routing, parameter parsing, format choice, documentation and the OpenAPI document are
 * derived from this entry. To add an operation, write one `operation({...})` in the catalogue file of its group and one
 * handler function:
 *
 *     export const ping = operation({
 *       group: 'Information', method: 'GET', path: '/info/ping', summary: 'Checks if the service is alive.',
 *       parameters: { verbose: flag('Include details') },
 *       formats: ['json', 'xml', 'jsonp'], example: '/info/ping',
 *       handler: async ({ params, release }) => ({ kind: 'value', value: { ping: 1 } }),
 *     });
 *
 * A handler declares the parameters that it needs, and the compiler checks that the entry contains them:
 *
 *     async function lookupId({ params }: OperationRequest<{ id: string; expand: boolean }>): Promise<Answer>
 */
import type { Release } from '../release/release.ts';
import type { Format, Formats } from '../formats/media-types.ts';
import type { SequenceRecord } from '../formats/sequence-formats.ts';
import { exampleNamesIn } from '../release/example-values.ts';
import type { MemoryReservation } from './memory-reservation.ts';
import type { Parameters, ParameterValues } from './parameter.ts';
import type { WorkBudget } from '../work-budget.ts';

export type { Format, Formats } from '../formats/media-types.ts';
export * from './parameter.ts';

type Group =
  | 'Archive'
  | 'Comparative Genomics'
  | 'Cross References'
  | 'GA4GH'
  | 'Information'
  | 'Linkage Disequilibrium'
  | 'Lookup'
  | 'Mapping'
  | 'Ontologies and Taxonomy'
  | 'Overlap'
  | 'Phenotype annotations'
  | 'Refget'
  | 'Regulation'
  | 'Sequence'
  | 'Transcript Haplotypes'
  | 'VEP'
  | 'Variation';

/** The input of a handler, without HTTP: typed parameters with defaults, the release, the format and the budgets. */
export interface OperationRequest<P = Record<string, unknown>> {
  params: P;
  /** The list of a POST body (`{"ids": [...]}`) as texts in the order sent, including duplicates; empty for GET. */
  items: readonly string[];
  /** The whole JSON body of a POST; an empty object for GET. */
  body: Readonly<Record<string, unknown>>;
  /** All parameters of the query as sent, also those that the operation does not declare. */
  query?: ReadonlyMap<string, readonly string[]>;
  release: Release;
  /** The decompressed bytes of a streamed body; read once. */
  upload?: AsyncIterable<Uint8Array>;
  /** Most elements of the list, or lines of a streamed body. */
  mostItems?: number;
  /** Most bases of a slice; Infinity if the operation has no such limit. */
  longestSlice: number;
  /** CPU time of the request: a handler counts work that costs more than reading a few records. */
  work: WorkBudget;
  /** Memory of the request: a handler reserves what exceeds RESERVATION_THRESHOLD. */
  memory: MemoryReservation;
  /** The format of the answer; 'json' also for HTML pages and JSONP. */
  format: Format;
}

/**
 * The result of a handler:
 * - value: plain data for json, jsonp, xml and yaml; a string also for text. `headers` are sent with it.
 * - json: the same as JSON text, for data that the index stores as JSON.
 * - sequences: for all formats of the sequence operations. If `single`, JSON is one object instead of a list.
 * - stream: text in the chosen format, for large answers; `chunks` is read once, lazily. A stream of at most 64 KiB is
 *   sent as a whole. `asValue` returns the same answer as plain data for an HTML page and reserves the memory for it.
 *   Without it, the page parses the text.
 *
 * `hint` is a sentence in ASCII about an answer that lacks what the client looks for. It is sent in the header X-Hint.
 */
export type Answer = (
  | { kind: 'value'; value: unknown; headers?: Readonly<Record<string, string>>; head?: AnswerHead }
  | { kind: 'json'; text: string }
  | { kind: 'sequences'; sequences: readonly SequenceRecord[]; single: boolean }
  | {
      kind: 'stream';
      chunks: AsyncIterable<string | Uint8Array>;
      head?: AnswerHead;
      asValue?: () => Promise<unknown>;
    }
) & { hint?: string | undefined };

/** Status and headers of a text that is sent as it is, without a page or a script around it. */
export interface AnswerHead {
  status?: 206;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
}

type Handler<P = Record<string, unknown>> = (request: OperationRequest<P>) => Promise<Answer> | Answer;

/** The JSON body of a POST: an object with one list of texts and any of the operation's parameters. */
export interface Body {
  /** The key of the list: ids, symbols, regions … */
  key: string;
  summary: string;
  /** Most elements of the list; more return 400 with Ensembl's text. Infinity for no limit. */
  limit: number;
  /** A text is accepted as a list too, with commas between its elements. */
  commas?: true;
  /** Meaning of a missing list (or body): 'empty' is an empty list; any other text is the text of a 400. */
  missing: 'empty' | string;
  /** Whether null in place of the list is an empty list, as where Ensembl only checks that the key exists. */
  nullIsEmpty?: boolean;
  /** JSON, or a file with one of these media types. The handler reads the body (`upload`), of any length. */
  streamed?: readonly string[];
  example?: readonly string[];
}

export interface OperationEntry<P extends Parameters> {
  group: Group;
  method: 'GET' | 'POST';
  /** Path below /rest, with `:name` for path parameters: '/lookup/id/:id'. */
  path: string;
  /** Other paths of the same operation, such as '/lookup/:id'; they may omit optional path parameters. */
  aliases?: readonly string[];
  summary: string;
  description?: string;
  parameters: P;
  /** Required for POST, forbidden for GET. */
  body?: Body;
  /** Most bases of a slice that a request may ask for; the handler checks it. */
  longestSlice?: number;
  /** Most milliseconds of CPU time of a request, as estimated beforehand; work-budget.ts has the default. */
  milliseconds?: number;
  /** Formats of the operation; the first is the default. */
  formats: Formats;
  /** Media types with another meaning in this operation: for alignments, text/xml means PhyloXML. */
  mediaTypes?: Readonly<Record<string, Format>>;
  /** Headers of answers beyond those that all have, with what they say. */
  headers?: Readonly<Record<string, string>>;
  /** Content-Type of answers, where a protocol requires another one than MEDIA_TYPES. */
  contentTypes?: Readonly<Partial<Record<Format, string>>>;
  /** Status of the error for a media type that the operation does not offer; 415 by default, as in Ensembl. */
  unacceptable?: 406;
  handler: Handler<ParameterValues<P>>;
  /** Whether a parameter that is sent several times is rejected, as in Ensembl; elsewhere the first value counts. */
  rejectsRepeated?: boolean;
  /** The answer describes the present state of the service: it is neither cached nor rejected by the rate limit. */
  uncached?: boolean;
  /** Works without a readable release: the handler does not use `release`. */
  standalone?: boolean;
  /**
   * Path and query below /rest of a request that returns data. Names in braces are replaced by example values of the
   * release (src/release/example-values.ts). A POST uses it with the example of the body, which has names in braces
   * too.
   */
  example: string;
  /**
   * The same for a request that returns 4xx. Required if unknown texts as path parameters do not return 4xx. Without
   * it, tests use such texts, a POST body that is not JSON, or an unknown format.
   */
  badExample?: string;
}

/** An entry whose parameters match its handler. */
// biome-ignore lint/suspicious/noExplicitAny: the catalogue contains handlers of different parameters
export type Operation = Omit<OperationEntry<Parameters>, 'handler'> & { handler: Handler<any> };

/**
 * Checks an entry and erases the types of its parameters. Throws an Error, at start-up, if a path parameter is not
 * declared or a declared one is in no path, or if a POST has no body or a GET has one.
 */
export function operation<const P extends Parameters>(entry: OperationEntry<P>): Operation {
  const where = `${entry.method} ${entry.path}`;
  const inPaths = new Set([entry.path, ...(entry.aliases ?? [])].flatMap(pathParameters));
  for (const name of inPaths) {
    if (entry.parameters[name]?.in !== 'path') throw new Error(`${where}: the path parameter :${name} is not declared`);
  }
  for (const [name, parameter] of Object.entries(entry.parameters)) {
    if (parameter.in === 'path' && !inPaths.has(name)) throw new Error(`${where}: no path contains :${name}`);
  }
  if ('release' in entry.parameters) throw new Error(`${where}: the parameter name 'release' is reserved`);
  if ((entry.method === 'POST') !== (entry.body !== undefined))
    throw new Error(`${where}: POST requires a body, GET forbids it`);
  checkExamples(entry);
  return entry;
}

/** Throws an Error if an example contains an unknown name in braces. */
function checkExamples({
  example,
  badExample = '',
  body,
  parameters,
}: Omit<OperationEntry<Parameters>, 'handler'>): void {
  const ofParameters = Object.values(parameters).map((parameter) => parameter.example ?? '');
  for (const template of [example, badExample, ...(body?.example ?? []), ...ofParameters]) exampleNamesIn(template);
}

/** The names of the `:name` segments of a path, in order. */
export function pathParameters(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment.startsWith(':'))
    .map((segment) => segment.slice(1));
}
