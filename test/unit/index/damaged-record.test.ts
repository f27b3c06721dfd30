import { expect, it } from 'vitest';
import { storedJson } from '../../../src/index/blocks/damaged-record.ts';
import { StoreError } from '../../../src/store/store.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

it('rejects a record that is truncated or not JSON', () => {
  const record = bytes('["\ufeffgène",{"start":5}]');
  expect(storedJson(record)).toEqual(['\ufeffgène', { start: 5 }]);
  for (let length = 0; length < record.length; length++)
    expect(() => storedJson(record.subarray(0, length)), `${length} bytes`).toThrow(StoreError);
  expect(() => storedJson(bytes('gene'))).toThrow(StoreError);
});
