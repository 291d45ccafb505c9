import { type Address, addressOf, noWebsockets } from './address.ts';
import type { Draft, DraftRequest } from './draft.ts';
import { boundaryOf } from './media-types.ts';
import { literalsAndReads } from './placeholders.ts';
import { withoutBodySecrets, withoutHeaderSecret, withoutQuerySecrets } from './secrets.ts';

/** A request of the source with its secrets. Texts may contain placeholders. */
export type Sent = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string;
  /** The file with the body, as a path relative to the document. */
  readonly bodyFile?: string;
  readonly status?: number;
  readonly timeoutMs?: number;
  readonly followsRedirects?: true;
  readonly comment?: string;
  /** The name of the request in reports. Absent: method and path. */
  readonly metric?: string;
};

/**
 * Converts a request of the source to a request of the draft, without secrets and headers of the connection.
 * Returns the reason if the request cannot be sent.
 */
export function requestFrom(draft: Draft, sent: Sent): DraftRequest | { readonly wrong: string } {
  const wrong = wrongMethod(sent.method) ?? wrongBody(sent.body);
  if (sent.headers.some(([name, value]) => /^upgrade$/i.test(name) && /^websocket$/i.test(value.trim())))
    return { wrong: noWebsockets };
  if (wrong !== undefined) return { wrong };
  const address = addressOf(sent.url);
  if ('wrong' in address) return address;
  const headers = headersOf(sent, address);
  const refused = headers.find(([name, value]) => !isHeader(name, value));
  if (refused !== undefined)
    return { wrong: `its header '${printable(refused[0])}' has characters that HTTP does not allow` };
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (/^multipart\//i.test(type) && boundaryOf(type) === undefined)
    return { wrong: 'its content type is multipart, but has no boundary' };
  const path = withoutQuerySecrets(draft, address.path);
  return {
    target: draft.target(address.origin),
    method: sent.method.toUpperCase(),
    path,
    headers: headers.map(([name, value]) => [name, withoutHeaderSecret(draft, name, value)]),
    ...(sent.body === undefined || sent.body === ''
      ? {}
      : { body: withoutBodySecrets(draft, sent.body, type) }),
    ...(sent.bodyFile === undefined ? {} : { bodyFile: sent.bodyFile }),
    metric: draft.metric(sent.metric ?? `${sent.method.toUpperCase()} ${readable(path)}`),
    ...(sent.status === undefined ? {} : { status: sent.status }),
    ...(sent.timeoutMs === undefined ? {} : { timeoutMs: sent.timeoutMs }),
    ...(sent.followsRedirects === undefined ? {} : { followsRedirects: sent.followsRedirects }),
    ...(sent.comment === undefined ? {} : { comment: sent.comment }),
  };
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'];

const wrongMethod = (method: string): string | undefined =>
  methods.includes(method.toUpperCase()) ? undefined : `the method '${printable(method)}' is not supported`;

/** The reason to reject a body whose bytes are not text. The source has U+FFFD or NUL in their place. */
const wrongBody = (body: string | undefined): string | undefined =>
  body !== undefined && /[\0\uFFFD]/.test(body)
    ? 'its body is binary, and a benchmark document can contain only text'
    : undefined;

/**
 * Headers that an import leaves out: they apply to one connection, or follow from the body. HTTP/2 pseudo
 * headers begin with a colon.
 */
const ofConnection =
  /^(:.*|content-length|connection|proxy-connection|keep-alive|transfer-encoding|te|trailer|upgrade|http2-settings|expect)$/i;

/** A `host` header remains only when it names another host than the URL, as for a virtual host. */
function headersOf(sent: Sent, { scheme, host, credentials }: Address): Sent['headers'] {
  const headers = sent.headers.filter(([name, value]) =>
    name.toLowerCase() === 'host'
      ? URL.parse(`${scheme}://${value}`)?.host !== host
      : !ofConnection.test(name),
  );
  const authorized = headers.some(([name]) => name.toLowerCase() === 'authorization');
  return credentials === undefined || authorized
    ? once(headers)
    : once([...headers, ['authorization', `Basic ${credentials}`]]);
}

/**
 * Joins repeated headers, because a document has each header once. Lists are joined with commas as in HTTP,
 * and cookies with semicolons.
 */
function once(headers: Sent['headers']): Sent['headers'] {
  const byName = new Map<string, readonly [string, string]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = byName.get(key);
    byName.set(
      key,
      before === undefined
        ? [name, value]
        : [before[0], `${before[1]}${key === 'cookie' ? '; ' : ', '}${value}`],
    );
  }
  return [...byName.values()];
}

const isHeader = (name: string, value: string): boolean =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) &&
  literalsAndReads(value).every((part) => typeof part !== 'string' || /^[\t\x20-\x7e\x80-\xff]*$/.test(part));

/** Shortens a path for reports: without query, and with the names of variables in braces. */
function readable(path: string): string {
  const text = literalsAndReads(path)
    .map((part) => (typeof part === 'string' ? part : `{${part.read.replace(/^.*:/, '')}}`))
    .join('')
    .replace(/\?.*$/s, '');
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** An address for a message. Credentials and query are removed, because they may be secrets. */
export const printableUrl = (url: string): string =>
  printable(url.replace(/[?#].*$/s, '').replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/]*@/i, '$1'));

/** Shortens a name from the imported file to one line without control characters, for a message. */
export function printable(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029\uFDD0\uFDD1]+/gu, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
