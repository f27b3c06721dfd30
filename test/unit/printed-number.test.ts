import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printedNumber, toPerlDigits } from '../../src/printed-number.ts';

describe('a number in the format of Perl', () => {
  it.each([
    [0, '0'],
    [100, '100'],
    [45331, '45331'],
    [-0.25, '-0.25'],
    [-11.5496731616384, '-11.5496731616384'],
    [0.1 + 0.2, '0.3'],
    [1 / 3, '0.333333333333333'],
    [0.00724822, '0.00724822'],
    [0.0001, '0.0001'],
    [9.04091344097165e-5, '9.04091344097165e-05'],
    [1e-6, '1e-06'],
    [2.48e-7, '2.48e-07'],
    [-1.5e-10, '-1.5e-10'],
    [123456789012345, '123456789012345'],
    [1e15, '1e+15'],
    [2e100, '2e+100'],
  ])('prints %d as %s', (value, text) => expect(printedNumber(value)).toBe(text));

  it('has at most 15 significant digits and parses to the rounded number', () => {
    const numbers = fc.oneof(
      fc.double({ noNaN: true, min: -10, max: 10 }),
      fc.integer({ min: 0, max: 1e6 }).map((integer) => integer / 1e5),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    fc.assert(
      fc.property(numbers, (number) => {
        const text = printedNumber(number);
        expect(Number(text)).toBe(toPerlDigits(number) + 0);
        expect(text.replace(/e.*|[-.]/g, '').replace(/^0+/, '').length).toBeLessThanOrEqual(15);
      }),
    );
  });
});
