import { operations } from '../../src/catalogue/catalogue.ts';
import type { Operation } from '../../src/operation/operation.ts';

/** How the handler of each operation ended, by 'GET /lookup/id/:id': with what kind of answer, or which error. */
export type Told = Record<string, string>;

/** The catalogue, whose handlers leave in `told` how they end. */
export function tellingOperations(told: Told): Operation[] {
  return operations.map((operation) => ({
    ...operation,
    async handler(request) {
      const ended = (how: string) => void (told[`${operation.method} ${operation.path}`] = how);
      try {
        const result = await operation.handler(request);
        if (result.kind === 'stream') return { ...result, chunks: telling(result.chunks, () => ended('stream'), (error) => ended(error.message)) };
        ended(result.kind);
        return result;
      } catch (error) {
        ended((error as Error).message);
        throw error;
      }
    },
  }));
}


async function* telling<T>(chunks: AsyncIterable<T>, begun: () => void, failed: (error: Error) => void): AsyncGenerator<T> {
  try {
    for await (const chunk of chunks) {
      begun();
      yield chunk;
    }
  } catch (error) {
    failed(error as Error);
    throw error;
  }
}
