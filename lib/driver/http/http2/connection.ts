import {
  NotProcessed,
  StaleConnection,
  TimedOut,
  type TransportHandler,
  type TransportRequest,
} from '../transport.ts';
import { FrameReader } from './frame-reader.ts';
import type { FieldBlock } from './hpack/encoder.ts';
import { Inbound, type InboundOwner } from './inbound.ts';
import { http2 } from './limits.ts';
import {
  adviceOn,
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
import { WriteQueue } from './write-queue.ts';

/** The functions of a socket that an HTTP/2 connection uses. */
export type Wire = {
  /** Calls `flush` at the end of this iteration of the event loop. */
  flushSoon(): void;
  send(bytes: Buffer): void;
  /** The number of bytes that were sent and that the operating system has not accepted yet. */
  readonly waiting: number;
  /** Called once, when the settings of the target have arrived. Requests can then be sent. */
  settingsReceived(): void;
  /**
   * Called when the number of requests that the target allows at once has changed, also by GOAWAY (no more
   * requests).
   */
  capacityChanged?: (() => void) | undefined;
  /** Called once, when the connection is over and before its requests end. */
  closed(error: Error): void;
  /** Closes the socket. */
  end(): void;
};

/** The facts about a target that an HTTP/2 connection uses. */
export type Peer = {
  readonly protocol: 'http' | 'https';
  readonly authority: string;
  /** The most requests at once. If the target allows more, this number still counts. */
  readonly streamsMax: number;
};

/** The HTTP/2 settings that Downpour sends to every target, also when it upgrades from HTTP/1.1. */
export const ownSettings = [
  [settings.push, 0],
  [settings.windowBytes, http2.streamWindowBytes],
  [settings.headBytesMax, http2.headBytesMax],
] as const;

/**
 * The client side of HTTP/2 (RFC 9113), over bytes that a `Wire` carries. It writes requests as frames and
 * reads responses from frames. An error of the target on one stream ends the request of that stream. An error
 * on the connection ends all requests.
 */
export class Connection implements InboundOwner {
  readonly #wire: Wire;
  readonly #streamsMax: number;
  readonly #writeQueue = new WriteQueue();
  readonly #blocks: RequestBlocks;
  readonly #uploads = new Uploads(this.#writeQueue);
  readonly #streams: Streams = new Streams(this.#writeQueue, this.#uploads, () => this.#closeWhenDrained());
  readonly #inbound: Inbound = new Inbound(this, this.#writeQueue, this.#streams, this.#uploads);
  readonly #reader = new FrameReader(this.#inbound);
  #started = false;
  /** True when the connection accepts no more requests and closes after those in flight. */
  #drains = false;
  #over = false;
  /**
   * The error that the target has reported for the connection. After it, the target answers no more requests
   * (RFC 9113 section 5.4.1).
   */
  #reported: Error | undefined;
  /** True while received bytes are read. Frames that are written meanwhile are sent together afterwards. */
  #receives = false;
  #flushes = false;
  /**
   * The id of the first stream that began after the last ping. Undefined when the target has sent bytes since
   * that ping.
   */
  #pingedBefore: number | undefined;

  constructor(peer: Peer, wire: Wire) {
    this.#wire = wire;
    this.#streamsMax = peer.streamsMax;
    this.#blocks = new RequestBlocks(peer.protocol, peer.authority);
  }

  get capacity(): number {
    return this.#drains ? 0 : Math.min(this.#streamsMax, this.#inbound.streamsAllowed);
  }

  /** True when the connection accepts no more requests. */
  get drains(): boolean {
    return this.#drains;
  }

  /** True when the connection has ended: no more bytes are read or sent. */
  get over(): boolean {
    return this.#over;
  }

  get waiting(): number {
    return this.#wire.waiting;
  }

  /**
   * Sends the connection preface (fixed first bytes) and the settings. `upgrade` is the handler of the
   * request that asked for the upgrade; its response comes on stream 1.
   */
  start(upgrade?: TransportHandler): void {
    this.#started = true;
    this.#writeQueue.bytes(Buffer.from(preface));
    this.#writeQueue.settings(ownSettings);
    this.#writeQueue.windowUpdate(0, http2.connectionWindowBytes - initialWindowBytes);
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
    const writeQueue = this.#writeQueue;
    const most = this.#uploads.frameBytesMax;
    const ends = endsStream ? flags.endsStream : 0;
    if (length <= most) {
      writeQueue.frame(frames.headers, flags.endsHeaders | ends, id, length);
      writeQueue.bytes(bytes, 0, length);
      return;
    }
    for (let at = 0; at < length; at += most) {
      const end = Math.min(length, at + most);
      const type = at === 0 ? frames.headers : frames.continuation;
      writeQueue.frame(type, (at === 0 ? ends : 0) | (end === length ? flags.endsHeaders : 0), id, end - at);
      writeQueue.bytes(bytes, at, end);
    }
  }

  /** Cancels one request. The other requests continue. */
  cancel(handler: TransportHandler, error: Error): void {
    const stream = this.#streams.of(handler);
    if (stream === undefined) return;
    const isDead = error instanceof TimedOut && this.#isDead(stream.id);
    this.#streams.reset(stream, codes.CANCEL, error);
    if (isDead) this.end(new Error('the target answers neither requests nor pings on this connection'));
    this.#flushSoon();
  }

  /**
   * True when the network has lost the connection without a sign. Called when the request of a stream has
   * timed out. Even a slow target answers a ping (RFC 9113 section 6.7). So the connection is dead when the
   * target has sent nothing since a ping, and a request that began after that ping has timed out.
   */
  #isDead(id: number): boolean {
    if (this.#pingedBefore !== undefined) return id >= this.#pingedBefore;
    this.#writeQueue.ping();
    this.#pingedBefore = this.#streams.nextId;
    return false;
  }

  /** Handles the first `length` bytes of `bytes`, from the socket. They are valid only during the call. */
  receive(bytes: Buffer, length: number): void {
    if (this.#over) return;
    this.#pingedBefore = undefined;
    this.#receives = true;
    try {
      this.#reader.read(bytes, length);
    } catch (error) {
      if (!(error instanceof ConnectionFault)) throw error;
      const what = this.#inbound.settingsReceived
        ? `the target broke HTTP/2: it sent ${error.message}`
        : noHttp2;
      this.end(new Error(what), error.code);
    } finally {
      this.#receives = false;
    }
    // Responses that arrived together with the error still count. Then the connection ends, even if the
    // target keeps the socket open.
    if (this.#reported !== undefined) this.end(this.#reported);
    this.#endUnread();
    this.flush();
  }

  /** Ends the connection when bodies of requests that have ended fill the memory. */
  #endUnread(): void {
    const { waiting } = this.#wire;
    if (waiting > http2.unsentBytesMax && waiting > http2.unsentBytesMax + this.#streams.sentBytes)
      this.end(
        new Error('the target has not read the bodies of requests that have ended'),
        codes.ENHANCE_YOUR_CALM,
      );
  }

  #flushSoon(): void {
    if (this.#receives || this.#flushes) return;
    this.#flushes = true;
    this.#wire.flushSoon();
  }

  /** Sends the frames that were written since the last call. */
  flush(): void {
    this.#flushes = false;
    if (this.#writeQueue.length > 0 && !this.#over) this.#wire.send(this.#writeQueue.take());
  }

  settingsReceived(): void {
    this.#wire.settingsReceived();
  }

  streamsAllowedChanged(): void {
    this.#wire.capacityChanged?.();
  }

  goAwayReceived(lastId: number, code: number): void {
    const what = `the target closes the HTTP/2 connection (GOAWAY ${codeName(code)})`;
    const reported = new Error(`${what}${adviceOn(code)}`);
    this.#drains = true;
    if (code !== codes.NO_ERROR) this.#reported = reported;
    this.#closeWhenDrained(reported);
    // A target that closes a connection without an error may close the next one as well. So the request may
    // be repeated more often.
    const repeatsMax = code === codes.NO_ERROR ? http2.goAwayRepeatsMax : 1;
    this.#streams.failAbove(
      lastId,
      new NotProcessed(`${what} and has not processed the request${adviceOn(code)}`, repeatsMax),
    );
    if (!this.#over) this.#wire.capacityChanged?.();
  }

  /**
   * Closes a connection that accepts no more requests and has none in flight. The last requests get their end
   * only afterwards, so that their handlers send no new request on it.
   */
  #closeWhenDrained(why?: Error): void {
    if (this.#drains && this.#streams.size === 0) this.end(why ?? new Error('the connection is closed'));
  }

  /** Ends all requests in flight with `error`, and closes the connection. */
  end(error: Error, code: number = codes.NO_ERROR): void {
    if (this.#over) return;
    if (this.#started) this.#writeQueue.goAway(code);
    this.flush();
    this.#finish(error);
    this.#wire.end();
  }

  /** Called when the target or the network has closed the socket. The error of a reset has a code. */
  lost(error: NodeJS.ErrnoException): void {
    if (this.#over) return;
    const what = `the target ${error.code === undefined ? 'closed' : 'reset'} the connection`;
    const before = `${what} before it answered`;
    const unanswered = this.#streams.used
      ? new StaleConnection(before, error)
      : new Error(before, { cause: error });
    this.#finish(error, new Error(`${what} in the middle of a response`, { cause: error }), unanswered);
  }

  #finish(error: Error, answered = error, unanswered = error): void {
    this.#over = true;
    this.#drains = true;
    this.#wire.closed(error);
    this.#streams.failAbove(0, answered, unanswered);
  }
}

const noHttp2 = 'the server at this address does not speak HTTP/2; allow HTTP/1.x, or check the port';

function bytesOf(body: TransportRequest['body']): Uint8Array | undefined {
  if (body === null || body.length === 0) return undefined;
  return typeof body === 'string' ? Buffer.from(body) : body;
}
