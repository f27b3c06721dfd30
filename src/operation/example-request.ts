import type { Operation } from './operation.ts';
import { fillAddress, fillText, type Samples } from './samples.ts';

/** A request for JSON, below the service's path. */
export interface ExampleRequest {
  /** Path and query. */
  address: string;
  headers: Record<string, string>;
  /** Of a POST; null of others. */
  body: string | null;
}

/** The catalogue's example of an operation; null where the release has no data for it. */
export function exampleRequest({ example, body }: Operation, samples: Samples): ExampleRequest | null {
  const address = fillAddress(example, samples);
  if (address === null) return null;
  const items = body && (body.example ?? []).map((item) => fillText(item, samples));
  return { address, headers: { accept: 'application/json', 'content-type': 'application/json' }, body: body ? JSON.stringify({ [body.key]: items }) : null };
}
