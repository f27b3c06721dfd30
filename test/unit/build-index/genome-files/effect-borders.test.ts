import { expect, test } from 'vitest';
import { ConstantEffects } from '../../../../build-index/genome-files/effect-borders.ts';

const effects = new ConstantEffects(new Map([[1, Int32Array.from([100, 200, 230])]]));

test('positions between two borders are in one interval, but for 20 bases at either border', () => {
  expect(effects.interval(1, 50)).toBe(0);
  expect(effects.interval(1, 80)).toBe(-1);
  expect(effects.interval(1, 120)).toBe(-1);
  expect(effects.interval(1, 121)).toBe(1);
  expect(effects.interval(1, 179)).toBe(1);
  expect(effects.interval(1, 215)).toBe(-1);
  expect(effects.interval(1, 1e6)).toBe(3);
});

test('a sequence without borders has no intervals', () => {
  expect(effects.interval(2, 50)).toBe(-1);
});

test('the consequences of an interval are known once they are set', () => {
  expect(effects.get(1, 1)).toBeUndefined();
  effects.set(1, 1, 'intron_variant');
  expect(effects.get(1, 1)).toBe('intron_variant');
  expect(effects.get(1, 0)).toBeUndefined();
});
