import {
  ConnectionFault,
  codes,
  flags,
  frames,
  initialFrameBytesMax,
  initialWindowBytes,
  windowBytesMax,
} from './protocol.ts';
import type { Stream } from './stream.ts';
import type { WriteQueue } from './write-queue.ts';

/** Bodies of requests, sent as far as the target's windows let them. */
export class Uploads {
  /** What the target takes of each new stream. */
  windowBytes = initialWindowBytes;
  frameBytesMax = initialFrameBytesMax;
  readonly #writeQueue: WriteQueue;
  /** What it takes on the connection. */
  #connectionBytes = initialWindowBytes;
  /** Streams with something left to send. */
  readonly #waiting = new Set<Stream>();

  constructor(writeQueue: WriteQueue) {
    this.#writeQueue = writeQueue;
  }

  /** Sends what the windows allow now; the rest when they open. */
  send(stream: Stream): void {
    const { body } = stream;
    if (body === undefined) return;
    const writeQueue = this.#writeQueue;
    for (;;) {
      const left = body.length - stream.sent;
      const length = Math.min(left, this.frameBytesMax, this.#connectionBytes, stream.windowBytes);
      if (left > 0 && length <= 0) {
        this.#waiting.add(stream);
        return;
      }
      const isLast = length === left;
      writeQueue.frame(frames.data, isLast ? flags.endsStream : 0, stream.id, length);
      writeQueue.bytes(body, stream.sent, stream.sent + length);
      stream.sent += length;
      stream.windowBytes -= length;
      this.#connectionBytes -= length;
      if (isLast) break;
    }
    this.forget(stream);
  }

  /** Nothing more is to be sent on it. */
  forget(stream: Stream): void {
    stream.body = undefined;
    this.#waiting.delete(stream);
  }

  /** The window of the connection has opened. */
  opened(bytes: number): void {
    this.#connectionBytes += bytes;
    if (this.#connectionBytes > windowBytesMax)
      throw new ConnectionFault(codes.flowControl, 'a window of more than 2 GB');
    for (const stream of [...this.#waiting]) this.send(stream);
  }

  /** The windows of all streams change with the setting. */
  resize(windowBytes: number, streams: Iterable<Stream>): void {
    const more = windowBytes - this.windowBytes;
    this.windowBytes = windowBytes;
    for (const stream of streams) {
      stream.windowBytes += more;
      if (stream.windowBytes > windowBytesMax)
        throw new ConnectionFault(codes.flowControl, 'a window of more than 2 GB');
      this.send(stream);
    }
  }
}
