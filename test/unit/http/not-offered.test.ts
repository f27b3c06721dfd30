import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { notOffered } from '../../../src/catalogue/not-offered.ts';
import { Router } from '../../../src/http/router.ts';
import { json } from '../../support/json.ts';

const app = createApp({
  operations,
  notOffered,
  openRelease: () => {
    throw new Error('a rejection needs no release');
  },
});

async function ask(method: string, path: string): Promise<{ status: number; error: string }> {
  const response = await app.request(`/rest${path}`, { method, ...(method === 'POST' ? { body: 'no JSON' } : {}) });
  const { error } = await json<{ error: string }>(response);
  return { status: response.status, error };
}

describe('an operation of Ensembl that is not offered', () => {
  it.each(notOffered.map(({ method, path, group }) => [method, path, group] as const))(
    '%s %s is rejected with the reason and an alternative',
    async (method, path, group) => {
      const { status, error } = await ask(method, path.replace(/:\w+/g, 'x'));
      expect(status).toBe(400);
      expect(error).toContain(`${method} ${path}, an operation of Ensembl's group ${group}; please `);
    },
  );

  it('is not in the catalogue', () => {
    const router = new Router(operations);
    for (const { method, path } of notOffered)
      expect(router.match(method, path.split('/').slice(1)), path).not.toHaveProperty('operation');
  });

  it('is rejected in any spelling of its path', async () => {
    for (const path of [
      '/eqtl/tissue/human/',
      '//eqtl/tissue/human',
      '/eqtl/tissue/human.json',
      '/eqtl/id/human/ENSG00000227232?content-type=text/xml',
    ]) {
      expect((await ask('GET', path)).status, path).toBe(400);
    }
  });
});

it('any other path is not found', async () => {
  for (const path of ['/vep', '/vep/human', '/ga4gh', '/nosuch', '/eqtl/human'])
    expect(await ask('GET', path), path).toMatchObject({
      status: 404,
      error: expect.stringMatching(/^Page not found/),
    });
});
