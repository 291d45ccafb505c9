import type { FrameSink } from './frame-reader.ts';
import { HeadAssembler } from './head-assembler.ts';
import { http2 } from './limits.ts';
import {
  ConnectionFault,
  codes,
  flags,
  frames,
  initialFrameBytesMax,
  settings,
  windowBytesMax,
} from './protocol.ts';
import type { Streams } from './streams.ts';
import type { Uploads } from './uploads.ts';
import type { WriteQueue } from './write-queue.ts';

/** The part of a connection that frames about the whole connection affect. */
export type InboundOwner = {
  readonly over: boolean;
  /** The number of bytes that Downpour has sent and the operating system has not accepted yet. */
  readonly waiting: number;
  /** Called when the settings of the target have arrived. */
  settingsReceived(): void;
  /** Called when later settings of the target allow another number of requests at once. */
  streamsAllowedChanged(): void;
  /**
   * Called when the target has sent GOAWAY. The target accepts no more requests, and has processed no request
   * above `lastId`.
   */
  goAwayReceived(lastId: number, code: number): void;
};

/** Checks the frames that the target sends, and applies each frame to its connection. */
export class Inbound implements FrameSink {
  /** The most requests at once that the target allows. */
  streamsAllowed = Number.POSITIVE_INFINITY;
  readonly #owner: InboundOwner;
  readonly #writeQueue: WriteQueue;
  readonly #streams: Streams;
  readonly #uploads: Uploads;
  readonly #heads = new HeadAssembler();
  #settingsReceived = false;
  #goAways = 0;
  /**
   * The number of frames since a request last made progress. `#progress` counts all progress up to the latest
   * frame.
   */
  #idleFrames = 0;
  #progress = 0;
  /**
   * The number of received bytes that flow control has counted on the connection since Downpour last sent it
   * a WINDOW_UPDATE (permission for more).
   */
  #taken = 0;

  constructor(owner: InboundOwner, writeQueue: WriteQueue, streams: Streams, uploads: Uploads) {
    this.#owner = owner;
    this.#writeQueue = writeQueue;
    this.#streams = streams;
    this.#uploads = uploads;
  }

  /** True when the settings of the target have arrived. */
  get settingsReceived(): boolean {
    return this.#settingsReceived;
  }

  get over(): boolean {
    return this.#owner.over;
  }

  dataFrame(id: number, length: number): void {
    this.#check(frames.data, 0);
    this.#streams.assertOpened(id);
    this.#taken += length;
    if (this.#taken >= http2.connectionWindowBytes / 2) {
      this.#writeQueue.windowUpdate(0, this.#taken);
      this.#taken = 0;
    }
    this.#streams.dataFrame(id, length);
  }

  data(content: Buffer): void {
    this.#idleFrames = 0;
    this.#streams.data(content);
  }

  dataEnd(): void {
    this.#streams.dataEnd();
  }

  frame(type: number, flagsThere: number, id: number, bytes: Buffer, start: number, end: number): void {
    this.#check(type, flagsThere);
    const acknowledges = (flagsThere & flags.acknowledges) !== 0;
    switch (type) {
      case frames.headers:
      case frames.continuation:
        this.#head(type, flagsThere, id, bytes, start, end);
        break;
      case frames.resetStream:
        hasLength(end - start, 4);
        this.#streams.assertOpened(id);
        this.#streams.resetByTarget(id, bytes.readUInt32BE(start));
        break;
      case frames.settings:
        ofConnection(id);
        this.#set(acknowledges, bytes, start, end);
        break;
      case frames.pushPromise:
        throw new ConnectionFault(
          codes.PROTOCOL_ERROR,
          'a PUSH_PROMISE frame, which Downpour does not allow',
        );
      case frames.ping:
        ofConnection(id);
        hasLength(end - start, 8);
        if (!acknowledges) this.#reply(() => this.#writeQueue.pong(bytes.subarray(start, end)));
        break;
      case frames.goAway:
        ofConnection(id);
        if (end - start < 8)
          throw new ConnectionFault(codes.FRAME_SIZE_ERROR, 'a GOAWAY frame that is too short');
        this.#goAways += 1;
        if (this.#goAways > http2.goAwaysMax)
          throw new ConnectionFault(codes.ENHANCE_YOUR_CALM, `more than ${http2.goAwaysMax} GOAWAY frames`);
        this.#owner.goAwayReceived(bytes.readUInt32BE(start) & 0x7fff_ffff, bytes.readUInt32BE(start + 4));
        break;
      case frames.windowUpdate:
        hasLength(end - start, 4);
        this.#windowOpened(id, bytes.readUInt32BE(start) & 0x7fff_ffff);
        break;
      default:
      // A frame of an unknown type is ignored (RFC 9113 section 5.5).
    }
  }

  #check(type: number, flagsThere: number): void {
    if (!this.#settingsReceived && (type !== frames.settings || (flagsThere & flags.acknowledges) !== 0))
      throw new ConnectionFault(codes.PROTOCOL_ERROR, 'another frame before its SETTINGS frame');
    if (this.#heads.waits && type !== frames.continuation)
      throw new ConnectionFault(codes.PROTOCOL_ERROR, 'another frame between HEADERS and its CONTINUATION');
    // CONTINUATION frames are not counted here, because the size of a header block already bounds them.
    if (type !== frames.continuation) this.#countIdle();
  }

  /**
   * Counts the frames in a row that bring no request further. A flood of such frames would keep the event
   * loop busy, which looks like a problem of this machine.
   */
  #countIdle(): void {
    const progress = this.#streams.steps + this.#uploads.sentFrames;
    if (progress !== this.#progress) this.#idleFrames = 0;
    this.#progress = progress;
    this.#idleFrames += 1;
    if (this.#idleFrames > http2.idleFramesMax)
      throw new ConnectionFault(
        codes.ENHANCE_YOUR_CALM,
        `more than ${http2.idleFramesMax} frames in a row that are no part of a response`,
      );
  }

  #head(type: number, flagsThere: number, id: number, bytes: Buffer, start: number, end: number): void {
    this.#streams.assertOpened(id);
    const head =
      type === frames.headers
        ? this.#heads.headers(id, flagsThere, bytes, start, end)
        : this.#heads.continuation(id, flagsThere, bytes, start, end);
    if (head !== undefined) this.#streams.headReceived(head);
  }

  #set(acknowledges: boolean, bytes: Buffer, start: number, end: number): void {
    if ((end - start) % 6 !== 0 || (acknowledges && end > start))
      throw new ConnectionFault(codes.FRAME_SIZE_ERROR, 'a SETTINGS frame of a wrong length');
    if (acknowledges) return;
    const allowed = this.streamsAllowed;
    // A setting may change the windows of all streams, so each further setting counts like a frame.
    this.#idleFrames += Math.max(0, (end - start) / 6 - 1);
    for (let at = start; at < end; at += 6) this.#setOne(bytes.readUInt16BE(at), bytes.readUInt32BE(at + 2));
    this.#reply(() => this.#writeQueue.acknowledgeSettings());
    if (this.#settingsReceived) {
      if (this.streamsAllowed !== allowed) this.#owner.streamsAllowedChanged();
      return;
    }
    this.#settingsReceived = true;
    this.#owner.settingsReceived();
  }

  #setOne(setting: number, value: number): void {
    if (setting === settings.streamsMax) this.streamsAllowed = value;
    else if (setting === settings.windowBytes) {
      if (value > windowBytesMax)
        throw new ConnectionFault(codes.FLOW_CONTROL_ERROR, 'a flow-control window of more than 2 GB');
      this.#uploads.resize(value, this.#streams.all);
    } else if (setting === settings.frameBytesMax) {
      if (value < initialFrameBytesMax || value > 0xff_ffff)
        throw new ConnectionFault(
          codes.PROTOCOL_ERROR,
          `SETTINGS_MAX_FRAME_SIZE ${value}, which must be from ${initialFrameBytesMax} to ${0xff_ffff}`,
        );
      this.#uploads.frameBytesMax = value;
    } else if (setting === settings.push && value !== 0) {
      throw new ConnectionFault(
        codes.PROTOCOL_ERROR,
        `SETTINGS_ENABLE_PUSH ${value}, which a server must not send`,
      );
    }
  }

  /**
   * Sends an answer to a ping or to settings. The number of unread answers is bounded, because answers that a
   * target does not read would fill the memory.
   */
  #reply(write: () => void): void {
    write();
    if (this.#owner.waiting + this.#writeQueue.length > http2.unreadBytesMax)
      throw new ConnectionFault(
        codes.ENHANCE_YOUR_CALM,
        'PING or SETTINGS frames without reading the answers',
      );
  }

  #windowOpened(id: number, bytes: number): void {
    if (id === 0) {
      if (bytes === 0) throw new ConnectionFault(codes.PROTOCOL_ERROR, 'a WINDOW_UPDATE frame of 0 bytes');
      this.#uploads.windowOpened(bytes);
      return;
    }
    this.#streams.assertOpened(id);
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    stream.windowBytes += bytes;
    if (bytes === 0) this.#streams.fault(stream, 'a WINDOW_UPDATE frame of 0 bytes');
    else if (stream.windowBytes > windowBytesMax)
      this.#streams.fault(stream, 'a flow-control window of more than 2 GB', codes.FLOW_CONTROL_ERROR);
    else this.#uploads.send(stream);
  }
}

function hasLength(length: number, expected: number): void {
  if (length !== expected) throw new ConnectionFault(codes.FRAME_SIZE_ERROR, 'a frame of a wrong length');
}

function ofConnection(id: number): void {
  if (id !== 0)
    throw new ConnectionFault(
      codes.PROTOCOL_ERROR,
      'a frame for the whole connection (such as SETTINGS or PING) on a single stream',
    );
}
