import { markPattern } from './paint.ts';

/**
 * All that a screen would obey, or that would hide or reorder what is beside it, instead of being shown:
 * control characters (ECMA-48, both halves), separators of lines, marks of direction (Unicode annex 9) and
 * format characters without a shape. The two joiners stay, which many scripts and emoji are written with.
 */
const obeyed = String.raw`[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])(?=\p{Cf})\p{Default_Ignorable_Code_Point}`;

/** All that has no shape of its own, joiners, fillers and odd blanks included. */
const unseen = String.raw`(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]`;

const obeyedSigns = new RegExp(obeyed, 'gu');
const marksOrObeyed = new RegExp(`${markPattern}|${obeyed}`, 'gu');
const marksOrUnseen = new RegExp(`${markPattern}|${unseen}`, 'gu');
/** Printable ASCII needs no closer look. */
const plainAscii = /^[ -~]*$/;

/** A text as a screen shows it, without paint: what it would obey is spelled out. */
export const plain = (text: string): string =>
  plainAscii.test(text) ? text : text.replace(marksOrObeyed, (found, code) => (code ? '' : spelled(found)));

/** The same with its paint, as the bytes that a screen understands. A tab stays one. */
export const painted = (text: string): string =>
  plainAscii.test(text) ? text : text.replace(marksOrObeyed, paintedSign);

function paintedSign(found: string, code: string | undefined): string {
  if (code !== undefined) return `\x1b[${code}m`;
  return found === '\t' ? found : spelled(found);
}

/**
 * The same with its paint still as marks. For a text that a person judges, also what merely cannot be seen is
 * spelled out.
 */
export function harmless(text: string, { judged = false }: { readonly judged?: boolean } = {}): string {
  if (plainAscii.test(text)) return text;
  return text.replace(judged ? marksOrUnseen : marksOrObeyed, (found, code) =>
    code ? found : spelled(found),
  );
}

/** With one sign for each character that a screen would obey, where places must stay the same. */
export const veiled = (text: string): string => text.replace(obeyedSigns, '\ufffd');

const short: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** The way that shells and JSON spell it: text of JSON stays text of JSON. */
function spelled(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  const digits = code.toString(16);
  return short[sign] ?? (code < 0x20 ? `\\x${digits.padStart(2, '0')}` : `\\u${digits.padStart(4, '0')}`);
}
