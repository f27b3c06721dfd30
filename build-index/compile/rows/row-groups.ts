/** Rows that stand together because they have an equal key; none of the groups is empty. */
export async function* groupsOf<Row>(rows: AsyncIterable<Row>, keyOf: (row: Row) => unknown): AsyncGenerator<Row[]> {
  let group: Row[] = [];
  for await (const row of rows) {
    if (group.length > 0 && keyOf(group[0]!) !== keyOf(row)) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}
