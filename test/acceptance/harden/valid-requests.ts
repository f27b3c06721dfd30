/** Requests that a release answers with data, and values for parameters, both from the release's example values. */
import { operations } from '../../../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { withExamples, type ShownOperation } from '../../../src/operation/example.ts';
import { Release } from '../../../src/release/release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { LocalFolder } from '../../../src/store/local-folder.ts';
import { draftOf, type Draft } from './request.ts';
import { siteRequests, type SiteRequests } from './site-requests.ts';

export interface ValidRequest {
  /** 'GET /lookup/id/:id'. */
  operation: ShownOperation;
  /** A new draft at every call, which may be changed. */
  draft(): Draft;
}

export interface ValidRequests {
  requests: readonly ValidRequest[];
  /** Pages and other requests outside the catalogue. */
  site: SiteRequests;
  /** Every example value of the release and similar texts: ids with versions, regions of other sizes. Not escaped. */
  values: readonly string[];
}

export async function validRequests(index: string): Promise<ValidRequests> {
  const store = new LocalFolder(index);
  try {
    const { manifest } = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
    const values = Object.values(manifest.samples ?? {});
    return {
      site: siteRequests(manifest.samples ?? {}),
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
      values: [...new Set([...values, ...values.flatMap(nearby)])],
    };
  } finally {
    await store.close();
  }
}

/** Texts that are similar to an example value. */
function nearby(value: string): string[] {
  const region = /^([^:]+):(\d+)(?:-|\.\.)(\d+)/.exec(value);
  if (!region)
    return /\d$/.test(value)
      ? [`${value}.1`, `${value}.999`, value.toLowerCase(), value.slice(0, -1)]
      : [value.toUpperCase()];
  const [, name = '', start, end] = region;
  return [
    name,
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
