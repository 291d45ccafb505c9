// What is used here of a web standard that Node has and its types leave out.
declare global {
  namespace WebAssembly {
    class Memory {
      constructor(pages: { readonly initial: number; readonly maximum: number });
      readonly buffer: ArrayBuffer;
    }
  }
}

const pageBytes = 64 * 1024;

/** The engine's own data and its stack lie below this; its heap begins here. */
const heapStart = 81 * pageBytes;
const dataEnd = 4 * pageBytes;

/**
 * The memory of the engine, bounded, and put back to what it was after each call: then nothing of a call is
 * there for the next one, neither a global nor a changed prototype nor a cached regular expression. That
 * costs 20 us for a megabyte, a new context 300 us. Its stack is not kept: no call is under way when memory
 * is copied.
 */
export class EngineMemory {
  readonly memory: WebAssembly.Memory;
  #data = new Uint8Array(0);
  #heap = new Uint8Array(0);

  constructor(heapBytesMax: number) {
    this.memory = new WebAssembly.Memory({
      initial: initialPages,
      maximum: (heapStart + heapBytesMax) / pageBytes,
    });
  }

  /** Remembers the memory as it is. What lies beyond it was cleared before by `clear`. */
  keep(): void {
    const bytes = new Uint8Array(this.memory.buffer);
    this.#data = bytes.slice(0, dataEnd);
    const end = heapStart + this.#heap.length;
    this.#heap = bytes.slice(heapStart, usedEnd(bytes.subarray(0, end + growthMax)));
  }

  restore(): void {
    const bytes = new Uint8Array(this.memory.buffer);
    bytes.set(this.#data);
    bytes.set(this.#heap, heapStart);
  }

  /** Clears what calls left where the memory that is kept next may grow to. */
  clear(): void {
    const end = heapStart + this.#heap.length;
    new Uint8Array(this.memory.buffer).fill(0, end, end + growthMax);
  }
}

/**
 * Bytes that the engine may need to open, or to compile 64 Ki characters: a function took up to 60 times its
 * text.
 */
const growthMax = 8 * 1024 * 1024;

/** What the engine asks for. */
const initialPages = 256;

/** The end of the last page that holds anything. */
function usedEnd(bytes: Uint8Array): number {
  let end = bytes.length;
  while (Buffer.compare(bytes.subarray(end - pageBytes, end), emptyPage) === 0) end -= pageBytes;
  return end;
}

const emptyPage = new Uint8Array(pageBytes);
