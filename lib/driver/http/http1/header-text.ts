import { RequestRefused } from '../transport.ts';

/** Header fields as the text of HTTP/1.1, each line with its end. */
export type HeaderText = {
  readonly text: string;
  readonly hasHost: boolean;
  /** What a content-length among them says; undefined: there is none. */
  readonly bodyBytes: number | undefined;
  /** A `connection: close` is among them. */
  readonly closes: boolean;
};

const kept = Symbol('header text');
type Headers = readonly string[] & { [kept]?: HeaderText };

/**
 * The text of header fields, kept as long as their array lives: a request step has one for all of its
 * requests, or one for each of its users. It is kept on the array itself: a map costs a microsecond for an
 * array that is used once.
 *
 * @throws RequestRefused what HTTP does not allow, or what is the client's to say.
 */
export function headerText(headers: Headers): HeaderText {
  const known = headers[kept];
  if (known !== undefined) return known;
  const text = layOut(headers);
  if (Object.isExtensible(headers)) headers[kept] = text;
  return text;
}

function layOut(headers: readonly string[]): HeaderText {
  let text = '';
  let hasHost = false;
  let bodyBytes: number | undefined;
  let closes = false;
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index]!;
    const value = headers[index + 1]!;
    const lower = name.toLowerCase();
    const problem = headerProblem(name, value, lower);
    if (problem !== undefined) throw new RequestRefused(problem);
    text += `${name}: ${value}\r\n`;
    if (lower === 'host') {
      if (hasHost) throw new RequestRefused('a request has one Host header');
      hasHost = true;
    } else if (lower === 'content-length') bodyBytes = sameLength(bodyBytes, value);
    else if (lower === 'connection' && closing.test(value)) closes = true;
  }
  return { text, hasHost, bodyBytes, closes };
}

/**
 * What HTTP does not allow of a header, or the client says itself. `value`: absent where it is not known yet.
 */
export function headerProblem(name: string, value = '', lower = name.toLowerCase()): string | undefined {
  if (!token.test(name)) return `'${name}' is no name of a header`;
  if (lower === 'transfer-encoding')
    return 'a body is sent with its length; leave the header transfer-encoding out';
  return notInValue.test(value) ? `the header ${name} has a character that HTTP does not allow` : undefined;
}

function sameLength(earlier: number | undefined, value: string): number {
  const length = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isNaN(length) || (earlier !== undefined && earlier !== length))
    throw new RequestRefused('content-length is not one number of bytes; leave the header out');
  return length;
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const notInValue = /[^\t\x20-\x7e\x80-\xff]/;
const closing = /(?:^|,)\s*close\s*(?:,|$)/i;
