import { contentLengthProblem } from '../content-length.ts';
import { checkHeadLength } from '../head-length.ts';
import { RequestRefused } from '../transport.ts';

/** Header fields as the text that HTTP/1.1 sends. Each line ends with CRLF. */
export type HeaderText = {
  readonly text: string;
  readonly hasHost: boolean;
  /** The value of the content-length field. Undefined when there is no such field. */
  readonly contentLength: string | undefined;
  /** True when one of the fields is `connection: close`, which ends the connection after the response. */
  readonly closes: boolean;
};

const kept = Symbol('header text');
type Headers = readonly string[] & { [kept]?: HeaderText };

/**
 * Returns the text of header fields and keeps it as long as their array lives. A request step has one array
 * for all of its requests, or one for each of its users. The text is kept on the array itself, because a map
 * costs a microsecond for an array that is used once.
 *
 * @throws RequestRefused for a field that HTTP does not allow, or that only Downpour may set.
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
  let contentLength: string | undefined;
  let closes = false;
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index]!;
    const value = headers[index + 1]!;
    checkHeadLength(text.length + name.length + value.length);
    const lower = name.toLowerCase();
    const problem = headerProblem(name, value, lower);
    if (problem !== undefined) throw new RequestRefused(problem);
    text += `${name}: ${value}\r\n`;
    if (lower === 'host') {
      if (hasHost) throw new RequestRefused('a request must have exactly one Host header');
      hasHost = true;
    } else if (lower === 'content-length') contentLength = sameLength(contentLength, value);
    else if (lower === 'connection' && closing.test(value)) closes = true;
  }
  return { text, hasHost, contentLength, closes };
}

/**
 * The reason why HTTP does not allow a header field, or why only Downpour may set the field. Undefined when
 * the document may set it. `value` is absent when it is not known yet.
 */
export function headerProblem(name: string, value = '', lower = name.toLowerCase()): string | undefined {
  if (!token.test(name)) return `'${name}' is not a valid header name; use only letters, digits and '-'`;
  if (lower === 'transfer-encoding')
    return 'the header transfer-encoding is not allowed, because Downpour sends each body with its content-length; remove this header';
  return notInValue.test(value)
    ? `the value of the header ${name} has a character that HTTP does not allow, such as a line break; remove the character`
    : undefined;
}

/**
 * The value of a content-length field. The document may give the field again, with the same number (RFC 9110
 * section 8.6).
 */
function sameLength(earlier: string | undefined, value: string): string {
  const differs = earlier !== undefined && Number(earlier) !== Number(value);
  const problem = contentLengthProblem(differs ? `${earlier}, ${value}` : value, undefined);
  if (problem !== undefined) throw new RequestRefused(problem);
  return value;
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const notInValue = /[^\t\x20-\x7e\x80-\xff]/;
const closing = /(?:^|,)\s*close\s*(?:,|$)/i;
