import { createHash, type Hash } from 'node:crypto';
import type { JsonProblem } from '../json/listener.ts';
import { notJson } from '../json/parse-json.ts';
import { Scanner } from '../json/scanner.ts';
import { Blocks } from './block.ts';
import { encodeTail } from './head.ts';
import { Outline } from './index-collector.ts';
import type { RunIndex } from './index-types.ts';
import { checkIndexLimits, type IndexLimits, indexLimits } from './limits.ts';

export type IndexOptions = {
  /**
   * Receives the bytes of the index in order. Indexing waits for its promise, so a slow writer slows the
   * reading down.
   */
  readonly write: (bytes: Uint8Array) => Promise<void> | void;
  /** True: the index contains the SHA-256 of the document. */
  readonly hashes?: boolean;
  readonly limits?: Partial<IndexLimits>;
};

/**
 * Reads a document once, checks every byte of it (RFC 8259, UTF-8, nesting up to `depthMax`) and writes its
 * index. The needed memory depends on the bounds, not on the size of the document. Chunks may be cut
 * anywhere; their bytes are not kept.
 *
 * @returns the index after all of it has been written, or the problem of the document. In case of a problem
 * the written bytes are useless.
 */
export async function indexRun(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { write, hashes = false, limits: given }: IndexOptions,
): Promise<RunIndex | JsonProblem> {
  const limits = { ...indexLimits, ...given };
  checkIndexLimits(limits);
  const reading = new Reading(limits, hashes);
  for await (const chunk of chunks) {
    for (const piece of pieces(chunk, limits.windowBytes)) {
      const problem = reading.push(piece);
      if (problem !== undefined) return problem;
      for (const bytes of reading.blocks.take()) await write(bytes);
    }
  }
  const index = reading.end();
  if ('reason' in index) return index;
  reading.blocks.addRaw(encodeTail(index));
  for (const bytes of reading.blocks.take()) await write(bytes);
  return index;
}

/** An index and its stored form, which has at most an eighth of the bytes of a large document. */
export type BuiltIndex = { readonly index: RunIndex; readonly bytes: Uint8Array };

/**
 * Builds the whole index of a document in memory.
 * @throws DownpourError NOT_JSON (400) with the place of the first mistake.
 */
export async function builtIndex(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  what = 'the document',
): Promise<BuiltIndex> {
  const written: Uint8Array[] = [];
  const index = await indexRun(chunks, { write: (bytes) => void written.push(bytes) });
  if (isProblem(index)) throw notJson(index.reason, undefined, what);
  return { index, bytes: Buffer.concat(written) };
}

export const isProblem = (result: RunIndex | JsonProblem): result is JsonProblem => 'reason' in result;

class Reading {
  readonly blocks = new Blocks();
  readonly #scanner: Scanner;
  readonly #outline: Outline;
  readonly #hash: Hash | undefined;
  #bytes = 0;

  constructor(limits: IndexLimits, hashes: boolean) {
    this.#hash = hashes ? createHash('sha256') : undefined;
    this.#outline = new Outline(this.blocks, limits);
    this.#scanner = new Scanner(limits, this.#outline);
  }

  push(piece: Uint8Array): JsonProblem | undefined {
    this.#hash?.update(piece);
    this.#bytes += piece.length;
    return this.#scanner.push(piece);
  }

  end(): RunIndex | JsonProblem {
    const problem = this.#scanner.end();
    if (problem !== undefined) return problem;
    const { hasBlanks } = this.#scanner;
    return {
      documentBytes: this.#bytes,
      ...(this.#hash && { sha256: this.#hash.digest('hex') }),
      hasBlanks,
      ...this.#outline.outline,
    };
  }
}

/** Cuts a large chunk into pieces, so that the output of a piece is written before the next piece is read. */
function* pieces(chunk: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += size) yield chunk.subarray(at, at + size);
}
