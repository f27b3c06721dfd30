import { at, present } from '../../../src/checked.ts';
import { documentationPath } from '../../../src/pages/overview.ts';

/**
 * The example on the page of an operation: its only link to an answer that names no format.
 * @param base of the service: 'http://127.0.0.1:8787/rest'
 * @param path of the operation, as in the catalogue
 */
export async function exampleAddress(base: string, path: string): Promise<string> {
  const page = await fetch(new URL(documentationPath('/rest', { method: 'GET', path }), base));
  const links = Array.from((await page.text()).matchAll(/href="([^"]+)"/g), ([, link]) => link ?? '');
  const start = `/rest${at(path.split(':'), 0)}`;
  const example = links.find((link) => link.startsWith(start) && !link.includes('content-type'));
  return new URL(present(example, `an example of ${path}`).replaceAll('&amp;', '&'), base).href;
}
