import type { FileRef } from '../model/files.ts';

/** Reads the content of a file, which its hash identifies. */
export type ReadFile = (file: FileRef) => Promise<Uint8Array>;

/**
 * Keeps contents of files that one environment has read. The next drive in it, and drives that begin at the
 * same time, do not read them again. It keeps the contents that were used last, up to `bytesMax` bytes in
 * total.
 */
export class FileCache {
  readonly #bytesMax: number;
  /** Contents by their hash. The content that was used last is at the end. */
  readonly #kept = new Map<string, { readonly bytes: number; readonly content: Promise<Uint8Array> }>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The content of a file. It is read with `read` unless it is in the cache. A failed read is not kept. */
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
