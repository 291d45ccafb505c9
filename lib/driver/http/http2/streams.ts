import { numbered } from '../../../words.ts';
import { NotProcessed, type TransportHandler } from '../transport.ts';
import type { Assembled } from './head-assembler.ts';
import { http2 } from './limits.ts';
import { adviceOn, ConnectionFault, codeName, codes, streamIdMax } from './protocol.ts';
import { ResponseHead } from './response-head.ts';
import { Stream } from './stream.ts';
import type { Uploads } from './uploads.ts';
import type { WriteQueue } from './write-queue.ts';

/**
 * The open streams of an HTTP/2 connection. The class checks each frame and calls the handler of the request
 * to which the stream belongs.
 */
export class Streams {
  readonly #open = new Map<number, Stream>();
  /** Called when the last open stream has ended, before its handler is called. */
  readonly #emptied: () => void;
  readonly #writeQueue: WriteQueue;
  readonly #uploads: Uploads;
  /** Counts the progress of all requests: sent, final head received, ended. */
  steps = 0;
  #nextId = 1;
  /** The stream to which the DATA frame belongs that is being read. */
  #reading: Stream | undefined;
  /** The latest head, and the array of fields from which it was made. Equal heads are not made again. */
  #head: ResponseHead | undefined;
  #fields: readonly string[] | undefined;
  #used = false;

  constructor(writeQueue: WriteQueue, uploads: Uploads, emptied: () => void) {
    this.#emptied = emptied;
    this.#writeQueue = writeQueue;
    this.#uploads = uploads;
  }

  get size(): number {
    return this.#open.size;
  }

  get all(): IteratorObject<Stream> {
    return this.#open.values();
  }

  /** True when a response has arrived on this connection. */
  get used(): boolean {
    return this.#used;
  }

  /** The id of the next stream. */
  get nextId(): number {
    return this.#nextId;
  }

  /** True when the connection has used all its stream ids, so that no request can be sent on it. */
  get exhausted(): boolean {
    return this.#nextId > streamIdMax;
  }

  /** The number of bytes of bodies that were written for the requests in flight. */
  get sentBytes(): number {
    return this.all.reduce((bytes, { sent }) => bytes + sent, 0);
  }

  get(id: number): Stream | undefined {
    return this.#open.get(id);
  }

  of(handler: TransportHandler): Stream | undefined {
    for (const stream of this.#open.values()) if (stream.handler === handler) return stream;
    return undefined;
  }

  begin(handler: TransportHandler, method: string): Stream {
    const stream = new Stream(this.#nextId, handler, method, this.#uploads.windowBytes);
    this.#nextId += 2;
    this.steps += 1;
    this.#open.set(stream.id, stream);
    return stream;
  }

  /** Throws when a frame arrives for a stream that Downpour never opened. */
  assertOpened(id: number): void {
    if (id % 2 === 0 || id >= this.#nextId)
      throw new ConnectionFault(codes.PROTOCOL_ERROR, `a frame for stream ${id}, which was never opened`);
  }

  headReceived({ stream: id, fields, endsStream }: Assembled): void {
    const stream = this.#open.get(id);
    if (stream === undefined) return;
    if (fields === undefined) {
      this.fault(stream, `headers of more than ${http2.headBytesMax} bytes`, codes.ENHANCE_YOUR_CALM);
      return;
    }
    const head = this.#headFrom(fields);
    if (head.problem !== undefined) {
      this.fault(stream, head.problem);
      return;
    }
    if (stream.answered) this.#trailersReceived(stream, head, endsStream);
    else this.#responseBegan(stream, head, endsStream);
  }

  #headFrom(fields: readonly string[]): ResponseHead {
    if (fields === this.#fields && this.#head !== undefined) return this.#head;
    this.#fields = fields;
    this.#head = new ResponseHead(fields);
    return this.#head;
  }

  #responseBegan(stream: Stream, head: ResponseHead, endsStream: boolean): void {
    const { status } = head;
    if (status === 0) {
      this.fault(stream, 'a response without a status');
      return;
    }
    if (status < 200) {
      if (status === 101 || endsStream) this.fault(stream, `status ${status} as the final response`);
      return;
    }
    stream.answered = true;
    this.steps += 1;
    const isEmpty = stream.method === 'HEAD' || status === 204 || status === 304;
    stream.expected = isEmpty ? 0 : head.contentLength;
    stream.handler.onHead(status, head);
    if (!this.#isOpen(stream)) return;
    if (endsStream) this.#complete(stream);
    // After a successful response to CONNECT, a stream would become a tunnel. Downpour uses no tunnels, so it
    // closes the stream.
    else if (stream.method === 'CONNECT' && status < 300) this.#close(stream, codes.CANCEL);
  }

  #trailersReceived(stream: Stream, head: ResponseHead, endsStream: boolean): void {
    if (head.status !== 0 || !endsStream)
      this.fault(stream, 'a second block of headers in one response, which is not a trailer');
    else this.#complete(stream);
  }

  /** Handles the beginning of a DATA frame. */
  dataFrame(id: number, length: number): void {
    const stream = this.#open.get(id);
    this.#reading = stream;
    if (stream === undefined) return;
    if (!stream.answered) {
      this.fault(stream, 'the body of a response before its headers');
      return;
    }
    stream.taken += length;
    if (stream.taken < http2.streamWindowBytes / 2) return;
    this.#writeQueue.windowUpdate(id, stream.taken);
    stream.taken = 0;
  }

  data(content: Buffer): void {
    const stream = this.#reading;
    if (stream === undefined || !this.#isOpen(stream)) return;
    stream.received += content.length;
    if (stream.expected !== undefined && stream.received > stream.expected) {
      this.fault(
        stream,
        `a longer body than the ${numbered(stream.expected, 'byte')} that the response may have`,
      );
      return;
    }
    stream.handler.onData(content);
  }

  dataEnd(): void {
    const stream = this.#reading;
    if (stream !== undefined && this.#isOpen(stream)) this.#complete(stream);
  }

  #complete(stream: Stream): void {
    const { expected, received } = stream;
    // For HEAD, 204 and 304 the expected length is 0, so their content is never incomplete here.
    if (expected !== undefined && received < expected) {
      this.fault(
        stream,
        `a body of ${numbered(received, 'byte')}, and the content-length of the response is ${expected}`,
      );
      return;
    }
    // The target may answer before it has received the whole body of the request. Resetting the stream ends
    // the upload.
    this.#close(stream, stream.body === undefined ? undefined : codes.NO_ERROR);
  }

  #close(stream: Stream, code: number | undefined): void {
    this.#used = true;
    if (code !== undefined) this.#writeQueue.resetStream(stream.id, code);
    this.#remove(stream);
    stream.handler.onEnd();
  }

  resetByTarget(id: number, code: number): void {
    const stream = this.#open.get(id);
    if (stream === undefined) return;
    this.#remove(stream);
    const message = `the target cancelled the request by an HTTP/2 reset (RST_STREAM ${codeName(code)})${adviceOn(code)}`;
    const isProcessed = code !== codes.REFUSED_STREAM;
    stream.handler.onError(isProcessed ? new Error(message) : new NotProcessed(message));
  }

  /** Ends a stream on which the target has broken the rules. */
  fault(stream: Stream, what: string, code: number = codes.PROTOCOL_ERROR): void {
    this.reset(stream, code, new Error(`the target broke HTTP/2: it sent ${what}`));
  }

  reset(stream: Stream, code: number, error: Error): void {
    if (!this.#isOpen(stream)) return;
    this.#writeQueue.resetStream(stream.id, code);
    this.#remove(stream);
    stream.handler.onError(error);
  }

  /**
   * Ends all streams with an id above `id`. `error` is the error for streams with a part of a response, and
   * `unanswered` for all others.
   */
  failAbove(id: number, error: Error, unanswered = error): void {
    const failing = [...this.#open.values()].filter((stream) => stream.id > id);
    for (const stream of failing) {
      if (!this.#isOpen(stream)) continue;
      this.#remove(stream);
      stream.handler.onError(stream.answered ? error : unanswered);
    }
  }

  #remove(stream: Stream): void {
    this.#uploads.forget(stream);
    this.#open.delete(stream.id);
    this.steps += 1;
    if (this.#open.size === 0) this.#emptied();
  }

  #isOpen(stream: Stream): boolean {
    return this.#open.get(stream.id) === stream;
  }
}
