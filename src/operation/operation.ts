/**
 * One operation of the service, stated once. Routing, parameter parsing, format choice, documentation and the OpenAPI
 * document all come from this entry; an operation is added with one `operation({...})` in the catalogue file of its
 * group and one handler function:
 *
 *     export const ping = operation({
 *       group: 'Information', method: 'GET', path: '/info/ping', summary: 'Checks if the service is alive.',
 *       parameters: { verbose: flag('Say more') },
 *       formats: ['json', 'xml', 'jsonp'], example: '/info/ping',
 *       handler: async ({ params, release }) => ({ kind: 'value', value: { ping: 1 } }),
 *     });
 *
 * A handler in another file says which parameters it needs, and the compiler checks that the entry declares them:
 *
 *     async function lookupId({ params }: OperationRequest<{ id: string; expand: boolean }>): Promise<Answer>
 */
import type { Release } from '../release/release.ts';
import type { Format } from '../formats/media-types.ts';
import type { SequenceRecord } from '../formats/sequence-formats.ts';
import { exampleNamesIn } from '../release/example-values.ts';
import type { MemoryReservation } from './memory-reservation.ts';
import type { Bag, Parameters } from './parameter.ts';
import type { WorkBudget } from '../work-budget.ts';

export type { Format } from '../formats/media-types.ts';
export * from './parameter.ts';

type Group =
  | 'Archive'
  | 'Comparative Genomics'
  | 'Cross References'
  | 'Information'
  | 'Linkage Disequilibrium'
  | 'Lookup'
  | 'Mapping'
  | 'Ontologies and Taxonomy'
  | 'Overlap'
  | 'Phenotype annotations'
  | 'Regulation'
  | 'Sequence'
  | 'Transcript Haplotypes'
  | 'VEP'
  | 'Variation';

/** What a handler gets: parsed, typed and with defaults; nothing of HTTP but the format it may fill differently. */
export interface OperationRequest<P = Record<string, unknown>> {
  params: P;
  /** The list of a POST body (`{"ids": [...]}`), as texts in the order sent, duplicates kept; empty for GET. */
  items: readonly string[];
  /** The whole JSON body of a POST, for operations that read more than the list; an empty object otherwise. */
  body: Readonly<Record<string, unknown>>;
  release: Release;
  /** Most bases of a slice that the operation takes; infinite where it says nothing of one. */
  longestSlice: number;
  /** What the request may compute: a handler sets aside what costs more than reading a few records. */
  work: WorkBudget;
  /** Memory that it takes: a handler makes room for what comes to more than a megabyte. */
  memory: MemoryReservation;
  /** The format that will be written; 'json' also for the HTML page and for JSONP. */
  format: Format;
}

/**
 * What a handler gives back.
 * - value: plain data, for json, jsonp, xml, yaml (and text, when it is a string).
 * - json: the same as JSON text, for what stands in the index as such and is mostly sent on as it is.
 * - sequences: for the sequence operations, any of their formats. `single` says whether JSON shows one object or a
 *   list.
 * - stream: text already in the chosen format, for answers that may be too large to hold; `chunks` is read once,
 *   lazily.
 *   A stream that ends within its first 64 KiB is sent as a whole.
 */
export type Answer =
  | { kind: 'value'; value: unknown }
  | { kind: 'json'; text: string }
  | { kind: 'sequences'; sequences: readonly SequenceRecord[]; single: boolean }
  | { kind: 'stream'; chunks: AsyncIterable<string | Uint8Array> };

type Handler<P = Record<string, unknown>> = (request: OperationRequest<P>) => Promise<Answer> | Answer;

/** The JSON body of a POST: an object with one list of texts and, beside it, any of the operation's parameters. */
export interface Body {
  /** The key of the list: ids, symbols, regions … */
  key: string;
  summary: string;
  /** Most elements a request may hold; more is refused in Ensembl's words. */
  limit: number;
  /**
   * A body without the list (or no body): 'empty' hands the handler no items, a text refuses with it (400). Anything
   * else in its place is refused.
   */
  missing: 'empty' | string;
  example?: readonly string[];
}

export interface OperationEntry<P extends Parameters> {
  group: Group;
  method: 'GET' | 'POST';
  /** Below /rest, with `:name` for path parameters: '/lookup/id/:id'. */
  path: string;
  /** Other paths to the same operation, such as '/lookup/:id'; they may leave out optional path parameters. */
  aliases?: readonly string[];
  summary: string;
  description?: string;
  parameters: P;
  /** Only, and always, with POST. */
  body?: Body;
  /** Most bases of a slice that a request may ask for; the handler checks it. */
  longestSlice?: number;
  /**
   * Most milliseconds of CPU time that a request may take, as far as they can be told before: work-budget.ts has the
   * usual number.
   */
  milliseconds?: number;
  /** What the operation can write; the first is the default of programs that ask for nothing. */
  formats: readonly Format[];
  /** Media types that mean something else here: alignments answer text/xml with PhyloXML. */
  mediaTypes?: Readonly<Record<string, Format>>;
  handler: Handler<Bag<P>>;
  /** The answer tells of this moment and may not be kept: is the service alive? */
  momentary?: boolean;
  /** Answers although no release can be read: the handler does not touch `release`. */
  standalone?: boolean;
  /**
   * Path and query below /rest of a request that answers with data, as a template: names in braces stand for the
   * samples of the release being served (samples.ts). Of a POST with the body's example, which holds templates too.
   */
  example: string;
  /**
   * The same of a request that is refused (4xx). Needed where a text that names nothing, in place of all path
   * parameters, is not refused. Without any, a POST whose body is no JSON and a format that does not exist are.
   */
  badExample?: string;
}

/** An entry whose parameter types have been checked against its handler. */
// biome-ignore lint/suspicious/noExplicitAny: the catalogue holds handlers of different parameters
export type Operation = Omit<OperationEntry<Parameters>, 'handler'> & { handler: Handler<any> };

/**
 * Checks an entry (throws an Error, at start-up, on a path parameter that is not declared, one declared but in no path,
 * or a body at the wrong method) and erases its type.
 */
export function operation<const P extends Parameters>(entry: OperationEntry<P>): Operation {
  const where = `${entry.method} ${entry.path}`;
  const inPaths = new Set([entry.path, ...(entry.aliases ?? [])].flatMap(pathParameters));
  for (const name of inPaths) {
    if (entry.parameters[name]?.in !== 'path') throw new Error(`${where}: the path parameter :${name} is not declared`);
  }
  for (const [name, parameter] of Object.entries(entry.parameters)) {
    if (parameter.in === 'path' && !inPaths.has(name)) throw new Error(`${where}: no path holds :${name}`);
  }
  if ('release' in entry.parameters)
    throw new Error(`${where}: the parameter release chooses the release that answers, at every operation`);
  if ((entry.method === 'POST') !== (entry.body !== undefined)) throw new Error(`${where}: a body goes with POST`);
  if (entry.formats.length === 0) throw new Error(`${where}: no format`);
  checkExamples(entry);
  return entry as unknown as Operation;
}

/** Throws an Error for an example that names an unknown example value. */
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
