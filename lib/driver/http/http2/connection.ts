import { NotProcessed, StaleConnection, type TransportHandler, type TransportRequest } from '../transport.ts';
import { FrameReader } from './frame-reader.ts';
import type { FieldBlock } from './hpack/field-block.ts';
import { Inbound, type InboundOwner } from './inbound.ts';
import { http2 } from './limits.ts';
import { Outbox } from './outbox.ts';
import {
  ConnectionFault,
  codeName,
  codes,
  flags,
  frames,
  initialWindowBytes,
  preface,
  settings,
} from './protocol.ts';
import { RequestBlocks } from './request-block.ts';
import { Streams } from './streams.ts';
import { Uploads } from './uploads.ts';

/** The socket below, as a connection uses it. */
export type Wire = {
  /** Calls `flush` when this turn of the event loop is over. */
  flushSoon(): void;
  send(bytes: Buffer): void;
  /** Bytes that the operating system has not taken yet. */
  readonly waiting: number;
  /** The target has said what it takes: requests can be sent. Called once. */
  greeted(): void;
  /** It is over; what is in flight hears its end next. Called once. */
  closed(error: Error): void;
  /** Closes it. */
  end(): void;
};

/** What of a target matters here. */
export type Peer = {
  readonly protocol: 'http' | 'https';
  readonly authority: string;
  /** Requests at once, whatever the target allows. */
  readonly streamsMax: number;
};

/** What is said to every target, also in an upgrade. */
export const ownSettings = [
  [settings.push, 0],
  [settings.windowBytes, http2.streamWindowBytes],
  [settings.headBytesMax, http2.headBytesMax],
] as const;

/**
 * HTTP/2 (RFC 9113) from the side of a client, over bytes that others carry: requests in, frames out, and
 * back. A fault of the target on one stream ends its request; one on the connection ends them all.
 */
export class Connection implements InboundOwner {
  readonly #wire: Wire;
  readonly #streamsMax: number;
  readonly #outbox = new Outbox();
  readonly #blocks: RequestBlocks;
  readonly #uploads = new Uploads(this.#outbox);
  readonly #streams: Streams = new Streams(this.#outbox, this.#uploads, () => this.#closeWhenDrained());
  readonly #inbound: Inbound = new Inbound(this, this.#outbox, this.#streams, this.#uploads);
  readonly #reader = new FrameReader(this.#inbound);
  #started = false;
  /** It takes no more requests and closes behind those in flight. */
  #drains = false;
  #over = false;
  /** Bytes are being read, and what they cause is sent together behind them. */
  #receives = false;
  #flushes = false;

  constructor(peer: Peer, wire: Wire) {
    this.#wire = wire;
    this.#streamsMax = peer.streamsMax;
    this.#blocks = new RequestBlocks(peer.protocol, peer.authority);
  }

  get capacity(): number {
    return this.#drains ? 0 : Math.min(this.#streamsMax, this.#inbound.streamsAllowed);
  }

  /** Nothing is read or sent any more. */
  get over(): boolean {
    return this.#over;
  }

  get waiting(): number {
    return this.#wire.waiting;
  }

  /**
   * Sends what comes before the first request. `upgrade` hears of the response to what asked for one: it is
   * stream 1.
   */
  start(upgrade?: TransportHandler): void {
    this.#started = true;
    this.#outbox.bytes(Buffer.from(preface));
    this.#outbox.settings(ownSettings);
    this.#outbox.windowUpdate(0, http2.connectionWindowBytes - initialWindowBytes);
    if (upgrade !== undefined) this.#streams.begin(upgrade, 'OPTIONS');
    this.#flushSoon();
  }

  dispatch(request: TransportRequest, handler: TransportHandler): void {
    if (this.#drains) {
      handler.onError(new Error('the connection was closed before the request was sent'));
      return;
    }
    const body = bytesOf(request.body);
    let block: FieldBlock;
    try {
      block = this.#blocks.write(request, body?.length);
    } catch (error) {
      handler.onError(error as Error);
      return;
    }
    const stream = this.#streams.begin(handler, request.method);
    this.#sendHead(stream.id, block, body === undefined);
    stream.body = body;
    this.#uploads.send(stream);
    this.#flushSoon();
    if (this.#streams.exhausted) this.#drains = true;
  }

  #sendHead(id: number, { bytes, length }: FieldBlock, endsStream: boolean): void {
    const outbox = this.#outbox;
    const most = this.#uploads.frameBytesMax;
    const ends = endsStream ? flags.endsStream : 0;
    if (length <= most) {
      outbox.frame(frames.headers, flags.endsHeaders | ends, id, length);
      outbox.bytes(bytes, 0, length);
      return;
    }
    for (let at = 0; at < length; at += most) {
      const end = Math.min(length, at + most);
      const type = at === 0 ? frames.headers : frames.continuation;
      outbox.frame(type, (at === 0 ? ends : 0) | (end === length ? flags.endsHeaders : 0), id, end - at);
      outbox.bytes(bytes, at, end);
    }
  }

  /** Gives one request up; the others go on. */
  cancel(handler: TransportHandler, error: Error): void {
    const stream = this.#streams.of(handler);
    if (stream === undefined) return;
    this.#streams.reset(stream, codes.cancel, error);
    this.#flushSoon();
  }

  /** Takes what the socket has read: the first `length` bytes, valid during the call. */
  receive(bytes: Buffer, length: number): void {
    if (this.#over) return;
    this.#receives = true;
    try {
      this.#reader.read(bytes, length);
    } catch (error) {
      if (!(error instanceof ConnectionFault)) throw error;
      const what = this.#inbound.greeted ? `the target sent ${error.message}` : noHttp2;
      this.end(new Error(what), error.code);
    } finally {
      this.#receives = false;
    }
    this.flush();
  }

  #flushSoon(): void {
    if (this.#receives || this.#flushes) return;
    this.#flushes = true;
    this.#wire.flushSoon();
  }

  /** Sends what was gathered. */
  flush(): void {
    this.#flushes = false;
    if (this.#outbox.length > 0 && !this.#over) this.#wire.send(this.#outbox.take());
  }

  greeted(): void {
    this.#wire.greeted();
  }

  leaves(lastId: number, code: number): void {
    const what = `the target closes the connection (GOAWAY ${codeName(code)})`;
    this.#drains = true;
    this.#closeWhenDrained(new Error(what));
    this.#streams.failAbove(lastId, new NotProcessed(`${what} and has not processed the request`));
  }

  /** Its requests hear their ends when it is closed already, so that none is sent on it any more. */
  #closeWhenDrained(why?: Error): void {
    if (this.#drains && this.#streams.size === 0) this.end(why ?? new Error('the connection is closed'));
  }

  /** Ends all that is in flight with `error`, and the connection. */
  end(error: Error, code: number = codes.none): void {
    if (this.#over) return;
    if (this.#started) this.#outbox.goAway(code);
    this.flush();
    this.#finish(error);
    this.#wire.end();
  }

  /** The target has closed the socket, or the network did. */
  lost(error: Error): void {
    if (this.#over) return;
    this.#finish(error, this.#streams.used ? new StaleConnection(error.message, error) : error);
  }

  #finish(error: Error, unanswered = error): void {
    this.#over = true;
    this.#drains = true;
    this.#wire.closed(error);
    this.#streams.failAbove(0, error, unanswered);
  }
}

const noHttp2 = 'what listens there speaks no HTTP/2; allow HTTP/1.x, or check the port';

function bytesOf(body: TransportRequest['body']): Uint8Array | undefined {
  if (body === null || body.length === 0) return undefined;
  return typeof body === 'string' ? Buffer.from(body) : body;
}
