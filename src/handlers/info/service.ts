/** State and versions of the service: info/ping, info/ready, info/rest, info/software, info/data. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';

/** Version of Ensembl's REST service whose answers this service reproduces. */
const DIALECT_VERSION = '15.11';

/** The service is running; does not use the store. */
export function ping(): Answer {
  return { kind: 'value', value: { ping: 1 } };
}

/** The store can be read, else 503. One small read per request. */
export async function ready({ release }: OperationRequest): Promise<Answer> {
  await release.probe();
  return { kind: 'value', value: { ready: 1, release: release.manifest.id } };
}

export function restVersion(): Answer {
  return { kind: 'value', value: { release: DIALECT_VERSION } };
}

/** The version of the Ensembl software for the data, which equals the release number. */
export function softwareVersion({ release }: OperationRequest): Answer {
  return { kind: 'value', value: { release: release.manifest.version } };
}

/** All release numbers that requests may name, and those of the databases in the current release, ascending. */
export async function dataReleases({ release }: OperationRequest): Promise<Answer> {
  const releases = new Set([...release.manifest.species.map((each) => each.release), ...(await release.versions())]);
  return { kind: 'value', value: { releases: [...releases].sort((a, b) => a - b) } };
}
