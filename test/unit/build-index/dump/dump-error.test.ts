import { expect, test } from 'vitest';
import { DumpError } from '../../../../build-index/dump/dump-error.ts';

test('keeps the beginning and the end of a long word', () => {
  const { message } = new DumpError(`/data/genes.gff3 line 2: the name ${'x'.repeat(5000)}END is not known`);
  expect(message).toBe(`/data/genes.gff3 line 2: the name ${'x'.repeat(150)}…${'x'.repeat(47)}END is not known`);
});

test('keeps words of 300 characters, and the cause', () => {
  const cause = new Error('why');
  const error = new DumpError(`${'x'.repeat(300)} y`, { cause });
  expect(error.message).toBe(`${'x'.repeat(300)} y`);
  expect(error.cause).toBe(cause);
});
