/** Asks this service for the effects of lines of any format. */
import { readVariants, type Refusal, type ShownVariant } from './effect-rows.ts';
import { lineGroups, unanswered } from './variant-lines.ts';

/** The operations of this service that the page uses. */
export interface Service {
  /** The JSON of a GET, or of a POST with a body; null if it is not 200. */
  ask: (address: string, body?: object) => Promise<unknown>;
  /** The JSON of a POST, or the sentence of its error. */
  post: (address: string, body: unknown) => Promise<{ answer: unknown } | { error: string }>;
  /** The text of VCF with the effects on some of its lines. */
  annotated: (species: string, lines: readonly string[], query: string) => Promise<string>;
}

/** Most lines of a request, as POST vep/:species/region allows. */
export const LINES_PER_REQUEST = 200;

export interface PredictedEffects {
  /** Objects of the answers. */
  answers: unknown[];
  variants: ShownVariant[];
  refusals: Refusal[];
}

/** @param query options of VEP */
export async function predictedEffects(
  species: string,
  lines: readonly string[],
  query: string,
  { post }: Pick<Service, 'post'>,
): Promise<PredictedEffects> {
  const { groups, unknown } = lineGroups(lines, LINES_PER_REQUEST);
  const refusals: Refusal[] = unknown.map((input) => ({ input, error: 'is in none of the formats' }));
  const answers: unknown[] = [];
  for (const { lines: sent } of groups) {
    const result = await post(`/vep/${encodeURIComponent(species)}/region?${query}`, { variants: sent });
    if ('error' in result) {
      refusals.push(...sent.map((input) => ({ input, error: result.error })));
      continue;
    }
    const found = Array.isArray(result.answer) ? result.answer : [];
    answers.push(...found);
    const inputs = readVariants(found).map(({ input }) => input);
    // As in Ensembl, the answer leaves out lines that it does not understand or cannot place.
    const missing = unanswered(sent, inputs);
    refusals.push(...missing.map((input) => ({ input, error: 'cannot be read, or is not on this assembly' })));
  }
  return { answers, variants: readVariants(answers), refusals };
}
