/** Headers that choose a format, a release or a cached copy, and headers for runtimes, with good and bad values. */
import type { Random } from '../../../data/fictional/random.ts';
import { MEDIA_TYPES } from '../../../src/formats/media-types.ts';
import type { ShownOperation } from '../../../src/operation/example.ts';
import { MARKUP, NUMBERS, oddText } from './odd-values.ts';
import type { Draft } from './request.ts';

const TYPES = [
  ...Object.values(MEDIA_TYPES),
  'text/html,application/xhtml+xml,*/*;q=0.8',
  '*/*',
  'text/*',
  'application/*',
  '*',
  'application/xml',
  'application/javascript',
  'image/png',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-7',
  '',
];

export function mutateHeaders(draft: Draft, operation: ShownOperation | null, random: Random): void {
  const kind = random.next();
  if (kind < 0.5) set(draft, random.pick(['content-type', 'accept', 'accept']), mediaType(operation, random));
  else if (kind < 0.6)
    set(
      draft,
      'accept',
      Array.from(
        { length: random.pick([2, 10, 300]) },
        () => `${mediaType(operation, random)};q=${random.pick(NUMBERS)}`,
      ).join(','),
    );
  else if (kind < 0.65) set(draft, 'x-data-release', random.chance(0.3) ? '115' : plain(oddText(random)));
  else if (kind < 0.72)
    set(
      draft,
      'if-none-match',
      random.pick([
        '*',
        '"',
        '""',
        'W/"x"',
        `"${'a'.repeat(3000)}"`,
        Array(500).fill('"a"').join(', '),
        plain(oddText(random)),
      ]),
    );
  else if (kind < 0.78)
    set(
      draft,
      'range',
      random.pick([
        'bytes=0-0',
        'bytes=-1',
        'bytes=5-1',
        'bytes=0-99999999999999999999',
        'items=1',
        `bytes=${Array(500).fill('0-1').join(',')}`,
      ]),
    );
  else if (kind < 0.84)
    set(
      draft,
      'accept-encoding',
      random.pick(['gzip', 'br', 'deflate', 'identity;q=0', '*;q=0', 'gzip;q=1.5', 'nosuch', plain(oddText(random))]),
    );
  else if (kind < 0.9)
    set(
      draft,
      random.pick([
        'origin',
        'referer',
        'x-forwarded-for',
        'x-forwarded-host',
        'x-forwarded-proto',
        'cf-connecting-ip',
        'cookie',
        'authorization',
        'user-agent',
        'x-http-method-override',
      ]),
      plain(random.chance(0.5) ? oddText(random) : random.pick(MARKUP)),
    );
  else if (kind < 0.94)
    set(draft, 'access-control-request-headers', plain(random.chance(0.5) ? 'x-a, x-b' : oddText(random)));
  else if (kind < 0.97)
    set(draft, plain(oddText(random)).replace(/[^\w-]/g, '') || '__proto__', plain(oddText(random)));
  else set(draft, 'x-long', 'a'.repeat(random.pick([1000, 6000])));
}

function mediaType(operation: ShownOperation | null, random: Random): string {
  if (operation && random.chance(0.5)) return MEDIA_TYPES[random.pick(operation.formats)];
  return random.chance(0.8) ? random.pick(TYPES) : plain(oddText(random));
}

function set(draft: Draft, name: string, value: string): void {
  if (draft.headers.some(([other]) => other === name))
    draft.headers = draft.headers.filter(([other]) => other !== name);
  draft.headers.push([name, value]);
}

/** Removes control characters, which HTTP clients reject in headers. mutate-wire.ts sends them. */
function plain(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .replace(/[^\u0000-\u00ff]/g, (char) => Buffer.from(char.toWellFormed()).toString('latin1'))
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim();
}
