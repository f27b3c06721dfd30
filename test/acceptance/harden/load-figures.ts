/** What a run of load.ts says: minute by minute, and as figures. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { Stretch } from './arrivals.ts';
import type { Figure } from './figure.ts';
import { growth, type Sample } from './resident-memory.ts';
import { markdownTable } from './table.ts';

export interface LoadRun {
  minutes: number;
  /**
   * Requests a second that arrived, and that the service had answered as fast as it could, with what came back of
   * those.
   */
  rate: number;
  capacity: number;
  measured: Stretch;
  /** In the order of time. */
  stretches: readonly Stretch[];
  memory: readonly Sample[];
}

/** From how many minutes on growth and percentiles say something; shorter runs leave them out. */
const LONG = 5;
/**
 * Part of each half of a run at its beginning that memory is not judged by: caches fill, code is compiled, a second
 * release is opened.
 */
const WARM = 0.2;
/** Megabytes a minute; at a thousand requests a second 17 bytes kept of each would come to it. */
const MOST_GROWTH = 1;
/** Times by which the 99th percentile of the last third may exceed that of the first. */
const MOST_SLOWER = 2;

export function loadFigures({ minutes, rate, capacity, measured, stretches, memory }: LoadRun): Figure[] {
  const all = [...stretches, measured];
  const sum = (of: (stretch: Stretch) => number, among: readonly Stretch[] = all) =>
    among.reduce((total, each) => total + of(each), 0);
  const exactly = (name: string, value: number): Figure => ({
    name: `load: ${name}`,
    value,
    limit: '0',
    ok: value === 0,
  });
  const after = stretches.filter((each) => each.after);
  const onNew = sum((each) => each.byRelease[1], after);
  // From half-way on two releases are open: that is a step, not growth.
  const slopes = [0, 0.5].map((half) =>
    growth(
      memory.filter(({ second }) => second > minutes * 60 * (half + WARM / 2) && second < minutes * 60 * (half + 0.5)),
    ),
  );
  const [first, last] = [
    p99Of(stretches.filter(({ minute }) => minute < minutes / 3)),
    p99Of(stretches.filter(({ minute }) => minute >= (minutes * 2) / 3)),
  ];
  return [
    {
      name: 'load: requests a second that the service can answer',
      value: capacity.toFixed(0),
      limit: '',
      ok: capacity > 0,
    },
    {
      name: `load: requests in ${Number(minutes.toFixed(1))} minutes at ${rate.toFixed(0)} a second`,
      value: sum(({ sent }) => sent, stretches),
      limit: '',
      ok: stretches.length > 0,
    },
    exactly(
      'failed requests',
      sum(({ failed }) => failed),
    ),
    exactly(
      'answers that neither release gives',
      sum(({ wrong }) => wrong),
    ),
    { name: 'load: answers of the new release after it was published', value: onNew, limit: 'some', ok: onNew > 0 },
    exactly(
      'answers of the old release after that',
      sum((each) => each.byRelease[0], after),
    ),
    {
      name: 'load: memory at the end',
      value: `${memory.at(-1)?.megabytes.toFixed(0) ?? '?'} MB`,
      limit: '',
      ok: memory.length > 0,
    },
    ...(minutes < LONG
      ? []
      : [
          {
            name: 'load: growth of memory with one release, and with two',
            value: `${slopes.map((slope) => slope.toFixed(2)).join(', ')} MB a minute`,
            limit: `< ${MOST_GROWTH}`,
            ok: Math.max(...slopes) < MOST_GROWTH,
          },
          {
            name: 'load: p99 of the last third against the first',
            value: `${shownTime(last)} against ${shownTime(first)}`,
            limit: `${MOST_SLOWER} times`,
            ok: last <= MOST_SLOWER * first,
          },
        ]),
  ];
}

export function loadTable({ stretches, memory }: LoadRun): string {
  const at = (minute: number) =>
    memory
      .filter(({ second }) => Math.floor(second / 60) === minute)
      .at(-1)
      ?.megabytes.toFixed(0) ?? '';
  return markdownTable([
    ['minute', 'requests', 'failed', 'p50', 'p99', 'p99.9', 'longest', 'MB', 'answers of the old and the new release'],
    ...stretches.map(({ minute, after, sent, failed, times, byRelease }) => [
      `${minute + 1}${after ? ' (published)' : ''}`,
      String(sent),
      String(failed),
      ...[50, 99, 99.9].map((share) => shownTime(times.percentile(share))),
      shownTime(times.max),
      at(minute),
      byRelease.join(', '),
    ]),
  ]);
}

function p99Of(stretches: readonly Stretch[]): number {
  const all: RecordableHistogram = createHistogram();
  for (const { times } of stretches) all.add(times);
  return all.percentile(99);
}

function shownTime(microseconds: number): string {
  return `${(microseconds / 1000).toFixed(1)} ms`;
}
