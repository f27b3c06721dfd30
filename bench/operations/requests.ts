/** Requests to every operation of the catalogue that an index answers: its examples, filled with samples drawn from the index. */
import type { Operation } from '../../src/operation/operation.ts';
import { fillAddress, fillText, type Samples } from '../../src/operation/samples.ts';

/** Items of a POST, of which many clients send a few. */
export const ITEMS = 10;

export interface MeasuredRequest {
  /** Path and query below /rest. */
  path: string;
  /** JSON of a POST. */
  body?: string;
}

export interface OperationRequests {
  /** As in the catalogue: 'GET /lookup/id/:id'. */
  operation: string;
  requests: MeasuredRequest[];
}

/** Who answers, and with what status. */
export type Ask = (request: MeasuredRequest) => Promise<number>;

/** For each operation those of its requests that are answered with 200, each once; none where the index has no data for it. */
export async function requestsOf(operations: readonly Operation[], drawn: readonly Samples[], ask: Ask): Promise<OperationRequests[]> {
  const found: OperationRequests[] = [];
  for (const operation of operations) {
    const requests: MeasuredRequest[] = [];
    for (const request of distinct(drawn.flatMap((_, each) => filled(operation, drawn, each) ?? []))) {
      if ((await ask(request)) === 200) requests.push(request);
    }
    found.push({ operation: `${operation.method} ${operation.path}`, requests });
  }
  return found;
}

export function requestInit({ body }: MeasuredRequest): { method: string; body?: string; headers: Record<string, string> } {
  return { method: body === undefined ? 'GET' : 'POST', body, headers: { accept: 'application/json', 'content-type': 'application/json', 'accept-encoding': 'identity' } };
}

/** The request with one set of samples; a list is made of several sets from there on. */
function filled({ example, body }: Operation, drawn: readonly Samples[], each: number): MeasuredRequest | null {
  const path = fillAddress(example, drawn[each]!);
  if (path === null) return null;
  if (!body) return { path };
  const sets = Array.from({ length: ITEMS }, (_, further) => drawn[(each + further) % drawn.length]!);
  const items = new Set(sets.flatMap((samples) => (body.example ?? []).flatMap((item) => fillText(item, samples) ?? [])));
  return { path, body: JSON.stringify({ [body.key]: [...items].slice(0, ITEMS) }) };
}

function distinct(requests: readonly MeasuredRequest[]): MeasuredRequest[] {
  return [...new Map(requests.map((request) => [`${request.path} ${request.body ?? ''}`, request])).values()];
}
