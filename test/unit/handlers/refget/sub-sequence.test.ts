import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api-error.ts';
import { lengthOf, subSequence, type PartParams, type Span } from '../../../../src/handlers/refget/sub-sequence.ts';

const [LINEAR, CIRCULAR] = [
  { length: 230_218, circular: false },
  { length: 5386, circular: true },
];

function part(text: { start?: number; end?: number; range?: string }): PartParams {
  return { start: text.start, end: text.end, range: text.range };
}

function statusOf(params: PartParams, whole: typeof LINEAR): number {
  try {
    subSequence(params, whole);
    return 200;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}

// The cases of GA4GH's compliance suite for refget, for sequences of the same lengths.
describe('a part of a sequence', () => {
  it.each<[number | undefined, number | undefined, Span, number]>([
    [10, 10, [10, 10], 0],
    [10, 20, [10, 20], 10],
    [10, 11, [10, 11], 1],
    [230_208, undefined, [230_208, 230_218], 10],
    [undefined, 5, [0, 5], 5],
    [230_217, 230_218, [230_217, 230_218], 1],
    [0, undefined, [0, 230_218], 230_218],
    [undefined, 230_218, [0, 230_218], 230_218],
    [0, 230_218, [0, 230_218], 230_218],
    [1, 230_218, [1, 230_218], 230_217],
    [230_217, undefined, [230_217, 230_218], 1],
    [undefined, 0, [0, 0], 0],
  ])('start %s, end %s is %j of %i bases', (start, end, span, length) => {
    const found = subSequence({ start, end, range: undefined }, LINEAR);
    expect(found).toEqual({ spans: [span], by: 'positions' });
    expect(lengthOf(found)).toBe(length);
  });

  it.each<[number, number, Span[], number]>([
    [
      5374,
      5,
      [
        [5374, 5386],
        [0, 5],
      ],
      17,
    ],
    [
      5374,
      0,
      [
        [5374, 5386],
        [0, 0],
      ],
      12,
    ],
    [
      5380,
      25,
      [
        [5380, 5386],
        [0, 25],
      ],
      31,
    ],
  ])('start %i, end %i of a circular sequence crosses the origin', (start, end, spans, length) => {
    const found = subSequence({ start, end, range: undefined }, CIRCULAR);
    expect(found.spans).toEqual(spans);
    expect(lengthOf(found)).toBe(length);
  });

  it.each<[string, Span]>([
    ['bytes=10-19', [10, 20]],
    ['bytes=10-230217', [10, 230_218]],
    ['bytes=10-999999', [10, 230_218]],
    ['bytes=0-230217', [0, 230_218]],
    ['bytes=0-999999', [0, 230_218]],
    ['bytes=0-0', [0, 1]],
    ['bytes=230217-230217', [230_217, 230_218]],
    ['Bytes=10-19', [10, 20]],
    ['bytes=0-99999999999999999999999999', [0, 230_218]],
  ])('Range: %s is %j', (range, span) => {
    expect(subSequence(part({ range }), LINEAR)).toEqual({ spans: [span], by: 'range' });
  });

  it('without positions and Range is the whole sequence', () => {
    expect(subSequence(part({}), CIRCULAR)).toEqual({ spans: [[0, 5386]], by: 'whole' });
  });

  it.each<[Parameters<typeof part>[0], typeof LINEAR, number]>([
    [{ start: 67, end: 5387 }, CIRCULAR, 416],
    [{ start: 5386, end: 5375 }, CIRCULAR, 416],
    [{ start: 5386, end: 5386 }, CIRCULAR, 416],
    [{ start: 5386, end: 5 }, CIRCULAR, 416],
    [{ start: 5386 }, CIRCULAR, 416],
    [{ end: 5387 }, CIRCULAR, 416],
    [{ start: 220_218, end: 671 }, LINEAR, 416],
    [{ start: 230_219 }, LINEAR, 400],
    [{ start: 230_219, end: 230_220 }, LINEAR, 400],
    ...['units=20-30', 'bytes=ab-19', 'bytes=-10--19', 'bytes=10--19', 'bytes=-10-', 'bytes==10-19'].map(
      (range): [{ range: string }, typeof LINEAR, number] => [{ range }, LINEAR, 400],
    ),
    [{ range: 'bytes=10-' }, LINEAR, 400],
    [{ range: 'bytes=-10' }, LINEAR, 400],
    [{ range: 'bytes=0-1,4-5' }, LINEAR, 400],
    [{ range: '' }, LINEAR, 400],
    [{ range: 'bytes=5200-19' }, CIRCULAR, 416],
    [{ range: 'bytes=59-50' }, CIRCULAR, 416],
    [{ range: 'bytes=5385-5382' }, CIRCULAR, 416],
    [{ range: 'bytes=5387-5391' }, CIRCULAR, 416],
    [{ range: 'bytes=5386-5387' }, CIRCULAR, 416],
    [{ range: 'bytes=9999-99999' }, CIRCULAR, 416],
    [{ range: 'bytes=10-19', start: 10 }, LINEAR, 400],
    [{ range: 'bytes=10-19', end: 20 }, LINEAR, 400],
    [{ range: 'bytes=10-19', start: 10, end: 20 }, LINEAR, 400],
  ])('%j of %j is rejected with %i', (params, whole, status) => {
    expect(statusOf(part(params), whole)).toBe(status);
  });
});
