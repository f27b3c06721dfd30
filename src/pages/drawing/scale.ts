/** Scales and ticks of drawings. */

/** Maps a number of the domain to one of the range, linearly, also outside the domain. */
export type Scale = (value: number) => number;

/** @param domain two different numbers */
export function linearScale([from, to]: readonly [number, number], [low, high]: readonly [number, number]): Scale {
  const factor = (high - low) / (to - from);
  return (value) => low + (value - from) * factor;
}

/** Round numbers (1, 2 or 5 times a power of ten) within a range, at most `count` of them; whole ones if `whole`. */
export function ticks(from: number, to: number, count: number, whole = false): number[] {
  const step = tickStep(to - from, count, whole);
  const found: number[] = [];
  for (let which = Math.ceil(from / step); which * step <= to; which++) found.push(which * step);
  return found;
}

/** Distance of ticks: 1, 2 or 5 times a power of ten, so that at most `count` of them are in a range of that length. */
export function tickStep(length: number, count: number, whole = false): number {
  const rough = Math.max(length / Math.max(count, 1), whole ? 1 : Number.MIN_VALUE);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  return whole ? Math.max(1, Math.round(step)) : step;
}

/** A length in bases for people: '850 bp', '12.4 kb', '3.1 Mb'. */
export function basesText(bases: number): string {
  if (bases < 1000) return `${bases} bp`;
  const [unit, size] = bases < 1_000_000 ? ['kb', 1000] : ['Mb', 1_000_000];
  return `${(bases / size).toLocaleString('en', { maximumFractionDigits: bases / size < 10 ? 2 : 1 })} ${unit}`;
}

/** A position for people: '32,315,086'. */
export function positionText(position: number): string {
  return Math.round(position).toLocaleString('en');
}
