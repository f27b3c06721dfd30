import type { BuildProgress } from '../../build-index/compile/release.ts';

/** A build that tells nobody. */
export const silentProgress: BuildProgress = { begin() {}, unit() {}, read() {}, unitDone() {}, sealing() {} };
