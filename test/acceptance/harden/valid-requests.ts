/**
 * Requests that a release answers with data, from the catalogue and the release's own samples; and values that fit
 * parameters.
 */
import { present } from '../../../src/checked.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { withExamples, type ShownOperation } from '../../../src/operation/example.ts';
import { Release } from '../../../src/release/release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { LocalFolder } from '../../../src/store/local-folder.ts';
import { draftOf, type Draft } from './request.ts';

export interface ValidRequest {
  /** 'GET /lookup/id/:id'. */
  operation: ShownOperation;
  /** Where it stands in a request: made anew at every call, to be changed. */
  draft(): Draft;
}

export interface ValidRequests {
  requests: readonly ValidRequest[];
  /** Every sample of the release, and texts near them: ids with versions, regions of other sizes. Not escaped. */
  values: readonly string[];
}

export async function validRequests(index: string): Promise<ValidRequests> {
  const store = new LocalFolder(index);
  try {
    const { manifest } = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
    const samples = Object.values(manifest.samples ?? {});
    return {
      requests: operations
        .map((each) => withExamples(each, manifest.samples ?? {}))
        .flatMap((operation) => {
          const { method, example, body } = operation;
          if (example === undefined) return [];
          return [
            {
              operation,
              draft: () =>
                draftOf(method, `/rest${example}`, body ? { key: body.key, values: body.example ?? [] } : null),
            },
          ];
        }),
      values: [...new Set([...samples, ...samples.flatMap(nearby)])],
    };
  } finally {
    await store.close();
  }
}

/** Texts that are nearly, or otherwise, right. */
function nearby(sample: string): string[] {
  const region = /^([^:]+):(\d+)(?:-|\.\.)(\d+)/.exec(sample);
  if (!region)
    return /\d$/.test(sample)
      ? [`${sample}.1`, `${sample}.999`, sample.toLowerCase(), sample.slice(0, -1)]
      : [sample.toUpperCase()];
  const [, name, start, end] = region;
  return [
    present(name, 'name'),
    `${name}:${start}`,
    `${name}:${start}-`,
    `${name}:1-999999999999`,
    `${name}:${start}..${end}:-1`,
    `${name}:${end}-${start}`,
    `${name}:0-0`,
    `${name}:-5-5`,
    `chr${name}:${start}-${end}`,
    `${name}:${start}-${end}:1:1`,
    `${name}:1-${end}0000`,
    `${name}:a-b`,
    `${name}:1-2:7`,
    `MT:16000-10`,
    `MT:1-99999999999999999999`,
    `${name}:1.5-3`,
    `${name}:1e3-2e3`,
    `:${start}-${end}`,
  ];
}
