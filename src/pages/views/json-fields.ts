/** Reads fields of JSON answers, which have no type on a page. A field of another type counts as missing. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; none if the value is no list. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The text of a field, also of a number; '' without. */
export function textOf(object: JsonObject, field: string): string {
  const value = object[field];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** The number of a field, also of a text that is one; undefined without. */
export function numberOf(object: JsonObject, field: string): number | undefined {
  const value = object[field];
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Whether a field is set: true, 1 or '1'. */
export function flagOf(object: JsonObject, field: string): boolean {
  const value = object[field];
  return value === true || value === 1 || value === '1';
}
