/** A client that uploads a body over a socket: as fast as the server takes it, slowly, without reading, or for ever. */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface Upload {
  /** Path and query below the base URL. */
  path: string;
  headers?: Record<string, string>;
  /** Pieces of the body; it may never end. */
  body: Iterable<Uint8Array>;
  /** Milliseconds between two pieces. */
  pause?: number;
  /** How the answer is read: at once, never, or a few bytes each second. */
  reads?: 'all' | 'nothing' | 'slowly';
  /** Milliseconds after which the client goes away. */
  leaveAfter: number;
}

export interface UploadOutcome {
  /** Null without an answer. */
  status: number | null;
  /** Bytes that the server took, as far as the client knows, and bytes of the answer. */
  sent: number;
  received: number;
  /** Beginning and end of the answer, without the chunked encoding being removed. */
  text: string;
  /** Who ended the connection. */
  endedBy: 'server' | 'client';
  /** The answer ended as HTTP demands it: with the last chunk, or after its length. */
  isComplete: boolean;
  ms: number;
}

/** Bytes of the beginning and of the end of an answer that are kept. */
const KEPT = 16 * 1024;
/** Bytes that a slow reader takes each second. */
const SIP = 1;

export function upload(
  base: string,
  { path, headers = {}, body, pause = 0, reads = 'all', leaveAfter }: Upload,
): Promise<UploadOutcome> {
  const { hostname, port, pathname } = new URL(base + path);
  const { search } = new URL(base + path);
  const began = performance.now();
  return new Promise((settle) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let [received, sent, isOver] = [0, 0, false];
    let [first, last] = [Buffer.alloc(0), Buffer.alloc(0)];
    const text = () => first.toString('latin1') + (received > first.length ? last.toString('latin1') : '');
    const isComplete = () => {
      const start = first.toString('latin1');
      const headEnd = start.indexOf('\r\n\r\n') + 4;
      if (headEnd < 4) return false;
      const length = /\r\ncontent-length: (\d+)\r\n/i.exec(start.slice(0, headEnd))?.[1];
      return length === undefined
        ? last.subarray(-7).toString('latin1') === '\r\n0\r\n\r\n'
        : received >= headEnd + Number(length);
    };
    const finish = (endedBy: UploadOutcome['endedBy']) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(leaving);
      clearInterval(sipping);
      socket.destroy();
      const answer = text();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
      settle({
        status: status === undefined ? null : Number(status),
        sent,
        received,
        text: answer,
        endedBy,
        isComplete: isComplete(),
        ms: performance.now() - began,
      });
    };
    const leaving = setTimeout(() => finish('client'), leaveAfter);
    const keep = (chunk: Buffer) => {
      received += chunk.length;
      if (first.length < KEPT) first = Buffer.concat([first, chunk]).subarray(0, KEPT);
      last = Buffer.concat([last, chunk]).subarray(-KEPT);
      if (isComplete()) finish('server');
    };
    let sipping: NodeJS.Timeout | undefined;
    if (reads === 'all') socket.on('data', keep);
    if (reads === 'slowly')
      sipping = setInterval(() => {
        const sip: unknown = socket.read(SIP);
        if (Buffer.isBuffer(sip)) keep(sip);
      }, 1000);
    socket.on('end', () => finish('server'));
    socket.on('error', () => finish('server'));
    socket.on('close', () => finish('server'));
    const head = { Host: `${hostname}:${port}`, 'Transfer-Encoding': 'chunked', ...headers };
    socket.write(
      `POST ${pathname}${search} HTTP/1.1\r\n${Object.entries(head)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    );
    void (async () => {
      for (const piece of body) {
        if (isOver) return;
        socket.write(`${piece.length.toString(16)}\r\n`);
        socket.write(piece);
        const isFree = socket.write('\r\n');
        if (!isFree) await new Promise<void>((free) => socket.once('drain', free).once('close', free));
        sent += piece.length;
        await (pause > 0 ? wait(pause) : new Promise((next) => setImmediate(next)));
      }
      if (!isOver) socket.write('0\r\n\r\n');
    })();
  });
}
