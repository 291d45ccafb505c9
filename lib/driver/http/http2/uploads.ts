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

/**
 * Sends the bodies of requests as far as the flow-control windows of the target allow (the bytes that it
 * permits).
 */
export class Uploads {
  /** The flow-control window of each new stream: the bytes that may be sent on it at first. */
  windowBytes = initialWindowBytes;
  frameBytesMax = initialFrameBytesMax;
  /** The number of DATA frames that were sent. */
  sentFrames = 0;
  readonly #writeQueue: WriteQueue;
  /** The number of bytes that the target accepts now on the whole connection. */
  #connectionBytes = initialWindowBytes;
  /** Streams whose bodies are not sent completely. */
  readonly #waiting = new Set<Stream>();

  constructor(writeQueue: WriteQueue) {
    this.#writeQueue = writeQueue;
  }

  /** Sends the bytes of a body that the windows allow now. The rest follows when the target permits more. */
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
      this.sentFrames += 1;
      stream.windowBytes -= length;
      this.#connectionBytes -= length;
      if (isLast) break;
    }
    this.forget(stream);
  }

  /** Sends no more bytes of this stream. */
  forget(stream: Stream): void {
    stream.body = undefined;
    this.#waiting.delete(stream);
  }

  /** Called when the target permits `bytes` more bytes on the connection. */
  windowOpened(bytes: number): void {
    this.#connectionBytes += bytes;
    if (this.#connectionBytes > windowBytesMax)
      throw new ConnectionFault(codes.FLOW_CONTROL_ERROR, 'a flow-control window of more than 2 GB');
    for (const stream of [...this.#waiting]) this.send(stream);
  }

  /** Changes the windows of all streams when the target changes its setting for their size. */
  resize(windowBytes: number, streams: Iterable<Stream>): void {
    const more = windowBytes - this.windowBytes;
    this.windowBytes = windowBytes;
    for (const stream of streams) {
      stream.windowBytes += more;
      if (stream.windowBytes > windowBytesMax)
        throw new ConnectionFault(codes.FLOW_CONTROL_ERROR, 'a flow-control window of more than 2 GB');
      this.send(stream);
    }
  }
}
