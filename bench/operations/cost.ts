/** Dollars that a million requests cost on Cloudflare, from what was measured of them. */
import { KV_READS, R2_READS, WORKER_CPU, WORKER_REQUESTS } from '../../build-index/publish/prices.ts';
import type { OperationMeasurement } from './measurement.ts';

export const HIT_SHARES = [0, 0.5, 0.95] as const;

const MILLION = 1e6;

/**
 * What a million requests cost in US dollars when this share (0 to 1) of them finds all that it needs at hand and the others find
 * nothing, not even the root; the free part of a month's use is used up. Null without times in workerd. A hit takes the warm CPU
 * time and reads nothing.
 *
 *   requests + CPU × (hits × warm + misses × cold) + misses × (objects read × R2 + values read × KV)
 */
export function dollarsPerMillion({ reads, times }: OperationMeasurement, hits: number): number | null {
  const { workerd } = times;
  if (!reads || !workerd) return null;
  const misses = 1 - hits;
  const { reads: all, values } = reads.cold;
  const cpu = hits * workerd.warm.cpu.mean + misses * workerd.cold.cpu.mean;
  return MILLION * (WORKER_REQUESTS.each + cpu * WORKER_CPU.each + misses * ((all - values) * R2_READS.each + values * KV_READS.each));
}
