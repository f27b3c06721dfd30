/**
 * Parameters of an operation: what a client may send, and how its text becomes a typed value. Each builder below makes
 * one parameter that reads itself; `Bag` is the type of what a handler receives.
 *
 * Reading follows the dialect's habits: a boolean is true as in Perl ("0" and "" are false, all else is true), a
 * parameter sent twice counts once (its first value) unless it is a list, and an unknown parameter is ignored.
 *
 * A parameter with `values` refuses any other with a sentence, in Ensembl's words where they are known. Where Ensembl
 * takes others too, its entry says with `others` what becomes of them, and they reach the handler.
 */
import { ApiError } from '../api-error.ts';

export interface Parameter<T = unknown> {
  kind: 'text' | 'flag' | 'integer' | 'float' | 'choice' | 'list';
  in: 'path' | 'query';
  summary: string;
  /** The value a client gets who sends nothing; absent when there is none. */
  default?: T;
  /** The values that it takes. */
  values?: readonly string[];
  /** For documentation: what becomes of any other value; absent where it is refused. */
  others?: string;
  /** For documentation: smallest and largest value of a number. */
  minimum?: number;
  maximum?: number;
  required?: boolean;
  example?: string;
  /**
   * The typed value of what was sent under `name`; `sent` is undefined when nothing was. Throws ApiError (400) when
   * the value cannot be understood.
   */
  read(sent: readonly string[] | undefined, name: string): T;
}

// biome-ignore lint/suspicious/noExplicitAny: parameters of different types are declared together
export type Parameters = Record<string, Parameter<any>>;

/** What a handler receives: every declared parameter by name, typed, defaults filled in. */
export type Bag<P extends Parameters> = { [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };

interface Common {
  /** A value to show, or a sample of the release being served: `{gene}` (samples.ts). */
  example?: string;
}

/**
 * A segment of the path, percent-decoded. `optional` for a segment that one of the operation's `aliases` leaves out.
 */
export function pathText(summary: string, options: Common & { optional: true }): Parameter<string | undefined>;
export function pathText(summary: string, options?: Common): Parameter<string>;
export function pathText(
  summary: string,
  options: Common & { optional?: boolean } = {},
): Parameter<string | undefined> {
  return {
    kind: 'text',
    in: 'path',
    summary,
    required: !options.optional,
    example: options.example,
    read: (sent) => sent?.[0],
  };
}

/** The values that a parameter takes, and what becomes of others. */
interface Values {
  values?: readonly string[];
  /** The words that refuse any other value; absent: those of notOneOf. */
  refusal?: (value: string, name: string) => string;
  /** Other values are passed on to the handler, which decides: what becomes of them, to document. */
  others?: string;
}

interface TextOptions extends Common, Values {
  default?: string;
  /** Refuse a request without it, in these words. */
  required?: string;
}

/**
 * Any text, or one of its `values` in the letters of either case that were sent. An empty text counts as sent (""
 * reaches the handler) where there are no such values; undefined when nothing was sent.
 */
export function text(
  summary: string,
  options: TextOptions & ({ default: string } | { required: string }),
): Parameter<string>;
export function text(summary: string, options?: TextOptions): Parameter<string | undefined>;
export function text(summary: string, options: TextOptions = {}): Parameter<string | undefined> {
  return {
    kind: 'text',
    in: 'query',
    summary,
    default: options.default,
    values: options.values,
    others: options.others,
    required: options.required !== undefined,
    example: options.example,
    read(sent, name) {
      // As in Perl, "" and "0" choose none of several values.
      const [value] = sent ?? [];
      if (value !== undefined && (!options.values || isTrue(value))) {
        checkValue(value, name, options);
        return value;
      }
      if (options.required !== undefined) throw new ApiError(options.required);
      return options.default;
    },
  };
}

/** True or false as Perl sees it. */
export function flag(summary: string, options: Common & { default?: boolean } = {}): Parameter<boolean> {
  const byDefault = options.default ?? false;
  return {
    kind: 'flag',
    in: 'query',
    summary,
    default: byDefault,
    example: options.example,
    read: ([value] = []) => (value === undefined ? byDefault : isTrue(value)),
  };
}

interface NumberOptions extends Common {
  default?: number;
  minimum?: number;
  maximum?: number;
  /** The words that refuse a value that is no number or lies outside the limits. */
  refusal?: (value: string, name: string) => string;
}

/** A whole number, limits inclusive. */
export function integer(summary: string, options: NumberOptions & { default: number }): Parameter<number>;
export function integer(summary: string, options?: NumberOptions): Parameter<number | undefined>;
export function integer(summary: string, options: NumberOptions = {}): Parameter<number | undefined> {
  return numeric('integer', /^[+-]?\d+$/, 'a whole number', summary, options);
}

/** A decimal number, limits inclusive. */
export function float(summary: string, options: NumberOptions & { default: number }): Parameter<number>;
export function float(summary: string, options?: NumberOptions): Parameter<number | undefined>;
export function float(summary: string, options: NumberOptions = {}): Parameter<number | undefined> {
  return numeric('float', /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i, 'a number', summary, options);
}

interface ChoiceOptions<V extends string> extends Common {
  default?: V;
  /** The words that refuse any other value; "" and "0" count as not sent. */
  refusal?: (value: string, name: string) => string;
  /** Letters count alike in either case. */
  anyCase?: boolean;
}

/** One of a closed set of values; anything else is refused. */
export function choice<const V extends string>(
  summary: string,
  values: readonly V[],
  options: ChoiceOptions<V> & { default: V },
): Parameter<V>;
export function choice<const V extends string>(
  summary: string,
  values: readonly V[],
  options?: ChoiceOptions<V>,
): Parameter<V | undefined>;
export function choice<const V extends string>(
  summary: string,
  values: readonly V[],
  options: ChoiceOptions<V> = {},
): Parameter<V | undefined> {
  const refusal = options.refusal ?? notOneOf(values);
  return {
    kind: 'choice',
    in: 'query',
    summary,
    values,
    default: options.default,
    example: options.example,
    read(sent, name) {
      const text = sent?.[0];
      if (text === undefined || !isTrue(text)) return options.default;
      const folded = text.toLowerCase();
      const value = values.find((each) => each === text || (options.anyCase && each.toLowerCase() === folded));
      if (value === undefined) throw new ApiError(refusal(text, name));
      return value;
    },
  };
}

interface ListOptions extends Common, Values {
  default?: readonly string[];
  /** Refuse a request without any value, in these words. */
  required?: string;
}

/** A parameter that may be sent several times (`feature=gene;feature=exon`), in the order sent. Empty when not sent. */
export function list(summary: string, options: ListOptions = {}): Parameter<readonly string[]> {
  return {
    kind: 'list',
    in: 'query',
    summary,
    values: options.values,
    others: options.others,
    default: options.default,
    required: options.required !== undefined,
    example: options.example,
    read(sent, name) {
      // As in Perl a single "" or "0" is nothing; beside others it is one of them.
      if (options.required !== undefined && (!sent || (sent.length === 1 && !isTrue(sent[0] ?? ''))))
        throw new ApiError(options.required);
      for (const value of sent ?? []) checkValue(value, name, options);
      return sent ?? options.default ?? [];
    },
  };
}

/** Truth as in Perl: "" and "0" are false, everything else ("1", "true", "false", "0.0") is true. */
export function isTrue(value: string): boolean {
  return value !== '' && value !== '0';
}

/** Throws ApiError (400) for a value that a parameter does not take, letters counting alike in either case. */
function checkValue(value: string, name: string, { values, refusal, others }: Values): void {
  if (!values || others !== undefined) return;
  const folded = value.toLowerCase();
  if (values.some((each) => each.toLowerCase() === folded)) return;
  throw new ApiError((refusal ?? notOneOf(values))(value, name));
}

function notOneOf(values: readonly string[]): (value: string, name: string) => string {
  return (value, name) =>
    `The value '${value}' of ${name} is not known; it must be ` +
    `${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`;
}

function numeric(
  kind: 'integer' | 'float',
  shape: RegExp,
  noun: string,
  summary: string,
  options: NumberOptions,
): Parameter<number | undefined> {
  const { minimum = -Infinity, maximum = Infinity } = options;
  const refusal =
    options.refusal ??
    ((value, name) => {
      const limits =
        minimum > -Infinity && maximum < Infinity
          ? ` between ${minimum} and ${maximum}`
          : minimum > -Infinity
            ? ` of at least ${minimum}`
            : maximum < Infinity
              ? ` of at most ${maximum}`
              : '';
      return `The value '${value}' of ${name} is not ${noun}${limits}`;
    });
  return {
    kind,
    in: 'query',
    summary,
    default: options.default,
    example: options.example,
    minimum: options.minimum,
    maximum: options.maximum,
    read(sent, name) {
      const value = sent?.[0]?.trim();
      if (value === undefined || value === '') return options.default;
      const number = Number(value);
      if (!shape.test(value) || number < minimum || number > maximum) throw new ApiError(refusal(value, name));
      // Beyond 2^53 whole numbers are no longer told apart, and sums of them answer something else than was asked.
      if (kind === 'integer' && !Number.isSafeInteger(number))
        throw new ApiError(`The value '${value}' of ${name} is too large a number`);
      return number;
    },
  };
}
