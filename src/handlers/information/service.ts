/** What the service itself is: info/ping, info/rest, info/software, info/data. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';

/** Version of the REST dialect spoken here: that of Ensembl's own server whose answers ours equal. */
const DIALECT_VERSION = '15.10';

/** Whoever gets this far has read the release's root from the store, so the service is alive. */
export function ping(): Answer {
  return { kind: 'value', value: { ping: 1 } };
}

export function restVersion(): Answer {
  return { kind: 'value', value: { release: DIALECT_VERSION } };
}

/** The Ensembl software that goes with the data; its version is that of the schema. */
export function softwareVersion({ release }: OperationRequest): Answer {
  return { kind: 'value', value: { release: release.manifest.version } };
}

/** The releases whose data are served, ascending: one, unless databases of several were compiled together. */
export function dataReleases({ release }: OperationRequest): Answer {
  const { species, version } = release.manifest;
  const releases = new Set(species.length > 0 ? species.map((each) => each.release) : [version]);
  return { kind: 'value', value: { releases: [...releases].sort((a, b) => a - b) } };
}
