/** The results of a run of load.ts: minute by minute, and as figures. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { Interval } from './arrivals.ts';
import type { Figure } from './figure.ts';
import { growth, type Sample } from './resident-memory.ts';
import { markdownTable } from './table.ts';

export interface LoadRun {
  minutes: number;
  processes: number;
  /** Requests per second that arrived, the measured capacity, and the answers during that measurement. */
  rate: number;
  capacity: number;
  measured: Interval;
  /** In order of time. */
  intervals: readonly Interval[];
  memory: readonly Sample[];
}

/** Minutes from which growth and percentiles are meaningful; shorter runs omit them. */
const LONG = 5;
/**
 * Share of each half of a run, at its beginning, that is ignored for memory: caches fill, code is compiled, a second
 * release is opened.
 */
const WARM = 0.2;
/** Megabytes per minute. At a thousand requests per second, 17 leaked bytes per request would reach it. */
const MOST_GROWTH = 1;
/** Factor by which the 99th percentile of the last third may exceed that of the first. */
const MOST_SLOWER = 2;

export function loadFigures({ processes, minutes, rate, capacity, measured, intervals, memory }: LoadRun): Figure[] {
  const prefix = `load, ${processes === 1 ? 'one process' : `${processes} processes`}: `;
  const all = [...intervals, measured];
  const sum = (of: (interval: Interval) => number, among: readonly Interval[] = all) =>
    among.reduce((total, each) => total + of(each), 0);
  const exactly = (name: string, value: number): Figure => ({
    name: prefix + name,
    value,
    limit: '0',
    ok: value === 0,
  });
  const after = intervals.filter((each) => each.after);
  const onNew = sum((each) => each.byRelease[1], after);
  // From the middle on two releases are open, which is a step and not growth.
  const slopes = [0, 0.5].map((half) =>
    growth(
      memory.filter(({ second }) => second > minutes * 60 * (half + WARM / 2) && second < minutes * 60 * (half + 0.5)),
    ),
  );
  const [first, last] = [
    p99Of(intervals.filter(({ minute }) => minute < minutes / 3)),
    p99Of(intervals.filter(({ minute }) => minute >= (minutes * 2) / 3)),
  ];
  return [
    {
      name: `${prefix}requests a second that the service can answer`,
      value: capacity.toFixed(0),
      limit: '',
      ok: capacity > 0,
    },
    {
      name: `${prefix}requests in ${Number(minutes.toFixed(1))} minutes at ${rate.toFixed(0)} a second`,
      value: sum(({ sent }) => sent, intervals),
      limit: '',
      ok: intervals.length > 0,
    },
    exactly(
      'failed requests',
      sum(({ failed }) => failed),
    ),
    {
      name: `${prefix}requests sent again, since a process was killed or replaced`,
      value: sum(({ repeated }) => repeated),
      limit: '',
      ok: true,
    },
    exactly(
      'answers that match neither release',
      sum(({ wrong }) => wrong),
    ),
    { name: `${prefix}answers of the new release after it was published`, value: onNew, limit: 'some', ok: onNew > 0 },
    exactly(
      'answers of the old release after that',
      sum((each) => each.byRelease[0], after),
    ),
    {
      name: `${prefix}memory at the end`,
      value: `${memory.at(-1)?.megabytes.toFixed(0) ?? '?'} MB`,
      limit: '',
      ok: memory.length > 0,
    },
    ...(minutes < LONG
      ? []
      : [
          {
            name: `${prefix}growth of memory with one release, and with two`,
            value: `${slopes.map((slope) => slope.toFixed(2)).join(', ')} MB a minute`,
            limit: `< ${MOST_GROWTH}`,
            ok: Math.max(...slopes) < MOST_GROWTH,
          },
          {
            name: `${prefix}p99 of the last third against the first`,
            value: `${shownTime(last)} against ${shownTime(first)}`,
            limit: `${MOST_SLOWER} times`,
            ok: last <= MOST_SLOWER * first,
          },
        ]),
  ];
}

export function loadTable({ intervals, memory }: LoadRun): string {
  const at = (minute: number) =>
    memory
      .filter(({ second }) => Math.floor(second / 60) === minute)
      .at(-1)
      ?.megabytes.toFixed(0) ?? '';
  return markdownTable([
    [
      'minute',
      'requests',
      'failed',
      'repeated',
      'p50',
      'p99',
      'p99.9',
      'longest',
      'MB',
      'answers of the old and the new release',
    ],
    ...intervals.map(({ minute, after, sent, failed, repeated, times, byRelease }) => [
      `${minute + 1}${after ? ' (published)' : ''}`,
      String(sent),
      String(failed),
      String(repeated),
      ...[50, 99, 99.9].map((share) => shownTime(times.percentile(share))),
      shownTime(times.max),
      at(minute),
      byRelease.join(', '),
    ]),
  ]);
}

function p99Of(intervals: readonly Interval[]): number {
  const all: RecordableHistogram = createHistogram();
  for (const { times } of intervals) all.add(times);
  return all.percentile(99);
}

function shownTime(microseconds: number): string {
  return `${(microseconds / 1000).toFixed(1)} ms`;
}
