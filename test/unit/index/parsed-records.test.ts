import { expect, test, vi } from 'vitest';
import { ParsedMemory, ParsedRecords } from '../../../src/index/tables/parsed-records.ts';

const block = new Uint8Array(1000);
const record = (at: number, length = 10) => block.subarray(at, at + length);
const parse = () => vi.fn((bytes: Uint8Array) => ({ at: bytes.byteOffset }));

test('a record is parsed once per table', () => {
  const memory = new ParsedMemory(1000);
  const [one, other] = [parse(), parse()];
  const [ones, others] = [new ParsedRecords(one, 1, memory), new ParsedRecords(other, 1, memory)];
  const first = ones.get(record(20));
  expect(ones.get(record(20))).toBe(first);
  expect(ones.get(record(30))).toEqual({ at: 30 });
  expect(others.get(record(20))).not.toBe(first);
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([2, 1]);
  expect(memory.holds(first)).toBe(true);
});

test('the memory of all tables is emptied when it exceeds its limit', () => {
  const memory = new ParsedMemory(100);
  const [ones, others] = [new ParsedRecords(parse(), 2, memory), new ParsedRecords(parse(), 1, memory)];
  const kept = [0, 10, 20, 30].map((at) => ones.get(record(at)));
  const last = [40, 50].map((at) => others.get(record(at)));
  expect([...kept, ...last].every((each) => memory.holds(each))).toBe(true);
  const next = ones.get(record(60));
  expect([...kept, ...last, next].filter((each) => memory.holds(each))).toEqual([next]);
  expect(others.get(record(40))).not.toBe(last[0]);
  expect(ones.get(record(60))).toBe(next);
});

test('a record of more than half the limit is not kept', () => {
  const memory = new ParsedMemory(100);
  const records = new ParsedRecords(parse(), 5, memory);
  expect(memory.holds(records.get(record(0, 11)))).toBe(false);
  expect(memory.holds(records.get(record(0, 10)))).toBe(true);
});
