/** What variant_recoder answers: an object for each item, in it one for each allele, in that a list for each field. */
import { at, get } from '../../checked.ts';
import { ApiError, attempt, type Outcome } from '../../api-error.ts';
import type { VariantPlace } from './variant-place.ts';

export const FIELDS = [
  'id',
  'hgvsg',
  'hgvsc',
  'hgvsp',
  'spdi',
  'vcf_string',
  'var_synonyms',
  'mane_select',
  'ga4gh_vrs',
] as const;
export type Field = (typeof FIELDS)[number];
export const DEFAULT_FIELDS = 'id,hgvsg,hgvsc,hgvsp,spdi';

export interface FieldParams {
  fields: readonly string[];
  vcf_string: boolean;
  var_synonyms: boolean;
  ga4gh_vrs: boolean;
}

/**
 * The fields asked for; as in Ensembl names of no field are passed over. Throws ApiError (400) where no other is sent.
 */
export function readFields({ fields, vcf_string, var_synonyms, ga4gh_vrs }: FieldParams): ReadonlySet<Field> {
  const given = fields
    .flatMap((each) => each.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const asked = new Set(given.length > 0 ? given : DEFAULT_FIELDS.split(','));
  if (!FIELDS.some((field) => asked.has(field)))
    throw new ApiError(
      `None of the fields ${given.map((name) => `'${name}'`).join(', ')} is known; ` +
        `please use some of ${FIELDS.join(', ')}`,
    );
  for (const [name, wanted] of Object.entries({ vcf_string, var_synonyms, ga4gh_vrs })) if (wanted) asked.add(name);
  return new Set(FIELDS.filter((field) => asked.has(field)));
}

type Value = string | object;

class AlleleAnswer {
  readonly #fields = new Map<Field, Value[]>();

  /** Values that are not yet among the field's; null is none. */
  add(field: Field, values: readonly (Value | null)[]): void {
    const list = this.#fields.get(field) ?? [];
    for (const value of values)
      if (value !== null && (typeof value === 'object' || !list.includes(value))) list.push(value);
    this.#fields.set(field, list);
  }

  /** A field without a value is left out. */
  value(input: string, fields: ReadonlySet<Field>): object {
    const entries = FIELDS.filter((field) => fields.has(field) && (this.#fields.get(field)?.length ?? 0) > 0);
    return { input, ...Object.fromEntries(entries.map((field) => [field, get(this.#fields, field)])) };
  }
}

/** An item of a request on its way to its answer. */
export class RecodedItem {
  readonly #input: string;
  readonly #warnings: string[];
  readonly #alleles = new Map<string, AlleleAnswer>();
  readonly places: VariantPlace[];
  #refusal: ApiError | null;

  constructor(input: string, places: Outcome<VariantPlace[]>, warnings: readonly string[]) {
    this.#input = input;
    this.#warnings = [...warnings];
    this.#refusal = places instanceof ApiError ? places : null;
    this.places = places instanceof ApiError ? [] : places;
  }

  /** What some work on a place gives; nothing when it refuses, which is kept. */
  settle<T>(work: () => T[]): T[] {
    const outcome = attempt(work);
    if (!(outcome instanceof ApiError)) return outcome;
    this.#refusal ??= outcome;
    return [];
  }

  /** Says once what a client should know although there is an answer. */
  warn(text: string): void {
    if (!this.#warnings.includes(text)) this.#warnings.push(text);
  }

  allele(name: string): AlleleAnswer {
    let answer = this.#alleles.get(name);
    if (!answer) this.#alleles.set(name, (answer = new AlleleAnswer()));
    return answer;
  }

  /** Throws the first refusal (400) when no item has an answer. */
  static answer(items: readonly RecodedItem[], fields: ReadonlySet<Field>): object[] {
    const answers: object[] = [];
    let rejected: string[] = [];
    for (const item of items) {
      if (item.#alleles.size === 0) {
        rejected.push(item.#whyNot().message);
        continue;
      }
      const warnings = [...rejected, ...item.#warnings];
      rejected = [];
      const alleles = [...item.#alleles].map(([name, allele]) => [name, allele.value(item.#input, fields)]);
      answers.push(Object.fromEntries(warnings.length > 0 ? [...alleles, ['warnings', warnings]] : alleles));
    }
    if (answers.length === 0) throw at(items, 0).#whyNot();
    return answers;
  }

  #whyNot(): ApiError {
    return this.#refusal ?? new ApiError(`No alternative allele is known of the variant '${this.#input}'`);
  }
}
