/** An S3-compatible store on loopback that checks signatures: the package s3rver. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface S3Server {
  endpoint: string;
  stop(): Promise<void>;
}

/** The credentials that s3rver accepts. */
export const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
export const BUCKET = 'mirror';

type Context = { path: string; app: object };
interface S3rver {
  middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'genomic-edge-s3-'));
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3rver;
  const server = new Server({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  });
  // s3rver signs the path of a bucket without the trailing slash of the AWS SDK. It checks all other signatures.
  server.middleware.unshift((context, next) => {
    if (context.path === `/${BUCKET}/`)
      context.app = Object.create(context.app, { allowMismatchedSignatures: { value: true } });
    return next();
  });
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
