/**
 * The types of AssemblyScript that the files of this folder use, and the part of WebAssembly that Node's
 * types lack.
 */
declare global {
  type i32 = number;
  namespace WebAssembly {
    class Module {
      constructor(bytes: Uint8Array);
    }
    class Instance {
      constructor(module: Module, imports: object);
      readonly exports: object;
    }
    class CompileError extends Error {}
  }
}

export {};
