import type { IncomingMessage } from 'node:http';
import { grouped } from '../../words.ts';
import { type Answer, message } from './answer.ts';

/** The limit of bytes of a request's head above which Node itself answers 431. */
export const nodeHeadBytesMax = 64 * 1024;

/**
 * The path and query of a request. Clients of proxies send the whole URL, which a server must accept too (RFC
 * 9112 section 3.2.2).
 */
export function originForm(target: string): string {
  const [whole, path = ''] = /^https?:\/\/[^/?#]*(.*)$/i.exec(target) ?? [];
  if (whole === undefined) return target;
  return path.startsWith('/') ? path : `/${path}`;
}

/** The HTTP text of an answer to a request that Node's parser cannot read, by the code of Node's error. */
export function unreadableHead(code: string | undefined, headBytesMax: number): string {
  const [status, why] =
    code === 'HPE_HEADER_OVERFLOW'
      ? [
          '431 Request Header Fields Too Large',
          `the request line and headers may have at most ${grouped(headBytesMax)} bytes`,
        ]
      : code === 'HPE_INVALID_URL'
        ? ['400 Bad Request', 'the URL has a character that must be percent-encoded']
        : ['400 Bad Request', 'the request is not HTTP'];
  const body = message(Number(status.slice(0, 3)), `${status.slice(4)}: ${why}`).body.toString();
  const headers = ['Connection: close', 'Content-Type: application/json', `Content-Length: ${body.length}`];
  return [`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n');
}

/**
 * Checks the request line and the headers.
 * @returns 400 without one `Host` header, 414 for a long request line, 431 for long headers, or undefined
 */
export function headProblem(request: IncomingMessage, bytesMax: number): Answer | undefined {
  // Node takes the first of several Host headers, and a proxy in front of it may take the last.
  const hosts = request.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host');
  const isWithoutHost = hosts.length === 0 && request.httpVersion === '1.1';
  if (hosts.length > 1 || isWithoutHost)
    return message(400, 'Bad Request: a request must have one Host header');
  const line = `${request.method} ${request.url} HTTP/${request.httpVersion}\r\n`.length;
  if (line > bytesMax)
    return message(414, `URI Too Long: request line and headers may have ${grouped(bytesMax)} bytes`);
  // The bytes of the headers: each has its name, a colon, a space, its value and a line break.
  const headers = request.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
  if (line + headers <= bytesMax) return undefined;
  return message(
    431,
    `Request Header Fields Too Large: request line and headers may have ${grouped(bytesMax)} bytes`,
  );
}
