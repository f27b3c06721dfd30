/**
 * A WebAssembly module committed in two forms. Workers import the binary, which is compiled when the script is uploaded, and may
 * compile nothing as they run; all others compile the same bytes, written as text, when they first need them.
 */
export class KernelModule {
  readonly #base64: string;
  #module: WebAssembly.Module | null | undefined;

  constructor(base64: string) {
    this.#base64 = base64;
  }

  /** Gives a Worker the module it was uploaded with. */
  use(compiled: WebAssembly.Module): void {
    this.#module = compiled;
  }

  /** Null where there is no WebAssembly, or none of the instructions that the kernel needs: each has a plain form beside it. */
  get module(): WebAssembly.Module | null {
    return this.#module === undefined ? (this.#module = compiled(this.#base64)) : this.#module;
  }
}

function compiled(base64: string): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}
