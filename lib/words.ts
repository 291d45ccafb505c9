/** Words for counts in messages, so that no message contains `1 requests`. */

/**
 * The form of a noun or a verb after a number: `plural('was', count, 'were')`. `many`: the plural of a noun
 * whose first word changes, as in `responses 4xx`.
 */
export function plural(noun: string, count: number, many = manyOf(noun)): string {
  return count === 1 ? noun : many;
}

/** A count with its noun: `1 run`, `2,000 runs`, `0 queries`. */
export function counted(count: number, noun: string, many?: string): string {
  return `${grouped(count)} ${plural(noun, count, many)}`;
}

/** A count with its noun for logs, with digits without commas: `1 run`, `2000 runs`. */
export function numbered(count: number, noun: string, many?: string): string {
  return `${count} ${plural(noun, count, many)}`;
}

/** A noun with its number: `the only shard`, `each of 3 shards`. */
export function eachOf(count: number, noun: string): string {
  return count === 1 ? `the only ${noun}` : `each of ${numbered(count, noun)}`;
}

/** All things of a noun: `the only user`, `all 1,200 users`. */
export function allOf(count: number, noun: string): string {
  return count === 1 ? `the only ${noun}` : `all ${counted(count, noun)}`;
}

/**
 * A whole number with commas, such as `12,000`. `toLocaleString` would load the languages of V8, which takes
 * 7 ms.
 */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/**
 * Escapes characters of compact JSON text that a terminal would execute, or that would hide or reorder their
 * neighbours. The escapes mean the same in JSON.
 */
export const printableJson = (json: string): string =>
  json.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) =>
    sign.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );

function manyOf(noun: string): string {
  if (/(s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/**
 * Whether a name is probably that of a secret. People share and commit documents, so a value that looks like
 * a secret becomes a parameter. After a wrong guess, the user needs one `-P` more. A missed secret would
 * reveal a password.
 */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return secretNames.test(plain) || secretWords.test(plain);
}

const secretWords =
  /password|passwd|passphrase|secret|token|apikey|accesskey|privatekey|signature|credential|authorization|cookie|sessionid|csrf|xsrf|cardnumber|securitycode/;
const secretNames = /^(pwd|pass|auth|sig|sid|key|jwt|otp|pin|cvv|cvc|xauth|session|phpsessid|jsessionid)$/;
