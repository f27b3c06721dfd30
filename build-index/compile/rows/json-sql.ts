/** SQL that writes values as JSON, as JSON.stringify does: what DuckDB puts together need not become a value here first. */

/** A text; NULL is null. */
export function jsonText(sql: string): string {
  return `coalesce(to_json(${sql})::VARCHAR, 'null')`;
}

/** A whole number; NULL is null. */
export function jsonInteger(sql: string): string {
  return `coalesce((${sql})::VARCHAR, 'null')`;
}

/** A DOUBLE; NULL, NaN and infinite ones are null. DuckDB's JSON has 1.0 and 1e21 where JavaScript writes 1 and 1e+21. */
export function jsonFloat(sql: string): string {
  const json = `to_json(${sql})::VARCHAR`;
  return `CASE WHEN ${sql} IS NULL OR NOT isfinite(${sql}) THEN 'null'
    WHEN abs(${sql}) >= 1e15 THEN replace(regexp_replace(${json}, '[.]0$', ''), 'e', 'e+')
    WHEN ${sql} = trunc(${sql}) THEN (${sql})::BIGINT::VARCHAR
    ELSE ${json} END`;
}

/** The members of a SET column as a list of texts; none for NULL and the empty text. */
export function jsonMembers(sql: string): string {
  return `CASE WHEN ${sql} IS NULL OR ${sql} = '' THEN '[]' ELSE to_json(string_split(${sql}, ','))::VARCHAR END`;
}

/** An object of members that are JSON. */
export function jsonObject(members: Readonly<Record<string, string>>): string {
  const parts = Object.entries(members).map(([name, json], each) => `'${each === 0 ? '{' : ','}"${name}":', ${json}`);
  return `concat(${parts.join(', ')}, '}')`;
}
