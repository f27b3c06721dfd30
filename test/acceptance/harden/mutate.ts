/** Request n of a seed: a valid request of an operation with a few random changes. */
import { Random } from '../../../data/fictional/random.ts';
import { mutateBody } from './mutate-body.ts';
import { mutateHeaders } from './mutate-headers.ts';
import { setUpload } from './mutate-upload.ts';
import { mutateWire } from './mutate-wire.ts';
import { escaped, oddText, PROTOTYPE_NAMES } from './odd-values.ts';
import { requestOf, type Draft, type HardenRequest } from './request.ts';
import { PAGE_FIELDS } from './site-requests.ts';
import type { ValidRequest, ValidRequests } from './valid-requests.ts';
import { at } from '../../../src/checked.ts';

/** Depends only on seed, number and index, so that a request of a run can be repeated. */
export function requestNumber(number: number, seed: number, valid: ValidRequests): HardenRequest {
  const random = new Random(seed).fork(`request ${number}`);
  if (random.chance(0.2)) return requestOf(mutateTimes(valid.site(random), null, valid, random));
  const chosen = at(valid.requests, number % valid.requests.length);
  const draft = chosen.draft();
  const { streamed, example: [record] = [] } = chosen.operation.body ?? {};
  // Few operations read files, but theirs is the largest input.
  if (streamed && record !== undefined) setUpload(draft, record, valid, random);
  return requestOf(mutateTimes(draft, chosen, valid, random));
}

function mutateTimes(draft: Draft, chosen: ValidRequest | null, valid: ValidRequests, random: Random): Draft {
  // Pages show parts of the request.
  if (random.chance(0.15)) draft.headers.push(['accept', 'text/html']);
  // Requests that are almost right reach more code than completely wrong ones. Some stay unchanged.
  for (let times = random.skip(0.35); times > 0; times--) mutate(draft, chosen, valid, random);
  if (random.chance(0.03)) mutateWire(draft, random);
  return draft;
}

function mutate(draft: Draft, chosen: ValidRequest | null, valid: ValidRequests, random: Random): void {
  const kind = random.next();
  if (kind < 0.25) changeSegment(draft, valid, random);
  else if (kind < 0.5) setParameter(draft, chosen, valid, random);
  else if (kind < 0.6) changeQuery(draft, valid, random);
  else if (kind < 0.67) changePath(draft, random);
  else if (kind < 0.7)
    draft.method = random.pick(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'POST', 'GET', 'PROPFIND']);
  else if (kind < 0.85) mutateHeaders(draft, chosen?.operation ?? null, random);
  else if (draft.body === null && random.chance(0.9)) setParameter(draft, chosen, valid, random);
  else mutateBody(draft, chosen?.operation ?? null, valid, random);
}

function value(valid: ValidRequests, random: Random): string {
  return escaped(random.chance(0.4) ? random.pick(valid.values) : oddText(random), random);
}

/** Changes a segment, mostly a parameter. */
function changeSegment(draft: Draft, valid: ValidRequests, random: Random): void {
  const at = random.chance(0.9)
    ? random.integer(Math.min(2, draft.segments.length - 1), draft.segments.length - 1)
    : random.integer(0, draft.segments.length - 1);
  const before = draft.segments[at] ?? '';
  const kind = random.next();
  draft.segments[at] =
    kind < 0.7 ? value(valid, random) : kind < 0.9 ? before + value(valid, random) : corrupted(before, random);
}

/** Adds a parameter of the operation, or one of every operation, with a good or bad value. */
function setParameter(draft: Draft, chosen: ValidRequest | null, valid: ValidRequests, random: Random): void {
  const declared = Object.entries(chosen?.operation.parameters ?? {}).filter(
    ([, parameter]) => parameter.in === 'query',
  );
  const [name, parameter] =
    declared.length > 0 && random.chance(0.8)
      ? random.pick(declared)
      : [
          random.pick<string>(
            chosen ? ['callback', 'release', 'content-type', 'format'] : [...PAGE_FIELDS, 'release', 'callback'],
          ),
          undefined,
        ];
  const fitting = [
    ...(parameter?.values ?? []),
    ...(parameter?.kind === 'flag' ? ['0', '1'] : []),
    ...(parameter?.example ? [parameter.example] : []),
    ...(parameter?.minimum !== undefined ? [String(parameter.minimum), String(parameter.minimum - 1)] : []),
    ...(parameter?.maximum !== undefined ? [String(parameter.maximum), String(parameter.maximum + 1)] : []),
    ...(name === 'callback'
      ? ['show', 'a.b.c', '$', 'alert(1)//', 'a;alert(1)', '_'.repeat(129), 'constructor', 'a[0]', '<script>']
      : []),
    ...(name === 'content-type'
      ? [
          'text/html',
          'text/javascript',
          'application/json',
          'text/xml',
          'text/x-yaml',
          'text/x-gff3',
          'text/plain;x=1',
          'image/png',
        ]
      : []),
    ...(name === 'release' ? ['115', '0', '-1', '115-0', '../current'] : []),
  ];
  const written =
    fitting.length > 0 && random.chance(0.6) ? escaped(random.pick(fitting), random) : value(valid, random);
  draft.query.push([name, written]);
  // Scripts mostly come with their function.
  if (name === 'callback' && random.chance(0.8)) draft.query.push(['content-type', 'text/javascript']);
}

function changeQuery(draft: Draft, valid: ValidRequests, random: Random): void {
  const pair = draft.query.length > 0 ? random.pick(draft.query) : null;
  switch (random.integer(0, 6)) {
    case 0:
      draft.query.push([escaped(random.pick(PROTOTYPE_NAMES), random), value(valid, random)]);
      break;
    case 1:
      draft.query.push([escaped(oddText(random), random), value(valid, random)]);
      break;
    case 2:
      if (pair) draft.query.push([pair[0], pair[1]]);
      break;
    case 3:
      if (pair)
        for (let times = random.pick([2, 20, 300]); times > 0; times--)
          draft.query.push([pair[0], random.chance(0.5) ? pair[1] : String(times)]);
      break;
    case 4:
      if (pair) pair[1] = null;
      break;
    case 5:
      if (pair) pair[1] = random.chance(0.5) ? value(valid, random) : corrupted(pair[1] ?? '', random);
      break;
    case 6:
      draft.query = [];
      break;
  }
  if (random.chance(0.2)) draft.separator = '&';
}

function changePath(draft: Draft, random: Random): void {
  const { segments } = draft;
  const last = segments.length - 1;
  switch (random.integer(0, 9)) {
    case 0:
      segments.splice(
        random.integer(0, segments.length),
        0,
        random.pick(['', '.', '..', '%2e%2e', '%2F', '%5c', '%00', '__proto__']),
      );
      break;
    case 1:
      segments.pop();
      break;
    case 2:
      segments.push('');
      break;
    case 3:
      segments[last] += random.pick([
        '.json',
        '.xml',
        '.fasta',
        '.jsonp',
        '.html',
        '.yaml',
        '.gff3',
        '.nosuch',
        '.__proto__',
        '.constructor',
        '.',
      ]);
      break;
    case 4:
      segments.push(escaped(oddText(random), random));
      break;
    case 5:
      segments.unshift(random.pick(['', '', 'rest', '..', 'evil.example']));
      break;
    case 6:
      segments[0] = random.pick(['REST', 'Rest', 'rest%2f', 'rest;x=1', 'r%65st']);
      break;
    case 7:
      draft.tail += random.pick([
        '?',
        '#fragment',
        '?a=b',
        '&',
        ';;;&&&',
        '#<script>alert(7301)</script>',
        '?x=#',
        '%',
      ]);
      break;
    case 8:
      for (let times = random.pick([10, 1000]); times > 0; times--) segments.push('a');
      break;
    case 9:
      draft.segments = segments.map((segment) => (random.chance(0.5) ? segment.toUpperCase() : segment));
      break;
  }
}

/** Removes, doubles or replaces a character. */
function corrupted(text: string, random: Random): string {
  if (text === '') return '0';
  const at = random.integer(0, text.length - 1);
  return (
    text.slice(0, at) +
    random.pick(['', text.charAt(at).repeat(2), String(random.integer(0, 9)), '-', '%', '.', ':', 'Z']) +
    text.slice(at + 1)
  );
}
