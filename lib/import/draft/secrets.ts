import { isSecretName } from '../../words.ts';
import type { Draft } from './draft.ts';
import { boundaryOf } from './media-types.ts';
import { changeLiterals, hasPlaceholder } from './placeholders.ts';

/**
 * Matches a JSON Web Token at any place of a text, with the letters before it. It first reads the letters up
 * to a dot, so that each letter of a long text is read only a few times.
 */
const webToken = /(?<![\w-])(?=[\w-]+\.[\w-]{8,}\.)([\w-]*?)(eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)/g;

export const isSecretValue = (value: string): boolean => value.search(webToken) >= 0;

/**
 * Replaces the secrets in a header's value by parameters. A scheme before a placeholder, as in `Bearer
 * {{token}}`, is not secret.
 */
export function withoutHeaderSecret(draft: Draft, name: string, value: string): string {
  if (/^(referer|origin|location)$/i.test(name)) return withoutQuerySecrets(draft, value);
  if (!isSecretName(name)) return withoutWebTokens(draft, value);
  if (isOnlyPlaceholders(value)) return value;
  if (/^cookie$/i.test(name) && value.split(';').every(readsItsValue)) return value;
  const scheme = /^(Basic|Bearer|Token|Digest) /i.exec(value)?.[1];
  const form = scheme === undefined ? '' : `, as '${scheme} ...'`;
  return draft.secret(name.replace(/^x-/i, ''), value, `header '${name.toLowerCase()}'${form}`);
}

/**
 * Whether a cookie reads its whole value from a variable, as `theme=${theme}` does. Its text then has no
 * secret.
 */
const readsItsValue = (pair: string): boolean =>
  hasPlaceholder(pair) && isOnlyPlaceholders(pair.slice(pair.indexOf('=') + 1));

function isOnlyPlaceholders(value: string): boolean {
  if (value.trim() === '') return true;
  if (!hasPlaceholder(value)) return false;
  const literal = value.replace(/\uFDD0[^\uFDD1]*\uFDD1/g, '').trim();
  return literal === '' || /^(basic|bearer|token|apikey)$/i.test(literal);
}

/** Whether a field probably has a secret. A number in a field such as `max_tokens` is a limit or a count. */
export const isSecretField = (name: string, value: string): boolean =>
  isSecretName(name) && !(/tokens$/i.test(name) && /^\d+$/.test(value));

/** Whether the value of a variable with this name is probably a secret. */
export const isSecret = (name: string, value: string): boolean =>
  isSecretField(name, value) || isSecretValue(value);

/** Replaces the secrets in the query of a path or URL by parameters. */
export function withoutQuerySecrets(draft: Draft, path: string): string {
  const question = path.indexOf('?');
  if (question < 0) return withoutWebTokens(draft, path);
  const query = withoutPairSecrets(draft, path.slice(question + 1), 'query parameter');
  return `${withoutWebTokens(draft, path.slice(0, question))}?${query}`;
}

/** Replaces the secrets in a query or form such as `a=1&password=2`. */
const withoutPairSecrets = (draft: Draft, pairs: string, where: string): string =>
  pairs
    .split('&')
    .map((pair) => {
      const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
      const plain = decoded(name);
      if (value === '' || !isSecretField(plain, value) || isOnlyPlaceholders(value))
        return withoutWebTokens(draft, pair);
      return `${name}=${draft.secret(plain, value, `${where} '${plain}'`).replace('\uFDD0', '\uFDD0urlencode:')}`;
    })
    .join('&');

/** Replaces the secrets in a body by parameters: by field in forms, and by member of JSON in other bodies. */
export function withoutBodySecrets(draft: Draft, body: string, contentType: string): string {
  if (/x-www-form-urlencoded/i.test(contentType)) return withoutPairSecrets(draft, body, 'form field');
  const fields = /^multipart\//i.test(contentType) ? withoutPartSecrets(draft, body, contentType) : body;
  const members = fields.replace(jsonMember, (whole, before: string, name: string, value: string) => {
    const text = value.replace(/^"|"$/g, '');
    if (!isSecretField(name, text) || isOnlyPlaceholders(text)) return whole;
    const read = draft.secret(name, text, `body member '${name}'`);
    return before + (value.startsWith('"') ? `"${read}"` : read);
  });
  return withoutWebTokens(draft, members);
}

function withoutPartSecrets(draft: Draft, body: string, contentType: string): string {
  const delimiter = `--${boundaryOf(contentType)}`;
  return body
    .split(delimiter)
    .map((part) => withoutPartSecret(draft, part))
    .join(delimiter);
}

/** A part of a form: its headers, the empty line, and its value until the line end before the delimiter. */
function withoutPartSecret(draft: Draft, part: string): string {
  const emptyLine = /\r?\n\r?\n/.exec(part);
  const begin = emptyLine === null ? part.length : emptyLine.index + emptyLine[0].length;
  const head = part.slice(0, begin);
  const [, name = ''] = /\bname="([^"\r\n]*)"/.exec(head) ?? [];
  const [, value = '', lineEnd = ''] = /^(.*?)(\r?\n)?$/s.exec(part.slice(begin)) ?? [];
  return !isSecretField(name, value) || isOnlyPlaceholders(value)
    ? part
    : head + draft.secret(name, value, `form field '${name}'`) + lineEnd;
}

const jsonMember = /("((?:[^"\\\n]|\\.){1,100})"\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/g;

const withoutWebTokens = (draft: Draft, text: string): string =>
  changeLiterals(text, (literal) =>
    literal.replace(
      webToken,
      (_whole, before: string, token: string) => before + draft.secret('token', token, 'a JSON Web Token'),
    ),
  );

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text; // Not percent-encoded: it is its own name.
  }
}
