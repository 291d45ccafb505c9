import { trimmed } from '../header-encoding.ts';
import { parseCookieDate } from './cookie-date.ts';
import { isSendable } from './legal-characters.ts';
import { cookies } from './limits.ts';

/** The contents of a `set-cookie` header. */
export type SetCookie = {
  /** The name of the cookie. It may be empty: then the cookie is only its value. */
  readonly name: string;
  readonly value: string;
  /** The domain in lower case, without a leading dot. Undefined: only the host that sets the cookie. */
  readonly domain: string | undefined;
  /** The path of the cookie. Undefined: the path of the request without its last segment. */
  readonly path: string | undefined;
  readonly secure: boolean;
  /** The expiry in epoch milliseconds. Infinite without an expiry. */
  readonly expiresMs: number;
};

/** Reads a `set-cookie` header (RFC 6265bis section 5.6). Undefined when the text is not a cookie. */
export function parseSetCookie(text: string, nowMs: number): SetCookie | undefined {
  if (!isSendable(text)) return undefined;
  const end = text.indexOf(';');
  const pairEnd = end < 0 ? text.length : end;
  const equals = text.indexOf('=');
  const named = equals >= 0 && equals < pairEnd;
  const name = named ? trimmed(text, 0, equals) : '';
  const value = trimmed(text, named ? equals + 1 : 0, pairEnd);
  if (name.length + value.length > cookies.pairCharsMax || name.length + value.length === 0) return undefined;
  return { name, value, ...attributesOf(text, pairEnd, nowMs) };
}

type Attributes = Omit<SetCookie, 'name' | 'value'>;

/**
 * Reads the attributes of a cookie. The last of several equal attributes counts, and `max-age` has priority
 * over `expires`.
 */
function attributesOf(text: string, from: number, nowMs: number): Attributes {
  let domain: string | undefined;
  let path: string | undefined;
  let secure = false;
  let expiresMs = Number.POSITIVE_INFINITY;
  let livesMs: number | undefined;
  for (let at = from; at < text.length; ) {
    const semicolon = text.indexOf(';', at + 1);
    const end = semicolon < 0 ? text.length : semicolon;
    const sign = text.indexOf('=', at + 1);
    const equals = sign < 0 || sign > end ? end : sign;
    const value = trimmed(text, equals + 1, end);
    if (value.length <= cookies.attributeCharsMax)
      switch (trimmed(text, at + 1, equals).toLowerCase()) {
        case 'domain':
          domain = value === '' ? undefined : value.slice(value.startsWith('.') ? 1 : 0).toLowerCase();
          break;
        case 'path':
          path = value.startsWith('/') ? value : undefined;
          break;
        case 'secure':
          secure = true;
          break;
        case 'expires':
          expiresMs = parseCookieDate(value) ?? expiresMs;
          break;
        case 'max-age':
          if (wholeNumber.test(value)) livesMs = Number(value) * 1000;
          break;
      }
    at = end;
  }
  if (livesMs !== undefined) expiresMs = livesMs <= 0 ? Number.NEGATIVE_INFINITY : nowMs + livesMs;
  return { domain, path, secure, expiresMs };
}

const wholeNumber = /^-?\d+$/;
