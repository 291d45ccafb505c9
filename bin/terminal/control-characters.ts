import { markBytes, markPattern } from './paint.ts';

/**
 * Matches characters that a terminal would execute instead of showing them, or that would hide or reorder
 * their neighbours. These are control characters (ECMA-48, both halves), line separators, direction marks
 * (Unicode annex 9) and format characters without a shape. The two joiners are allowed, because many scripts
 * and emoji need them.
 */
const obeyed = String.raw`[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])(?=\p{Cf})\p{Default_Ignorable_Code_Point}`;

/** Matches all characters that are invisible, including joiners, fillers and unusual spaces. */
const unseen = String.raw`(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]`;

const obeyedSigns = new RegExp(obeyed, 'gu');
const marksOrObeyed = new RegExp(`${markPattern}|${obeyed}`, 'gu');
const marksOrUnseen = new RegExp(`${markPattern}|${unseen}`, 'gu');
/** Matches printable ASCII. Such a text needs no escapes. */
const plainAscii = /^[ -~]*$/;

/** A text as a screen shows it, without its colours. Characters that a terminal would execute are escaped. */
export const plain = (text: string): string =>
  plainAscii.test(text) ? text : text.replace(marksOrObeyed, (found, code) => (code ? '' : spelled(found)));

/**
 * A text with its colours as bytes for a terminal. Other control characters are escaped. A tab remains a tab.
 */
export const painted = (text: string): string =>
  plainAscii.test(text) ? text : text.replace(marksOrObeyed, paintedSign);

function paintedSign(found: string, code: string | undefined): string {
  if (code !== undefined) return markBytes(code);
  return found === '\t' ? found : spelled(found);
}

/**
 * Escapes control characters of a text and keeps the marks of its colours. With `judged`, invisible
 * characters are escaped too, because a person decides about the text.
 */
export function harmless(text: string, { judged = false }: { readonly judged?: boolean } = {}): string {
  if (plainAscii.test(text)) return text;
  return text.replace(judged ? marksOrUnseen : marksOrObeyed, (found, code) =>
    code ? found : spelled(found),
  );
}

/**
 * Replaces each character that a terminal would execute by one sign, so that all other characters keep their
 * places.
 */
export const veiled = (text: string): string => text.replace(obeyedSigns, '\ufffd');

const short: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Escapes a character as shells and JSON do, so that JSON text remains JSON text. */
function spelled(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  const digits = code.toString(16);
  return short[sign] ?? (code < 0x20 ? `\\x${digits.padStart(2, '0')}` : `\\u${digits.padStart(4, '0')}`);
}
