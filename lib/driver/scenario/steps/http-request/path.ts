import { isUrl } from '../../../http/find-target.ts';
import { sending } from '../../../http/limits.ts';
import type { Read } from '../../../model/session.ts';
import type { SequenceCompiler } from '../../kind.ts';
import { compileText, constantOf } from '../../sources.ts';
import type { RequestBody } from './request-members.ts';

/**
 * Compiles the path of a request in the form in which it is sent. A path without variables is encoded only
 * once.
 */
export function compilePath(body: RequestBody, compiler: SequenceCompiler): Read<string> {
  const encode = body.method === 'CONNECT' ? (text: string) => text : sentPath;
  const constant = constantOf(body.path);
  if (constant !== undefined) {
    const path = encode(constant);
    return () => path;
  }
  const text = compileText(body.path, compiler.variables);
  return (session, sequence) => encode(text(session, sequence));
}

/**
 * The path to send, from an absolute URL or a path. A fragment (after `#`) is not sent (RFC 9110 section
 * 4.2.5). A text that is too long for any request remains unchanged, and sending it fails.
 */
function sentPath(text: string): string {
  if (text.length > sending.headBytesMax) return text;
  const fragment = text.indexOf('#');
  return encodePath(withoutOrigin(fragment < 0 ? text : text.slice(0, fragment)));
}

function withoutOrigin(path: string): string {
  if (!isUrl(path)) return path.startsWith('?') || path === '' ? `/${path}` : path;
  const rest = path.slice(path.indexOf('//') + 2).replace(/^[^/?]*/, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Encodes a path with its query. A space becomes `%20` before `?` and `+` after it. Control characters and
 * characters outside ASCII are percent-encoded, and all others remain unchanged.
 */
function encodePath(path: string): string {
  if (!unsendable.test(path)) return path;
  const question = path.indexOf('?');
  const [head, tail] = question < 0 ? [path, ''] : [path.slice(0, question), path.slice(question)];
  const spaced = head.replaceAll(' ', '%20') + tail.replaceAll(' ', '+');
  return spaced.toWellFormed().replace(notAscii, encodeURIComponent);
}

const unsendable = /[^\x21-\x7e]/;
const notAscii = /[^\x21-\x7e]+/g;
