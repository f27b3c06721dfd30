/**
 * The example of every operation with ids of the demo, as programs: those on the pages of this service, and those in
 * the form of Ensembl's documentation, which has no prefix in its paths.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { get, present } from '../../../src/checked.ts';
import { MEDIA_TYPES } from '../../../src/formats/media-types.ts';
import { exampleBody } from '../../../src/pages/operation-page.ts';
import { snippets, type Snippet, type SnippetRequest } from '../../../src/pages/snippets.ts';
import { demoOperations } from '../../support/demo-index.ts';
import { ensemblExamples } from './ensembl-examples.ts';
import { INTERPRETERS, type Outcome } from './run-programs.ts';
import { servedDemo } from './served-demo.ts';

interface Example extends SnippetRequest {
  /** Method and path of the operation. */
  name: string;
  /** Path and query below the base path. */
  address: string;
}

let base: string;
let examples: Example[];

beforeAll(async () => {
  base = await servedDemo();
  examples = (await demoOperations()).flatMap((operation): Example[] => {
    const { method, path, formats, example } = operation;
    if (example === undefined) return [];
    const request = { method, url: base + example, accept: MEDIA_TYPES[formats[0]], body: exampleBody(operation) };
    return [{ ...request, name: `${method} ${path}`, address: example }];
  });
});

/** Runs the programs of one language. @returns the operations of those that failed or printed nothing, and why */
async function failures(
  language: string,
  of: readonly Example[],
  programs: (example: Example) => Snippet[],
  fault: (outcome: Outcome, example: Example) => string | null,
): Promise<[name: string, fault: string][]> {
  const codes = of.map(
    (example) =>
      present(
        programs(example).find((each) => each.language === language),
        language,
      ).code,
  );
  const outcomes = await get(new Map(Object.entries(INTERPRETERS)), language).run(codes);
  return of.flatMap((example, which): [string, string][] => {
    const outcome = present(outcomes[which], 'the outcome');
    const found = outcome.error ?? fault(outcome, example);
    return found === null ? [] : [[example.name, found.slice(0, 300)]];
  });
}

/** The fault of an output that is empty, an error, or not of the format that the program requests. */
function faultOf({ output }: Outcome, language: string, isJson: boolean): string | null {
  if (output.trim().length < 3) return `printed ${JSON.stringify(output)}`;
  if (/^\s*\{\s*"error"/.test(output)) return output;
  // Python and R print their own notation of values.
  if (!isJson || language === 'Python' || language === 'R') return null;
  try {
    JSON.parse(output);
    return null;
  } catch {
    return `printed no JSON: ${output.slice(0, 100)}`;
  }
}

const HALF_A_MINUTE = 30_000;

describe.each(['curl', 'Perl', 'Python', 'R', 'Ruby', 'JavaScript'])('%s', (language) => {
  const { needs, isInstalled } = get(new Map(Object.entries(INTERPRETERS)), language);

  test.skipIf(!isInstalled)(`programs on the pages print data (${needs})`, { timeout: HALF_A_MINUTE }, async () => {
    expect(examples.length).toBeGreaterThan(80);
    expect(
      await failures(language, examples, snippets, (outcome, { accept }) =>
        faultOf(outcome, language, accept === 'application/json'),
      ),
    ).toEqual([]);
  });

  if (language === 'JavaScript') return;
  test.skipIf(!isInstalled)(
    `programs in the form of Ensembl's documentation print the answer (${needs})`,
    { timeout: HALF_A_MINUTE },
    async () => {
      const inJson = examples.filter(({ accept }) => accept === 'application/json');
      const server = new URL(base).origin;
      const answers = new Map<string, unknown>();
      for (const { name, method, url, body } of inJson) {
        const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
        answers.set(name, await (await fetch(url, { method, headers, body })).json());
      }
      expect(
        await failures(
          language,
          inJson,
          (example) => ensemblExamples(server, example.address, example),
          ({ output }, { name }) => {
            const [printed, expected] = [JSON.parse(output) as unknown, answers.get(name)];
            // Perl and Python may print another text of the same number.
            return shapeOf(printed) === shapeOf(expected) ? null : `printed ${output}`;
          },
        ),
      ).toEqual([]);
    },
  );
});

/** A JSON value with sorted keys and with numbers of six digits. */
function shapeOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'number') return Number(each.toPrecision(6));
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
