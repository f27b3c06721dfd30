/** What the two runtimes give back once they listen. */
export interface ServedIndex {
  /** Where the operations stand: 'http://127.0.0.1:8787/rest'. */
  url: string;
  /** Resolves with an exit code when the service has ended, of itself or by `stop`. */
  ended: Promise<number>;
  /** Deno: the process that answers. */
  pid?: number;
  /** Where a debugger finds the isolate, if asked for. */
  inspector?: URL;
  stop(): Promise<void>;
}

/** What src/deno.ts takes beside; as it names them. */
export interface DenoSettings {
  /** Megabytes of decoded blocks to keep. */
  cache?: string;
  rateLimit?: string;
  behindProxy?: boolean;
  /** JSON: src/operation/limits.ts. */
  limits?: string;
  /** JSON: src/store/patience.ts. */
  patience?: string;
  edition?: string;
  log?: boolean;
}

export interface ServeOptions extends DenoSettings {
  /** A built folder; for Deno also the URL of one behind a web server. */
  index: string;
  port: number;
  host: string;
  /** workerd: shows the isolate of the Worker to a debugger at this port of 127.0.0.1; 0 takes a free one. */
  inspectorPort?: number;
  /** workerd: variables of the Worker, as wrangler.toml would set them. */
  variables?: Readonly<Record<string, string>>;
}

/** The service could not be started, for a reason that the user can do something about; one line. */
export class ServeError extends Error {
  override name = 'ServeError';
}
