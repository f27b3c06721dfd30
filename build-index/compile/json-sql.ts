/** SQL that writes values as JSON, as JSON.stringify does: what DuckDB puts together need not become a value here first. */

/** A text; NULL is null. */
export function jsonText(sql: string): string {
  return `coalesce(to_json(${sql})::VARCHAR, 'null')`;
}

/** A whole number; NULL is null. */
export function jsonInteger(sql: string): string {
  return `coalesce((${sql})::VARCHAR, 'null')`;
}

/** A number; NULL is null. DuckDB writes 1.0, 1e-05 and 1e-07 where JavaScript writes 1, 0.00001 and 1e-7. */
export function jsonFloat(sql: string): string {
  const text = `(${sql})::VARCHAR`;
  const digits = `replace(regexp_extract(${text}, '^-?([0-9.]+)', 1), '.', '')`;
  const sign = `CASE WHEN ${sql} < 0 THEN '-' ELSE '' END`;
  return `CASE WHEN ${sql} IS NULL THEN 'null'
    WHEN ${sql} = trunc(${sql}) AND abs(${sql}) < 1e15 THEN (${sql})::BIGINT::VARCHAR
    WHEN abs(${sql}) >= 0.0001 THEN ${text}
    WHEN ends_with(${text}, 'e-05') THEN ${sign} || '0.0000' || ${digits}
    WHEN ends_with(${text}, 'e-06') THEN ${sign} || '0.00000' || ${digits}
    ELSE replace(${text}, 'e-0', 'e-') END`;
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
