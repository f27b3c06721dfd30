import { expect, test } from 'vitest';
import { FieldReader } from '../../../src/index/blocks/fields.ts';
import { readLayout, LayoutNumbers } from '../../../src/variants/record-layouts.ts';

test('decodes layouts with and without a number', () => {
  const numbers = new LayoutNumbers(200);
  const written = Array.from({ length: 2000 }, (_, each) => ({ shape: ['some', each % (each % 3 === 0 ? 3 : 90)] }));
  const codes = written.map((shape) => numbers.layoutOf(shape).code());
  expect(codes.map((code) => readLayout(new FieldReader(code), numbers.list))).toEqual(written);
  expect(JSON.stringify(numbers.list).length).toBeLessThanOrEqual(201);
});

test('gives a frequent layout a number even if the list is half full of rare ones', () => {
  const numbers = new LayoutNumbers(1000);
  for (let each = 0; each < 500; each++) numbers.layoutOf(`once ${each}`).code();
  for (let each = 0; each < 100; each++) numbers.layoutOf('often').code();
  expect(numbers.list).toContain('often');
  expect(numbers.layoutOf('often').code().length).toBeLessThan(3);
});
