import type { FileRef } from '../model/files.ts';

/** Reads the content of a file, which its hash identifies. */
export type ReadFile = (file: FileRef) => Promise<Uint8Array>;

/**
 * A cache for the contents of files, which all drives of one environment (process) share. Drives that run
 * later or at the same time do not read a file again. The cache keeps the contents that were used last, up to
 * `bytesMax` bytes in total.
 */
export class FileCache {
  readonly #bytesMax: number;
  /** Contents by the hash of their file. The content that was used last is at the end. */
  readonly #kept = new Map<string, { readonly bytes: number; readonly content: Promise<Uint8Array> }>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /**
   * Returns the content of a file. Reads it with `read` unless the cache has it. A failed read is not kept.
   */
  get(file: FileRef, read: ReadFile): Promise<Uint8Array> {
    const { sha256, bytes } = file;
    const known = this.#kept.get(sha256);
    if (known !== undefined) {
      this.#kept.delete(sha256);
      this.#kept.set(sha256, known);
      return known.content;
    }
    const content = read(file);
    content.catch(() => this.#forget(sha256));
    this.#kept.set(sha256, { bytes, content });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) if (this.#bytes > this.#bytesMax) this.#forget(oldest);
    return content;
  }

  #forget(sha256: string): void {
    this.#bytes -= this.#kept.get(sha256)?.bytes ?? 0;
    this.#kept.delete(sha256);
  }
}
