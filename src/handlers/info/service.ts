/** What the service itself is: info/ping, info/rest, info/software, info/data. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';

/** Version of the REST dialect spoken here: that of Ensembl's own server whose answers ours equal. */
const DIALECT_VERSION = '15.10';

/** The program is alive, whatever its store does. */
export function ping(): Answer {
  return { kind: 'value', value: { ping: 1 } };
}

/** The store can be read, and so requests can be answered; 503 when not. One small read at every request. */
export async function ready({ release }: OperationRequest): Promise<Answer> {
  await release.probe();
  return { kind: 'value', value: { ready: 1, release: release.manifest.id } };
}

export function restVersion(): Answer {
  return { kind: 'value', value: { release: DIALECT_VERSION } };
}

/** The Ensembl software that goes with the data; its version is that of the schema. */
export function softwareVersion({ release }: OperationRequest): Answer {
  return { kind: 'value', value: { release: release.manifest.version } };
}

/**
 * The releases whose data are served, ascending: that which answers (several, if databases of several were compiled
 * together), and all others that a request may keep to.
 */
export async function dataReleases({ release }: OperationRequest): Promise<Answer> {
  const releases = new Set([...release.manifest.species.map((each) => each.release), ...(await release.versions())]);
  return { kind: 'value', value: { releases: [...releases].sort((a, b) => a - b) } };
}
