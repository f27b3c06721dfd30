/**
 * A WebAssembly module, which the repository contains in two forms. Workers may not compile modules at run time, so
 * they import the binary, which is compiled when the script is uploaded. Other runtimes compile the same bytes, stored
 * as base64, on first use. Workers, Deno and Node all support WebAssembly SIMD, so there is no fallback.
 */
export class KernelModule<Exports> {
  readonly #base64: string;
  #module: WebAssembly.Module | undefined;

  constructor(base64: string) {
    this.#base64 = base64;
  }

  /** Sets the module that a Worker's script was uploaded with. */
  use(compiled: WebAssembly.Module): void {
    this.#module = compiled;
  }

  /** Creates an instance with its own memory. */
  instantiate(imports?: WebAssembly.Imports): Exports {
    this.#module ??= new WebAssembly.Module(Uint8Array.from(atob(this.#base64), (letter) => letter.charCodeAt(0)));
    return new WebAssembly.Instance(this.#module, imports).exports as Exports;
  }
}

/** Bytes of a WebAssembly memory page. */
export const PAGE = 65_536;

/** Rounds up to a multiple of 16: vectors are read sixteen bytes at a time. */
export function align(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}

/** Grows a memory to at least a number of bytes. */
export function ensureMemory(memory: WebAssembly.Memory, bytes: number): void {
  const pages = Math.ceil(bytes / PAGE) - memory.buffer.byteLength / PAGE;
  if (pages > 0) memory.grow(pages);
}
