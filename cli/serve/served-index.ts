import type { ModuleDefinition } from 'miniflare';
import type { DenoOptions } from './deno-process.ts';

/** A service that listens, of either runtime. */
export interface ServedIndex {
  /** Base URL of the operations without a slash at the end, such as 'http://127.0.0.1:8787/rest'. */
  url: string;
  /** Resolves with the exit code when the service has ended, by itself or by `stop`. */
  ended: Promise<number>;
  /** Deno: ids of the processes that serve now. */
  pids?(): number[];
  /** workerd: URL for a debugger, if `inspectorPort` was given. */
  inspector?: URL;
  /** Deno on Linux: replaces each process by a new one, which listens before the old one ends. */
  restart?(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServeOptions extends DenoOptions {
  /** Deno on Linux: processes that share the port; by default one. */
  processes?: number;
  /** workerd: port on 127.0.0.1 where a debugger can inspect the Worker; 0 takes a free one. */
  inspectorPort?: number;
  /** workerd: variables of the Worker, as in wrangler.toml. */
  variables?: Readonly<Record<string, string>>;
  /** workerd: changes the modules of the Worker; tests make its bucket fail. */
  wrap?: (modules: readonly ModuleDefinition[]) => Promise<ModuleDefinition[]>;
  /** workerd: gets a sentence before the slow part of the start. */
  note?: (sentence: string) => void;
}
