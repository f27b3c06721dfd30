/** A request of a view, with answers of a service that exists only in the test. */
import type { PageRequest } from '../../../../src/pages/views/view.ts';

export interface FakeRequest extends PageRequest {
  /** Addresses of all questions, in order. */
  asked: string[];
}

/**
 * @param answers by a part of the address; the first that matches is given
 * @param parts with the names of the species of the release
 */
export function fakeRequest(
  parts: Partial<Pick<PageRequest, 'path' | 'isCut'>> & {
    query?: Record<string, string>;
    known?: string[];
    /** Compara database of all trees. */
    compara?: string;
    /** Populations with genotypes. */
    genotyped?: string[];
  },
  answers: Record<string, unknown> = {},
): FakeRequest {
  const asked: string[] = [];
  const { query = {}, path = {}, isCut = false, known = [], compara, genotyped = [] } = parts;
  return {
    base: '/rest',
    path,
    isCut,
    query: new Map(Object.entries(query).map(([name, value]): [string, string[]] => [name, [value]])),
    release: {
      knows: (species) => known.includes(species),
      groupsOf: () => ['core', 'variation', 'funcgen'],
      comparaOfTree: async () => compara,
      genotypedPopulations: async () => genotyped,
    },
    asked,
    ask: async (address) => {
      asked.push(address);
      return Object.entries(answers).find(([part]) => address.includes(part))?.[1] ?? null;
    },
  };
}
