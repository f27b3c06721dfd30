/**
 * Parameters of an operation: builders that document a parameter and parse its text into a typed value.
 *
 * Parsing follows Ensembl: a flag is true as in Perl ("0" and "" are false, all other texts true), the first value
 * counts if a parameter is sent several times and is not a list, and unknown parameters are ignored.
 *
 * A parameter with `values` rejects other values with 400, with Ensembl's text where it is known. If Ensembl accepts
 * other values, `others` documents their meaning, and they reach the handler.
 */
import { ApiError } from '../api-error.ts';

export interface Parameter<T = unknown> {
  kind: 'text' | 'flag' | 'integer' | 'float' | 'choice' | 'list';
  in: 'path' | 'query' | 'header';
  summary: string;
  /** The value if the parameter is not sent; undefined if there is none. */
  default?: T;
  /** The documented values. */
  values?: readonly string[];
  /** For documentation: the meaning of other values; undefined if they are rejected. */
  others?: string;
  /** Smallest value of a number, inclusive; for documentation. */
  minimum?: number;
  /** Largest value of a number, inclusive; for documentation. */
  maximum?: number;
  required?: boolean;
  example?: string;
  /** The typed value of the texts sent as `name`, undefined if none were. Throws ApiError (400) for invalid texts. */
  read(sent: readonly string[] | undefined, name: string): T;
}

// biome-ignore lint/suspicious/noExplicitAny: an operation has parameters of different types
export type Parameters = Record<string, Parameter<any>>;

/** The values of all declared parameters by name, with defaults: the `params` of a handler. */
export type ParameterValues<P extends Parameters> = { [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };

interface Common {
  /** An example, or the name of an example value of the release: `{gene}` (src/release/example-values.ts). */
  example?: string;
}

/** A segment of the path, percent-decoded. @param options `optional` if one of the operation's aliases omits it */
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

/** A header of the request; its name in lower case is that of the parameter. Undefined if it is not sent. */
export function header(summary: string): Parameter<string | undefined> {
  return { kind: 'text', in: 'header', summary, read: (sent) => sent?.[0] };
}

/** Documented values of a parameter, and what happens with others. */
interface Values {
  values?: readonly string[];
  /** Text of the 400 for other values; by default that of notOneOf. */
  errorText?: (value: string, name: string) => string;
  /** Documents the meaning of other values, which are passed to the handler instead of rejected. */
  others?: string;
}

interface TextOptions extends Common, Values {
  default?: string;
  /** Text of the 400 if the parameter is missing. */
  required?: string;
}

/**
 * Any text, or one of `values` in any case. Without `values`, an empty text reaches the handler. Undefined if nothing
 * was sent and there is no default.
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
      // As in Perl, "" and "0" count as not sent.
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

/** True or false as in Perl. */
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
  /** Text of the 400 if the value is not a number or outside the limits. */
  errorText?: (value: string, name: string) => string;
}

/** A whole number within inclusive limits. */
export function integer(summary: string, options: NumberOptions & { default: number }): Parameter<number>;
export function integer(summary: string, options?: NumberOptions): Parameter<number | undefined>;
export function integer(summary: string, options: NumberOptions = {}): Parameter<number | undefined> {
  return numeric('integer', /^[+-]?\d+$/, 'a whole number', summary, options);
}

/** A decimal number within inclusive limits. */
export function float(summary: string, options: NumberOptions & { default: number }): Parameter<number>;
export function float(summary: string, options?: NumberOptions): Parameter<number | undefined>;
export function float(summary: string, options: NumberOptions = {}): Parameter<number | undefined> {
  return numeric('float', /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i, 'a number', summary, options);
}

interface ChoiceOptions<V extends string> extends Common {
  default?: V;
  /** Text of the 400 for other values; "" and "0" count as not sent. */
  errorText?: (value: string, name: string) => string;
  /** Whether values are compared without regard to case. */
  anyCase?: boolean;
}

/** One of a fixed set of values; other values return 400. */
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
  const errorText = options.errorText ?? notOneOf(values);
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
      if (value === undefined) throw new ApiError(errorText(text, name));
      return value;
    },
  };
}

interface ListOptions extends Common, Values {
  default?: readonly string[];
  /** Text of the 400 if no value was sent. */
  required?: string;
}

/**
 * A parameter that may be sent several times (`feature=gene;feature=exon`); values in the order sent, by default
 * none.
 */
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
      // As in Perl, a single "" or "0" counts as not sent; among other values it is a value.
      if (options.required !== undefined && (!sent || (sent.length === 1 && !isTrue(sent[0] ?? ''))))
        throw new ApiError(options.required);
      for (const value of sent ?? []) checkValue(value, name, options);
      return sent ?? options.default ?? [];
    },
  };
}

/** Truth as in Perl: "" and "0" are false, all other texts ("1", "true", "false", "0.0") are true. */
export function isTrue(value: string): boolean {
  return value !== '' && value !== '0';
}

/** Throws ApiError (400) if the value is not among `values`, in any case, and others are not accepted. */
function checkValue(value: string, name: string, { values, errorText, others }: Values): void {
  if (!values || others !== undefined) return;
  const folded = value.toLowerCase();
  if (values.some((each) => each.toLowerCase() === folded)) return;
  throw new ApiError((errorText ?? notOneOf(values))(value, name));
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
  const errorText =
    options.errorText ??
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
      if (!shape.test(value) || number < minimum || number > maximum) throw new ApiError(errorText(value, name));
      // Beyond 2^53 a number is not exact, and the answer would be for other coordinates than requested.
      if (kind === 'integer' && !Number.isSafeInteger(number))
        throw new ApiError(
          `The value '${value}' of ${name} is too large: at most ${Number.MAX_SAFE_INTEGER} is allowed`,
        );
      return number;
    },
  };
}
