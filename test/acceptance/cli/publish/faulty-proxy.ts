/** A web proxy in front of a store that can break connections, reject requests and delay them. */
import { createServer, request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { present } from '../../../../src/checked.ts';

/** A request passes, its connection breaks before or after the store has answered, or the proxy rejects it. */
type Fate = 'pass' | 'break' | 'lose-answer' | { status: number; code: string };

export interface FaultyProxy {
  endpoint: string;
  /** Decides about each request. By default all pass. */
  fate: (request: IncomingMessage) => Fate | Promise<Fate>;
  /** Method and path of all requests so far. */
  seen: string[];
  stop(): Promise<void>;
}

export async function startProxy(store: string): Promise<FaultyProxy> {
  const server = createServer(async (request, response) => {
    proxy.seen.push(`${request.method} ${request.url}`);
    const fate = await proxy.fate(request);
    if (fate === 'break') return void request.socket.destroy();
    if (typeof fate === 'object') {
      request.resume();
      response.writeHead(fate.status, { 'content-type': 'application/xml', connection: 'close' });
      return void response.end(
        `<?xml version="1.0"?><Error><Code>${fate.code}</Code><Message>${fate.code} it is</Message></Error>`,
      );
    }
    // The host is part of the signature, so the client's host stays.
    const onward = send(store + request.url, { method: request.method, headers: request.headers }, (answer) => {
      if (fate === 'lose-answer') {
        answer.resume();
        answer.once('end', () => request.socket.destroy());
        return;
      }
      response.writeHead(present(answer.statusCode, 'statusCode'), answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => request.socket.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const proxy: FaultyProxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fate: () => 'pass',
    seen: [],
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return proxy;
}
