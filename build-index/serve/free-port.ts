/** Whether a service can listen, found out by trying: workerd answers a port in use with a page of stack trace. */
import { createServer } from 'node:net';
import { ServeError } from './served-index.ts';

/** Throws ServeError, one line, when nothing can listen there. Port 0 always can. */
export function checkPort(port: number, host: string): Promise<void> {
  return new Promise((settle, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => reject(new ServeError(error.code === 'EADDRINUSE'
      ? `Port ${port} of ${host} is in use: choose another with --port`
      : `Cannot listen on port ${port} of ${host}: ${error.message}`)));
    server.listen({ port, host, exclusive: true }, () => server.close(() => settle()));
  });
}
