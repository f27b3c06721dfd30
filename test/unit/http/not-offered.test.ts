/** What clients of Ensembl's service are told who ask for an operation that is not offered here. */
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { notOffered } from '../../../src/catalogue/not-offered.ts';
import { Router } from '../../../src/http/router.ts';

const app = createApp({
  operations,
  notOffered,
  openRelease: () => {
    throw new Error('no release is needed to refuse');
  },
});

async function ask(method: string, path: string): Promise<{ status: number; error: string }> {
  const response = await app.request(`/rest${path}`, { method, ...(method === 'POST' ? { body: 'no JSON' } : {}) });
  return { status: response.status, error: ((await response.json()) as { error: string }).error };
}

describe('an operation of Ensembl that is not offered', () => {
  it.each(notOffered.map(({ method, path, group }) => [method, path, group] as const))(
    '%s %s says so, and what to do',
    async (method, path, group) => {
      const { status, error } = await ask(method, path.replace(/:\w+/g, 'x'));
      expect(status).toBe(400);
      expect(error).toContain(`${method} ${path}, an operation of Ensembl's group ${group}; please `);
    },
  );

  it('is none of the catalogue', () => {
    const router = new Router(operations);
    for (const { method, path } of notOffered)
      expect(router.match(method, path.split('/').slice(1)), path).not.toHaveProperty('operation');
  });

  it('is refused in any spelling of its path', async () => {
    for (const path of [
      '/vep/human/region/9:1-2:1/C/',
      '//vep/human/id/rs1',
      '/vep/human/id/rs1.json',
      '/vep/human/hgvs/9:g.22125504G%3EC?content-type=text/xml',
    ]) {
      expect((await ask('GET', path)).status, path).toBe(400);
    }
  });
});

it('any other page is not found', async () => {
  for (const path of ['/vep', '/vep/human', '/vep/human/id', '/ga4gh', '/nosuch', '/eqtl/human'])
    expect(await ask('GET', path), path).toMatchObject({
      status: 404,
      error: expect.stringMatching(/^Page not found/),
    });
});
