import { trimmed } from '../header-encoding.ts';
import { isAt, nine, space, tab, zero } from './bytes.ts';
import { ResponseRefused } from './failures.ts';

/**
 * The rules by which the body of a response can end: with the head, at a length, by chunks, or with the
 * connection.
 */
export const ends = { withHead: 0, atLength: 1, byChunks: 2, withConnection: 3 } as const;

/**
 * Finds out from the header fields where the body of a response ends, and whether its connection ends (RFC
 * 9112 sections 6 and 9). It is stricter than the RFC where a proxy could understand a response differently.
 * It refuses two different lengths, and a length together with a transfer coding. The same length given twice
 * counts as one (RFC 9110 section 8.6).
 */
export class Framing {
  /** The rule by which the body ends. `settle` sets it. */
  end: number = ends.withHead;
  /** The length of the body in bytes. -1 when it is not known. */
  length = -1;
  /** True when the connection will be closed after this response. */
  closes = false;
  /** The seconds after which the target closes the connection when it is idle. 0 when they are not known. */
  idleSeconds = 0;
  #isHttp10 = false;
  #saysClose = false;
  #saysKeepAlive = false;
  /** All transfer codings in order, in lower case. Undefined without any coding. */
  #codings: string | undefined;
  #problem: ResponseRefused | undefined;

  begin(isHttp10: boolean): void {
    this.length = -1;
    this.idleSeconds = 0;
    this.#isHttp10 = isHttp10;
    this.#saysClose = false;
    this.#saysKeepAlive = false;
    this.#codings = undefined;
    this.#problem = undefined;
  }

  /**
   * Reads a `Connection` field. Its value is between the two offsets, possibly with white space around it.
   */
  connection(bytes: Buffer, from: number, to: number): void {
    const start = skipBlanks(bytes, from, to);
    if (to - start === 10 && isAt(bytes, start, 'keep-alive')) this.#saysKeepAlive = true;
    else if (to - start === 5 && isAt(bytes, start, 'close')) this.#saysClose = true;
    else
      for (const option of listOf(bytes, start, to)) {
        if (option === 'close') this.#saysClose = true;
        if (option === 'keep-alive') this.#saysKeepAlive = true;
      }
  }

  /** Reads a `Keep-Alive` field, such as `timeout=5, max=100`. Servers write the timeout first. */
  keepAlive(bytes: Buffer, from: number, to: number): void {
    const start = skipBlanks(bytes, from, to);
    if (!isAt(bytes, start, timeoutIs)) return;
    this.idleSeconds = 0;
    for (let at = start + timeoutIs.length; at < to && bytes[at]! >= zero && bytes[at]! <= nine; at += 1)
      this.idleSeconds = this.idleSeconds * 10 + bytes[at]! - zero;
  }

  contentLength(bytes: Buffer, from: number, to: number): void {
    let length = 0;
    let at = skipBlanks(bytes, from, to);
    const first = at;
    for (; at < to && bytes[at]! >= zero && bytes[at]! <= nine; at += 1)
      length = length * 10 + bytes[at]! - zero;
    if (at === to && at > first && length <= Number.MAX_SAFE_INTEGER) this.#setLength(length);
    else for (const text of listOf(bytes, first, to)) this.#setLength(lengthOf(text));
  }

  transferEncoding(bytes: Buffer, from: number, to: number): void {
    const codings = bytes.toString('latin1', from, to).toLowerCase();
    this.#codings = this.#codings === undefined ? codings : `${this.#codings},${codings}`;
  }

  /** Called after all fields. Sets `end` and `closes`. Returns the reason to refuse the response. */
  settle(status: number): ResponseRefused | undefined {
    this.closes = this.#saysClose || (this.#isHttp10 && !this.#saysKeepAlive);
    if (this.#problem !== undefined) return this.#problem;
    if (this.#codings !== undefined) return this.#settleCodings(this.#codings, status);
    if (this.length > 0) this.end = ends.atLength;
    else if (this.length === 0) this.end = ends.withHead;
    else this.#untilClose();
    if (isWithoutBody(status)) this.end = ends.withHead;
    return undefined;
  }

  /**
   * Applies RFC 9112 section 6.3: when the last transfer coding is not `chunked`, the body ends with the
   * connection.
   */
  #settleCodings(codings: string, status: number): ResponseRefused | undefined {
    if (this.length >= 0)
      return new ResponseRefused('HTTP1_TRANSFER_ENCODING', 'Content-Length together with Transfer-Encoding');
    const names = codings.split(',').map((name) => trimmed(name));
    const given = names.filter((name) => name !== '');
    if (given.length === 0 || given.indexOf('chunked') < given.lastIndexOf('chunked'))
      return new ResponseRefused(
        'HTTP1_TRANSFER_ENCODING',
        'Transfer-Encoding names no coding, or names chunked twice',
      );
    if (given.at(-1) === 'chunked') this.end = ends.byChunks;
    else this.#untilClose();
    // HTTP/1.0 has no transfer codings, so the bytes after this response have no certain meaning (RFC 9112
    // section 6.1).
    if (this.#isHttp10) this.closes = true;
    if (isWithoutBody(status)) this.end = ends.withHead;
    return undefined;
  }

  #untilClose(): void {
    this.end = ends.withConnection;
  }

  #setLength(length: number | undefined): void {
    if (length === undefined) this.#refuseLength('Content-Length is not a number of bytes');
    else if (this.length >= 0 && this.length !== length) this.#refuseLength('two different Content-Lengths');
    else this.length = length;
  }

  #refuseLength(what: string): void {
    this.#problem ??= new ResponseRefused('HTTP1_CONTENT_LENGTH', what);
  }
}

/**
 * True for a status whose response has no body, even when its fields give a length (RFC 9110 sections 15.2,
 * 15.3.5 and 15.4.5).
 */
const isWithoutBody = (status: number): boolean => status < 200 || status === 204 || status === 304;

const timeoutIs = 'timeout=';

function skipBlanks(bytes: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && (bytes[at] === space || bytes[at] === tab)) at += 1;
  return at;
}

const listOf = (bytes: Buffer, from: number, to: number): string[] =>
  bytes
    .toString('latin1', from, to)
    .toLowerCase()
    .split(',')
    .map((part) => trimmed(part));

function lengthOf(text: string): number | undefined {
  const length = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(length) ? length : undefined;
}
