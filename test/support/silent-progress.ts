import type { BuildProgress } from '../../build-index/units/build-release.ts';

/** Ignores all progress of a build. */
export const silentProgress: BuildProgress = {
  files() {},
  begin() {},
  unit() {},
  read() {},
  unitDone() {},
  sealing() {},
};
