/** HTTP/1.1 over a socket: sends requests that clients reject, and reads one answer without hiding any of it. */
import { connect } from 'node:net';
import type { HardenRequest } from './request.ts';

/** Status, headers with lower-case names, and the body without chunked encoding. */
export interface RawAnswer {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
  /** Bytes after the answer on a connection that should be closed. */
  rest: string;
}

/** Milliseconds after which an unfinished request is ended. */
const PATIENCE = 500;

/** Null if the server closes the connection without an answer, or does not answer in time. */
export function askOverSocket(
  request: HardenRequest,
  { host, port, giveUp }: { host: string; port: number; giveUp: number },
): Promise<RawAnswer | null> {
  return new Promise((settle) => {
    const socket = connect({ host, port, allowHalfOpen: true });
    const received: Buffer[] = [];
    const finish = (ended: boolean) => {
      clearTimeout(patience);
      clearTimeout(limit);
      socket.destroy();
      settle(parseAnswer(Buffer.concat(received), ended, request.method === 'HEAD'));
    };
    const patience = setTimeout(() => socket.end(), PATIENCE);
    const limit = setTimeout(() => finish(true), giveUp);
    socket.on('data', (chunk) => {
      received.push(chunk);
      if (parseAnswer(Buffer.concat(received), false, request.method === 'HEAD')) finish(false);
    });
    socket.on('end', () => finish(true));
    socket.on('error', () => finish(true));
    socket.write(wireBytes(request, `${host}:${port}`));
  });
}

function wireBytes({ method, target, headers, body, rawLine }: HardenRequest, host: string): Buffer {
  const hasHeader = (name: string) => headers.some(([other]) => other.toLowerCase() === name);
  const lines = [
    rawLine ?? `${method} ${target} HTTP/1.1`,
    ...(hasHeader('host') ? [] : [`Host: ${host}`]),
    ...(hasHeader('connection') ? [] : ['Connection: close']),
    ...(body === null || hasHeader('content-length') || hasHeader('transfer-encoding')
      ? []
      : [`Content-Length: ${body.length}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), body ?? Buffer.alloc(0)]);
}

/** Null while the answer is incomplete. `ended`: nothing more will arrive, so the answer is complete. */
function parseAnswer(bytes: Buffer, ended: boolean, headOnly: boolean): RawAnswer | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1] ?? 0);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const content = bytes.subarray(headEnd + 4);
  if (status === 100) return parseAnswer(content, ended, headOnly);
  const valueOf = (name: string) => headers.find(([other]) => other === name)?.[1];
  const length = headOnly || status === 204 || status === 304 || status === 101 ? '0' : valueOf('content-length');
  if (length === undefined && valueOf('transfer-encoding') === 'chunked') {
    const chunks = readChunks(content);
    return chunks && { status, headers, ...chunks };
  }
  if (length === undefined ? !ended : content.length < Number(length)) return null;
  const end = length === undefined ? content.length : Number(length);
  return { status, headers, body: content.subarray(0, end), rest: content.subarray(end).toString('latin1') };
}

function readChunks(content: Buffer): { body: Buffer; rest: string } | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = content.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = parseInt(content.subarray(at, lineEnd).toString('latin1'), 16);
    if (size === 0)
      return content.length < lineEnd + 4
        ? null
        : { body: Buffer.concat(parts), rest: content.subarray(lineEnd + 4).toString('latin1') };
    if (!(content.length >= lineEnd + 4 + size)) return null;
    parts.push(content.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 4 + size;
  }
}
