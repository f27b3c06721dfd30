/** A request of a view, with answers of a service that exists only in the test. */
import type { ViewRequest } from '../../../../src/pages/views/view.ts';

export interface FakeRequest extends ViewRequest {
  /** Addresses of all questions, in order. */
  asked: string[];
}

/** @param answers by a part of the address; the first that matches is given */
export function fakeRequest(
  parts: Partial<Pick<ViewRequest, 'path' | 'isCut'>> & { query?: Record<string, string> },
  answers: Record<string, unknown> = {},
): FakeRequest {
  const asked: string[] = [];
  const { query = {}, path = {}, isCut = false } = parts;
  return {
    base: '/rest',
    path,
    isCut,
    query: new Map(Object.entries(query).map(([name, value]): [string, string[]] => [name, [value]])),
    get release(): never {
      throw new Error('views of this test read no release');
    },
    asked,
    ask: async (address) => {
      asked.push(address);
      return Object.entries(answers).find(([part]) => address.includes(part))?.[1] ?? null;
    },
  };
}
