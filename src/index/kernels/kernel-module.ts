/**
 * A WebAssembly module committed in two forms. Workers import the binary, which is compiled when the script is
 * uploaded, because they may not compile at run time. All other runtimes compile the same bytes, written as text, when
 * they first need them. Workers, Deno and Node all have WebAssembly SIMD, so there is no other form.
 */
export class KernelModule<Exports> {
  readonly #base64: string;
  #module: WebAssembly.Module | undefined;

  constructor(base64: string) {
    this.#base64 = base64;
  }

  /** Gives a Worker the module it was uploaded with. */
  use(compiled: WebAssembly.Module): void {
    this.#module = compiled;
  }

  /** A new instance, with memory of its own. */
  instantiate(imports?: WebAssembly.Imports): Exports {
    this.#module ??= new WebAssembly.Module(Uint8Array.from(atob(this.#base64), (letter) => letter.charCodeAt(0)));
    return new WebAssembly.Instance(this.#module, imports).exports as Exports;
  }
}

/** Bytes of a page of WebAssembly memory. */
export const PAGE = 65_536;

/** The next multiple of 16: vectors are read sixteen bytes at a time. */
export function align(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}

/** Grows a memory to at least so many bytes. */
export function ensureMemory(memory: WebAssembly.Memory, bytes: number): void {
  const pages = Math.ceil(bytes / PAGE) - memory.buffer.byteLength / PAGE;
  if (pages > 0) memory.grow(pages);
}
