import { expect, test } from 'vitest';
import { closeScreen, openScreen } from '../../../src/linkage/pair-screen.ts';

test('the memory of a closed screen is reused and zeroed', () => {
  const first = openScreen(1000);
  new Uint8Array(first.memory).fill(7);
  closeScreen(first);
  const second = openScreen(1000);
  expect(second.memory).toBe(first.memory);
  expect(new Uint8Array(second.memory).every((byte) => byte === 0)).toBe(true);
  closeScreen(second);
});

test('the memory of a screen that is closed twice is reused once', () => {
  const screen = openScreen(1000);
  closeScreen(screen);
  closeScreen(screen);
  const [one, other] = [openScreen(1000), openScreen(1000)];
  expect(one.memory).not.toBe(other.memory);
  closeScreen(one);
  closeScreen(other);
});
