import { colon, cr, isAt, isBlank, lf, nine, space, tokenByte, valueByte, zero } from './bytes.ts';
import { type ResponseFault, ResponseRefused } from './failures.ts';
import { Framing } from './framing.ts';
import { responses } from './limits.ts';
import { unfold } from './obs-fold.ts';
import { bitOf, ResponseFields } from './response-fields.ts';

/**
 * Results of `scan` that are not an offset. `unfinished`: more bytes must arrive. `refused`: the response is
 * refused, and `problem` is the reason.
 */
export const unfinished = -1;
export const refused = -2;

const { lineBytesMax, headBytesMax } = responses;

/**
 * Reads the status line and the header fields of a response, and checks each byte by RFC 9112 sections 2 to
 * 5. Each line must end with CRLF. A field that continues on the next line (obs-fold) is joined to one line.
 * One object serves all responses of a connection.
 */
export class ResponseHead {
  status = 0;
  readonly framing = new Framing();
  readonly fields = new ResponseFields();
  problem: ResponseRefused | undefined;
  /** The number of bytes of this head that are already checked. They are whole lines. */
  #scanned = 0;
  /** The length of the status line in bytes. */
  #firstLine = 0;
  #present = 0;

  /**
   * Reads the head that begins at `start`. When the result is `unfinished`, call it again with the same bytes
   * and the bytes that arrived after them. They may be at another place in memory. Only the last line is read
   * again.
   */
  scan(bytes: Buffer, start: number, end: number): number {
    let at = start + this.#scanned;
    if (at === start) {
      at = this.#statusLine(bytes, start, end);
      if (at < 0) return at;
      this.#firstLine = at - start;
      this.#present = 0;
    }
    while (at < end && bytes[at] !== cr) {
      const next = this.#fieldLine(bytes, at, end);
      if (next - start > headBytesMax) return this.#tooLong();
      if (next < 0) {
        this.#scanned = at - start;
        return next;
      }
      at = next;
    }
    if (at + 1 >= end) {
      this.#scanned = at - start;
      return unfinished;
    }
    if (bytes[at + 1] !== lf) return this.#refuse('HTTP1_HEADER', 'headers that end with a CR without an LF');
    this.#scanned = 0;
    this.fields.set(bytes, start + this.#firstLine, at, this.#present);
    this.problem = this.framing.settle(this.status);
    return this.problem === undefined ? at + 2 : refused;
  }

  /**
   * Reads a status line such as `HTTP/1.1 200 OK`. The reason phrase, and the space before it, may be absent.
   */
  #statusLine(bytes: Buffer, start: number, end: number): number {
    const known = Math.min(end - start, versionPrefix.length);
    for (let index = 0; index < known; index += 1)
      if (bytes[start + index] !== versionPrefix.charCodeAt(index)) return this.#noStatusLine();
    for (let index = versionPrefix.length; index < 12 && start + index < end; index += 1) {
      const byte = bytes[start + index]!;
      if (index === 8 ? byte !== space : !isDigit(byte)) return this.#noStatusLine();
    }
    let at = start + 12;
    if (at < end && bytes[at] !== space && bytes[at] !== cr) return this.#noStatusLine();
    while (at < end && valueByte[bytes[at]!] === 1) at += 1;
    const behind = this.#lineEnd(bytes, start, at, end, 'HTTP1_STATUS_LINE');
    if (behind < 0) return behind;
    this.status = digits(bytes, start + 9);
    if (this.status < 100) return this.#noStatusLine();
    this.framing.begin(bytes[start + 7] === zero);
    return behind;
  }

  #fieldLine(bytes: Buffer, start: number, end: number): number {
    let at = start;
    while (at < end && tokenByte[bytes[at]!] === 1) at += 1;
    if (at < end && (bytes[at] !== colon || at === start)) return this.#badName(bytes, start, at);
    const nameEnd = at;
    const behind = this.#valueEnd(bytes, start, nameEnd + 1, end);
    if (behind < 0) return behind;
    at = behind - 2;
    const length = nameEnd - start;
    this.#present |= bitOf(length, bytes[start]!);
    // The lengths of names are compared first, which avoids most comparisons of text.
    if (length === 10 && isAt(bytes, start, 'connection')) this.framing.connection(bytes, nameEnd + 1, at);
    else if (length === 10 && isAt(bytes, start, 'keep-alive'))
      this.framing.keepAlive(bytes, nameEnd + 1, at);
    else if (length === 14 && isAt(bytes, start, 'content-length'))
      this.framing.contentLength(bytes, nameEnd + 1, at);
    else if (length === 17 && isAt(bytes, start, 'transfer-encoding'))
      this.framing.transferEncoding(bytes, nameEnd + 1, at);
    return behind;
  }

  /**
   * The offset after a field's value and its CRLF. The byte after the CRLF decides whether the value
   * continues on the next line.
   */
  #valueEnd(bytes: Buffer, start: number, from: number, end: number): number {
    let behind = this.#valueLineEnd(bytes, start, from, end);
    if (behind >= 0 && behind < end && !isBlank(bytes[behind])) return behind;
    while (behind >= 0 && behind < end && isBlank(bytes[behind]))
      behind = this.#valueLineEnd(bytes, start, behind, end);
    if (behind < 0) return behind;
    if (behind >= end) return unfinished;
    unfold(bytes, from, behind - 2);
    return behind;
  }

  #valueLineEnd(bytes: Buffer, start: number, from: number, end: number): number {
    let at = from;
    while (at < end && valueByte[bytes[at]!] === 1) at += 1;
    return this.#lineEnd(bytes, start, Math.min(at, end), end, 'HTTP1_HEADER');
  }

  /** The offset after the CRLF at the offset `at`. */
  #lineEnd(bytes: Buffer, start: number, at: number, end: number, fault: ResponseFault): number {
    if (at - start > lineBytesMax) return this.#tooLong();
    if (at < end && bytes[at] !== cr)
      return this.#refuse(
        fault,
        bytes[at] === lf
          ? 'a header line ends with LF instead of CRLF'
          : 'a control character in a header line',
      );
    if (at + 1 >= end) return unfinished;
    return bytes[at + 1] === lf ? at + 2 : this.#refuse(fault, 'a CR without an LF in a header line');
  }

  #badName(bytes: Buffer, start: number, at: number): number {
    if (at > start) return this.#refuse('HTTP1_HEADER', 'a header without a colon after its name');
    return this.#refuse(
      'HTTP1_HEADER',
      isBlank(bytes[at]) ? 'a continuation line before the first header' : 'a header without a name',
    );
  }

  #noStatusLine(): number {
    return this.#refuse('HTTP1_STATUS_LINE', 'its first line is not a status line');
  }

  #tooLong(): number {
    return this.#refuse(
      'HTTP1_HEAD_SIZE',
      `a header line of more than ${lineBytesMax} bytes, or headers of more than ${headBytesMax} bytes in all`,
    );
  }

  #refuse(fault: ResponseFault, what: string): number {
    this.problem = new ResponseRefused(fault, what);
    return refused;
  }
}

const versionPrefix = 'HTTP/1.';

const isDigit = (byte: number): boolean => byte >= zero && byte <= nine;

const digits = (bytes: Buffer, at: number): number =>
  (bytes[at]! - zero) * 100 + (bytes[at + 1]! - zero) * 10 + (bytes[at + 2]! - zero);
