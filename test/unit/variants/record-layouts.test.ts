/** What many records have alike stands once: the lists stay small, and records are read whatever is in them. */
import { expect, test } from 'vitest';
import { FieldReader } from '../../../src/index/blocks/fields.ts';
import { readLayout, LayoutNumbers } from '../../../src/variants/record-layouts.ts';

test('layouts come back, with a number or without', () => {
  const numbers = new LayoutNumbers(200);
  const written = Array.from({ length: 2000 }, (_, each) => ({ shape: ['some', each % (each % 3 === 0 ? 3 : 90)] }));
  const codes = written.map((shape) => numbers.layoutOf(shape).code());
  expect(codes.map((code) => readLayout(new FieldReader(code), numbers.list))).toEqual(written);
  expect(JSON.stringify(numbers.list).length).toBeLessThanOrEqual(201);
});

test('what comes often has a number, even when the list is half full of what comes once', () => {
  const numbers = new LayoutNumbers(1000);
  for (let each = 0; each < 500; each++) numbers.layoutOf(`once ${each}`).code();
  for (let each = 0; each < 100; each++) numbers.layoutOf('often').code();
  expect(numbers.list).toContain('often');
  expect(numbers.layoutOf('often').code().length).toBeLessThan(3);
});
