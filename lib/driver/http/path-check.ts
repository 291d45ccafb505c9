import { RequestRefused } from './transport.ts';

/**
 * Checks the request target (RFC 9112 section 3.2, RFC 9113 section 8.3.1): a path with its query, a whole
 * URL, or `*`.
 * @throws RequestRefused for another text. The message has at most 20 characters of the text.
 */
export function checkPath(path: string): void {
  if (/^(?:\/|https?:\/\/|\*$)[\x21-\x7e]*$/.test(path)) return;
  if (path === '') throw new RequestRefused('the path is empty');
  const begin = /^[\x21-\x7e]{1,20}/.exec(path)?.[0] ?? '/';
  throw new RequestRefused(
    /^(\/|https?:\/\/)/.test(begin)
      ? 'the path has a character that HTTP does not allow'
      : `the path begins with '${begin}' and not with /`,
  );
}
