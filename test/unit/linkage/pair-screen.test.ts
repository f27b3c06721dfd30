import { expect, test } from 'vitest';
import { closeScreen, openScreen } from '../../../src/linkage/pair-screen.ts';

test('a small screen is used again, with zeros', () => {
  const first = openScreen(1000);
  new Uint8Array(first.memory).fill(7);
  closeScreen(first);
  const second = openScreen(1000);
  expect(second.memory).toBe(first.memory);
  expect(new Uint8Array(second.memory).every((byte) => byte === 0)).toBe(true);
  closeScreen(second);
});

test('a screen that is closed twice is given to one request only', () => {
  const screen = openScreen(1000);
  closeScreen(screen);
  closeScreen(screen);
  const [one, other] = [openScreen(1000), openScreen(1000)];
  expect(one.memory).not.toBe(other.memory);
  closeScreen(one);
  closeScreen(other);
});
