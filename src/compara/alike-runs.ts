/** Values of which the same stand several times running: how many of them, and one. */
import { StoreError } from '../store/store.ts';
import type { FieldReader, FieldWriter } from '../index/fields.ts';

export function writeRuns<T>(values: readonly T[], fields: FieldWriter, write: (value: T) => void): void {
  for (let from = 0, to = 0; from < values.length; from = to) {
    while (to < values.length && values[from] === values[to]) to++;
    fields.number(to - from);
    write(values[from]!);
  }
}

/** So many values. Throws StoreError for runs of more. */
export function readRuns<T>(count: number, fields: FieldReader, read: () => T): T[] {
  const values: T[] = [];
  while (values.length < count) {
    const times = fields.number();
    if (times === 0 || times > count - values.length) throw new StoreError(`a record of ${count} values has a run of ${times} behind ${values.length} of them`);
    const value = read();
    for (let each = 0; each < times; each++) values.push(value);
  }
  return values;
}
