import type { BuildProgress } from '../../build-index/units/build-release.ts';

/** A build that tells nobody. */
export const silentProgress: BuildProgress = {
  begin() {},
  unit() {},
  read() {},
  unitDone() {},
  sealing() {},
};
