import { expect, test } from 'vitest';
import { parseLocation } from '../../../../build-index/genome-files/location.ts';

test.each([
  ['467', '467-467+'],
  ['340..565', '340-565+'],
  ['<345..500', '345-500+'],
  ['102.110', '102-110+'],
  ['complement(34..126)', '34-126-'],
  ['join(12..78,134..202)', '12-78+ 134-202+'],
  ['complement(join(2691..4571,4918..5163))', '4918-5163- 2691-4571-'],
  ['join(complement(4918..5163),complement(2691..4571))', '4918-5163- 2691-4571-'],
  ['join(complement(69611..69724),139856..140087,\n 140625..140650)', '69611-69724- 139856-140087+ 140625-140650+'],
  ['order(1..5,9..12)', '1-5+ 9-12+'],
])('reads %s in the order of the feature', (text, expected) => {
  const shown = parseLocation(text)?.pieces.map(
    ({ start, end, strand }) => `${start}-${end}${strand === 1 ? '+' : '-'}`,
  );
  expect(shown?.join(' ')).toBe(expected);
});

test('reads open ends', () => {
  expect(parseLocation('complement(<1..>99)')).toMatchObject({ isOpenBefore: true, isOpenAfter: true });
});

test.each([
  'J00194.1:100..202',
  'join(1..5,J00194.1:100..202)',
  '',
  'gap(10)',
  '9..1',
  `${'join('.repeat(10_000)}1..9${')'.repeat(10_000)}`,
])('rejects location %#', (text) => {
  expect(parseLocation(text)).toBeNull();
});
