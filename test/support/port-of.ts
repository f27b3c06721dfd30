import type { Server } from 'node:net';

/** The port of a server that listens on TCP. Throws Error for a server that does not. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on TCP');
  return address.port;
}
