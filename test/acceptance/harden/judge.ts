/** The rules for an answer to any request, and the faults of answers that break them. */
import { INJECTED_HEADER, MARKUP } from './odd-values.ts';
import type { HardenRequest } from './request.ts';
import type { Answer } from './send.ts';
import { at, present } from '../../../src/checked.ts';
import { findAsset } from '../../../src/pages/assets.ts';

export interface Rules {
  /** Maximum of milliseconds per answer. */
  slowest: number;
  /** Maximum of bytes per answer. */
  largest: number;
}

/** The scripts of the pages, which contain nothing of a request. */
const SCRIPTS = new Set(
  ['browse', 'search', 'sort', 'try-request', 'vep'].map(
    (name) => present(findAsset(['assets', `${name}.js`]), name).text,
  ),
);

/** Each fault is a figure of the run in docs/reliability.md. */
export const FAULTS = {
  'server error': 'answers with 5xx',
  'no answer': 'requests without an answer',
  slow: 'answers that took longer than allowed',
  large: 'answers larger than allowed',
  wordless: '4xx that are not {"error": "a sentence"}',
  injected: 'answers with an injected header or a second answer',
  markup: 'pages and XML with markup of the request',
  callback: 'scripts with an unsafe callback',
  sniffable: 'answers without nosniff, pages without a policy',
  astray: 'redirects that leave the service',
  trace: 'answers with a stack trace',
  malformed: 'answers that are not of their type',
} as const;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES: readonly FaultName[] = Object.keys(FAULTS).filter(
  (name): name is FaultName => name in FAULTS,
);

export interface Fault {
  name: FaultName;
  /** Details of the finding. */
  seen: string;
}

/** Statuses that runtimes may answer by themselves, for invalid HTTP or HTTP beyond their limits. */
const BY_RUNTIME = new Set([200, 204, 400, 404, 405, 408, 411, 413, 414, 415, 417, 426, 431]);
/** 5xx of runtimes for requests that no client would send. workerd answers some of them with 500. */
const OF_NO_HTTP = new Set([500, 501, 505]);

const REFGET = /\/refget\/sequence\/[^/?]+(?:\?|$)/;
/** A line of a stack trace. */
const STACK = /\n\s+at [^\n]{0,200}\.[jt]s:\d+:\d+/;

export function judge(request: HardenRequest, answer: Answer, { slowest, largest }: Rules): Fault[] {
  const { status, headers, size, ms } = answer;
  const faults: Fault[] = [];
  const fault = (name: FaultName, seen: string) => faults.push({ name, seen });

  const isWholeSequence = REFGET.test(request.target);
  // A whole sequence is streamed, whatever its length, as refget 2.0 asks for.
  const allowed = isWholeSequence ? slowest * Math.max(1, size / largest) : slowest;
  if (ms > allowed && !(answer.overSocket && answer.byRuntime)) fault('slow', `${ms.toFixed(0)} ms`);
  if (size > largest && !isWholeSequence) fault('large', `${size} bytes`);
  if (headers.has(INJECTED_HEADER) || headers.has('set-cookie') || (answer.remark ?? '').includes('HTTP/1.'))
    fault('injected', answer.remark ?? [...headers.keys()].join(' '));
  if (status === 0) {
    // Requests that break HTTP may get no answer.
    if (!answer.overSocket) fault('no answer', answer.remark ?? '');
    return faults;
  }
  const type = at((headers.get('content-type') ?? '').split(';'), 0)
    .trim()
    .toLowerCase();
  const [trace] = STACK.exec(answer.text) ?? [];
  if (trace !== undefined) fault('trace', trace);
  for (const seen of reflected(answer.text, type)) fault('markup', seen);
  if (answer.byRuntime) {
    if (!BY_RUNTIME.has(status) && !(answer.overSocket && OF_NO_HTTP.has(status)))
      fault('server error', `${status} of the runtime: ${answer.text.slice(0, 200)}`);
    return faults;
  }
  if (status >= 500) fault('server error', `${status} ${answer.text.slice(0, 200)}`);
  if (headers.get('x-content-type-options') !== 'nosniff') fault('sniffable', `${status} ${type}`);
  if (type === 'text/html' && !headers.get('content-security-policy')?.includes("default-src 'none'"))
    fault('sniffable', `${status} page without a policy`);
  if (status === 301 || status === 302) {
    const location = headers.get('location') ?? '';
    // After two slashes comes another host; browsers treat backslashes as slashes.
    if (!/^\/(?![/\\])/.test(location)) fault('astray', location);
    // workerd compresses even nothing, which makes one byte.
    if (answer.text !== '') fault('malformed', `${size} bytes with a redirect`);
    return faults;
  }
  if (status === 304 || status === 204 || request.method === 'HEAD' || request.rawLine?.startsWith('HEAD '))
    return faults;
  if (status >= 400 && status < 500) {
    const seen = unlikeRefusal(answer.text, type);
    if (seen) fault('wordless', `${status} ${seen}`);
  } else if (size <= WHOLE) {
    const seen = unlikeType(answer.text, type);
    if (seen) fault('malformed', seen);
  }
  if (/javascript/.test(type) && size <= WHOLE && !SCRIPTS.has(answer.text) && !isPlainCall(answer.text))
    fault('callback', answer.text.slice(0, 200));
  return faults;
}

/** Markup of the request in a page or XML, or a link that leaves the service. */
function reflected(text: string, type: string): string[] {
  if (type !== 'text/html' && !/xml/.test(type)) return [];
  const seen = MARKUP.filter((markup) => text.includes(markup));
  if (type !== 'text/html') return seen;
  const link =
    /\s(?:href|src|action)\s*=\s*["']?\s*(?:javascript:|data:|\/\/|https?:\/\/evil\.example)[^"'>]{0,80}/i.exec(text);
  return link ? [...seen, link[0]] : seen;
}

/** A description of an error that is not {"error": text}, or that shows parts of the code; null for a proper error. */
function unlikeRefusal(text: string, type: string): string | null {
  // A browser gets the same JSON as a page with markup.
  const json = type === 'text/html' ? pageText(text) : text;
  if (type !== 'text/html' && type !== 'application/json') return `${type}: ${text.slice(0, 200)}`;
  const value = parsed(json);
  const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
  if (typeof error !== 'string' || error.trim() === '' || Object.keys(value ?? {}).length !== 1)
    return `${type}: ${text.slice(0, 200)}`;
  return /\.ts:\d+:\d|\n\s+at |node_modules/.test(error) ? error.slice(0, 200) : null;
}

function pageText(html: string): string {
  const shown = /<pre>([\s\S]*?)<\/pre>/.exec(html)?.[1] ?? '';
  return shown
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

function unlikeType(text: string, type: string): string | null {
  switch (type) {
    case 'application/json':
      return parsed(text) === undefined ? `no JSON: ${text.slice(0, 200)}` : null;
    case 'text/html':
      return text.startsWith('<!DOCTYPE html>') ? null : `no page: ${text.slice(0, 200)}`;
    case 'text/x-gff3':
      return text.startsWith('##gff-version 3\n') ? null : `no GFF3: ${text.slice(0, 200)}`;
    case '':
      return 'no type';
    default:
      return null;
  }
}

/** Bytes up to which answers are judged as a whole; Sender keeps only the beginning of long ones. */
const WHOLE = 1024 * 1024;

/** Whether a script does nothing but pass JSON to a function. Without a callback it is the JSON alone. */
function isPlainCall(script: string): boolean {
  if (parsed(script) !== undefined) return true;
  const [, json] = /^\/\*\*\/[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\(([\s\S]*)\);$/.exec(script) ?? [];
  return json !== undefined && parsed(json) !== undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
