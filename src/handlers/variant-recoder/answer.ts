/** The answer of variant_recoder: an object per item, with an object per allele, with a list per field. */
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

/** The requested fields. As in Ensembl, unknown names are ignored. Throws ApiError (400) if all names are unknown. */
export function readFields({ fields, vcf_string, var_synonyms, ga4gh_vrs }: FieldParams): ReadonlySet<Field> {
  const sent = fields
    .flatMap((each) => each.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const requested = new Set(sent.length > 0 ? sent : DEFAULT_FIELDS.split(','));
  if (!FIELDS.some((field) => requested.has(field)))
    throw new ApiError(
      `None of the fields ${sent.map((name) => `'${name}'`).join(', ')} is known; ` +
        `please use some of ${FIELDS.join(', ')}`,
    );
  for (const [name, wanted] of Object.entries({ vcf_string, var_synonyms, ga4gh_vrs })) if (wanted) requested.add(name);
  return new Set(FIELDS.filter((field) => requested.has(field)));
}

type Value = string | object;

class AlleleAnswer {
  readonly #fields = new Map<Field, Value[]>();

  /** Adds values that the field does not contain yet; ignores null. */
  add(field: Field, values: readonly (Value | null)[]): void {
    const list = this.#fields.get(field) ?? [];
    for (const value of values)
      if (value !== null && (typeof value === 'object' || !list.includes(value))) list.push(value);
    this.#fields.set(field, list);
  }

  /** The object for the answer; omits fields without values. As in Ensembl, ga4gh_vrs may be an empty list. */
  value(input: string, fields: ReadonlySet<Field>): object {
    const isShown = (field: Field) => {
      const values = fields.has(field) ? this.#fields.get(field) : undefined;
      return values !== undefined && (values.length > 0 || field === 'ga4gh_vrs');
    };
    const entries = FIELDS.filter(isShown);
    return { input, ...Object.fromEntries(entries.map((field) => [field, get(this.#fields, field)])) };
  }
}

/** An item of a request and its part of the answer. */
export class RecodedItem {
  readonly #input: string;
  readonly #warnings: string[];
  readonly #alleles = new Map<string, AlleleAnswer>();
  readonly places: VariantPlace[];
  #error: ApiError | null;

  constructor(input: string, places: Outcome<VariantPlace[]>, warnings: readonly string[]) {
    this.#input = input;
    this.#warnings = [...warnings];
    this.#error = places instanceof ApiError ? places : null;
    this.places = places instanceof ApiError ? [] : places;
  }

  /** The result of a function; if it throws ApiError or InvalidInput, remembers the first error and returns []. */
  attempt<T>(work: () => T[]): T[] {
    const outcome = attempt(work);
    if (!(outcome instanceof ApiError)) return outcome;
    this.#error ??= outcome;
    return [];
  }

  /** Adds a warning, unless it is there already. */
  warn(text: string): void {
    if (!this.#warnings.includes(text)) this.#warnings.push(text);
  }

  allele(name: string): AlleleAnswer {
    let answer = this.#alleles.get(name);
    if (!answer) this.#alleles.set(name, (answer = new AlleleAnswer()));
    return answer;
  }

  /**
   * The answers of items. Errors of items without alleles become warnings of the next item. Throws the first error
   * (400) if no item has an answer.
   */
  static answer(items: readonly RecodedItem[], fields: ReadonlySet<Field>): object[] {
    const answers: object[] = [];
    let rejected: string[] = [];
    for (const item of items) {
      if (item.#alleles.size === 0) {
        rejected.push(item.#errorOf().message);
        continue;
      }
      const warnings = [...rejected, ...item.#warnings];
      rejected = [];
      const alleles = [...item.#alleles].map(([name, allele]) => [name, allele.value(item.#input, fields)]);
      answers.push(Object.fromEntries(warnings.length > 0 ? [...alleles, ['warnings', warnings]] : alleles));
    }
    if (answers.length === 0) throw at(items, 0).#errorOf();
    return answers;
  }

  #errorOf(): ApiError {
    return this.#error ?? new ApiError(`The variant '${this.#input}' has no known alternative allele`);
  }
}
