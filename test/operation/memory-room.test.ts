import { describe, expect, test } from 'vitest';
import { MemoryRoom } from '../../src/operation/memory-room.ts';

/** A room whose clock goes on whenever someone waits. */
function roomOf(capacity: number, whileWaiting: (now: number) => void = () => {}) {
  let now = 0;
  const room = new MemoryRoom(capacity, { now: () => now, sleep: async (milliseconds) => {
    now += milliseconds;
    whileWaiting(now);
    await Promise.resolve();
  } });
  return { room, pass: (milliseconds: number) => (now += milliseconds) };
}

describe('the memory of answers under way', () => {
  test('is at hand at once as long as there is room, and again when an answer has ended', () => {
    const { room } = roomOf(100);
    const [one, other] = [room.forRequest(), room.forRequest()];
    expect([one.hold(60), other.hold(40)]).toEqual([null, null]);
    expect(room.taken).toBe(100);
    one.release();
    expect([room.taken, room.forRequest().hold(60)]).toEqual([40, null]);
  });

  test('is waited for until another answer has ended', async () => {
    const first = { release: () => {} };
    const { room } = roomOf(100, (now) => now >= 1000 && first.release());
    const one = room.forRequest();
    one.hold(60);
    first.release = () => one.release();
    const other = room.forRequest();
    await other.hold(50);
    expect([other.bytes, room.taken]).toEqual([50, 50]);
  });

  test('is refused with a 503 when it stays taken, and then nothing of the refused is held', async () => {
    const held = { touch: () => {} };
    const { room } = roomOf(100, () => held.touch());
    const one = room.forRequest();
    one.hold(60);
    held.touch = () => one.touch();
    const other = room.forRequest();
    await expect(other.hold(50)).rejects.toMatchObject({ status: 503 });
    one.release();
    expect([room.taken, room.forRequest().hold(100)]).toEqual([0, null]);
  });

  test('more than there is takes all of it', () => {
    const { room } = roomOf(100);
    const large = room.forRequest();
    expect([large.hold(1000), room.taken]).toEqual([null, 100]);
  });

  test('a small answer does not pass a large one that waits', async () => {
    const { room } = roomOf(100);
    const one = room.forRequest();
    one.hold(60);
    const order: string[] = [];
    const large = Promise.resolve(room.forRequest().hold(90)).then(() => order.push('large'), () => order.push('refused'));
    const small = room.forRequest();
    const waiting = Promise.resolve(small.hold(10)).then(() => order.push('small'));
    one.release();
    await large;
    small.release();
    await waiting.catch(() => {});
    expect(order[0]).toBe('large');
  });

  test('of a request that the platform has dropped comes back after a while', () => {
    const { room, pass } = roomOf(100);
    room.forRequest().hold(100);
    pass(31_000);
    expect(room.forRequest().hold(100)).toBeNull();
  });
});
