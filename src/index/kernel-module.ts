/**
 * A WebAssembly module committed in two forms. Workers import the binary, which is compiled when the script is uploaded, and may
 * compile nothing as they run; all others compile the same bytes, written as text, when they first need them.
 */
export class KernelModule {
  readonly #base64: string;
  #module: WebAssembly.Module | undefined;

  constructor(base64: string) {
    this.#base64 = base64;
  }

  /** Gives a Worker the module it was uploaded with. */
  use(compiled: WebAssembly.Module): void {
    this.#module = compiled;
  }

  get module(): WebAssembly.Module {
    return (this.#module ??= new WebAssembly.Module(Uint8Array.from(atob(this.#base64), (letter) => letter.charCodeAt(0))));
  }
}
