import { contentLengthProblem, usuallyHasBody } from '../content-length.ts';
import { checkHeadLength } from '../head-length.ts';
import { checkPath } from '../path-check.ts';
import { RequestRefused, type TransportRequest } from '../transport.ts';
import { headerText } from './request-fields.ts';

/** Writes the heads of requests to one target as HTTP/1.1 text. One character is one byte. */
export class RequestText {
  /** True when a header of the latest request asks the target to close the connection after its response. */
  closes = false;
  readonly #version = ' HTTP/1.1\r\n';
  /** The text between the path and the headers, for a request whose headers have no host. */
  readonly #versionAndHost: string;
  /** The method that was checked last and is valid. */
  #method: string | undefined;

  constructor(authority: string) {
    this.#versionAndHost = `${this.#version}host: ${authority}\r\n`;
  }

  /**
   * Returns the head of a request, with the empty line at its end. `bodyBytes` is the length of the body. For
   * a method that usually has a body, an empty body gets a content-length of 0 (RFC 9110 section 8.6).
   *
   * @throws RequestRefused when HTTP does not allow the request.
   */
  head({ method, path, headers, moreHeaders }: TransportRequest, bodyBytes: number): string {
    checkHeadLength(path.length);
    if (method !== this.#method) this.#checkMethod(method);
    if (method !== 'CONNECT') checkPath(path);
    const fixed = headerText(headers);
    let { hasHost, contentLength: declared, closes, text } = fixed;
    if (moreHeaders !== undefined) {
      const more = headerText(moreHeaders);
      if (hasHost && more.hasHost) throw new RequestRefused('a request must have exactly one Host header');
      text += more.text;
      hasHost ||= more.hasHost;
      closes ||= more.closes;
      declared ??= more.contentLength;
    }
    checkHeadLength(path.length + text.length);
    this.closes = closes;
    const start = `${method} ${path}${hasHost ? this.#version : this.#versionAndHost}`;
    return `${start}${lengthField(method, declared, bodyBytes)}${text}\r\n`;
  }

  #checkMethod(method: string): void {
    if (!token.test(method)) throw new RequestRefused(`'${method}' is not an HTTP method`);
    this.#method = method;
  }
}

function lengthField(method: string, declared: string | undefined, bodyBytes: number): string {
  if (declared !== undefined) {
    const problem = contentLengthProblem(declared, bodyBytes);
    if (problem !== undefined) throw new RequestRefused(problem);
    return '';
  }
  return bodyBytes > 0 || usuallyHasBody(method) ? `content-length: ${bodyBytes}\r\n` : '';
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
