/**
 * Rows that stand together because they have an equal key; none of the groups is empty.
 *
 * @param rows one by one, or some thousands at a time (Database.batches), which takes less
 */
export async function* groupsOf<Row extends object>(rows: AsyncIterable<Row | readonly Row[]>, keyOf: (row: Row) => unknown): AsyncGenerator<Row[]> {
  let group: Row[] = [];
  let key: unknown;
  for await (const some of rows) {
    for (const row of Array.isArray(some) ? some as readonly Row[] : [some as Row]) {
      const its = keyOf(row);
      if (group.length > 0 && key !== its) {
        yield group;
        group = [];
      }
      key = its;
      group.push(row);
    }
  }
  if (group.length > 0) yield group;
}
