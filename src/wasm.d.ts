/** Wrangler gives a Worker the compiled module. */
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}
