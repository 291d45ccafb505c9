// The part of the WebAssembly web API that Node has but its types lack.
declare global {
  namespace WebAssembly {
    class Memory {
      constructor(pages: { readonly initial: number; readonly maximum: number });
      readonly buffer: ArrayBuffer;
    }
  }
}

const pageBytes = 64 * 1024;

/**
 * The address at which the heap of the JavaScript engine begins. The engine's own data and its stack are
 * below.
 */
const heapStart = 81 * pageBytes;
const dataEnd = 4 * pageBytes;

/**
 * The bounded memory of the engine. After each call it is restored to its earlier content, so that no call
 * sees changes of another: no global, no changed prototype and no cached regular expression. That costs 20 us
 * for a megabyte; a new context would cost 300 us. The stack is not restored, because no call is active when
 * memory is copied.
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

  /**
   * Saves the present content of the memory as the state to restore after each call. The rest of the memory
   * is empty, because `clear` was called.
   */
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

  /** Clears what calls left in the part of memory that the next saved state may use. */
  clear(): void {
    const end = heapStart + this.#heap.length;
    new Uint8Array(this.memory.buffer).fill(0, end, end + growthMax);
  }
}

/**
 * The most bytes that the engine may need to start, or to compile 65,536 characters: a function took up to 60
 * times its text.
 */
const growthMax = 8 * 1024 * 1024;

/** The number of memory pages that the engine requests at its start. */
const initialPages = 256;

/** The end of the last page of memory that is not all zeros. */
function usedEnd(bytes: Uint8Array): number {
  let end = bytes.length;
  while (Buffer.compare(bytes.subarray(end - pageBytes, end), emptyPage) === 0) end -= pageBytes;
  return end;
}

const emptyPage = new Uint8Array(pageBytes);
