import { RequestRefused, type TransportRequest } from '../transport.ts';
import { headerText } from './header-text.ts';

/** The heads of requests to one target as the text of HTTP/1.1: one character is one byte. */
export class RequestText {
  /** A header of the last request asks for the connection to close behind its response. */
  closes = false;
  readonly #version = ' HTTP/1.1\r\n';
  /** What stands between path and headers when these name no host. */
  readonly #versionAndHost: string;
  /** The last one that was checked. */
  #method: string | undefined;

  constructor(authority: string) {
    this.#versionAndHost = `${this.#version}host: ${authority}\r\n`;
  }

  /**
   * Everything up to and with the empty line, for a body of so many bytes. A method that is meant to have a
   * body says so when it has none (RFC 9110 section 8.6).
   *
   * @throws RequestRefused what HTTP does not allow.
   */
  head({ method, path, headers, moreHeaders }: TransportRequest, bodyBytes: number): string {
    if (method !== this.#method) this.#checkMethod(method);
    if (!target.test(path) && method !== 'CONNECT')
      throw new RequestRefused('the path does not begin with /, or has a character that HTTP does not allow');
    const fixed = headerText(headers);
    let { hasHost, bodyBytes: said, closes, text } = fixed;
    if (moreHeaders !== undefined) {
      const more = headerText(moreHeaders);
      if (hasHost && more.hasHost) throw new RequestRefused('a request has one Host header');
      text += more.text;
      hasHost ||= more.hasHost;
      closes ||= more.closes;
      said ??= more.bodyBytes;
    }
    this.closes = closes;
    const start = `${method} ${path}${hasHost ? this.#version : this.#versionAndHost}${text}`;
    return `${start}${lengthField(method, said, bodyBytes)}\r\n`;
  }

  #checkMethod(method: string): void {
    if (!token.test(method)) throw new RequestRefused(`'${method}' is no HTTP method`);
    this.#method = method;
  }
}

function lengthField(method: string, said: number | undefined, bodyBytes: number): string {
  if (said !== undefined) {
    if (said !== bodyBytes)
      throw new RequestRefused(
        `content-length says ${said} bytes, and the body has ${bodyBytes}; leave it out`,
      );
    return '';
  }
  if (bodyBytes > 0) return `content-length: ${bodyBytes}\r\n`;
  return method === 'POST' || method === 'PUT' || method === 'PATCH' ? 'content-length: 0\r\n' : '';
}

/** RFC 9112 section 3.2: a path with its query, a whole URL, or `*`. */
const target = /^(?:\/|https?:\/\/|\*$)[\x21-\x7e]*$/;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
