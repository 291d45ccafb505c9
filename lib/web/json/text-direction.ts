/** The characters that set the direction of the text after them. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * JSON text with escapes such as `\u202e` for the characters that set the direction of text. The escapes mean
 * the same in JSON. The characters themselves would show the text after them in another order.
 */
export const visible = (json: string): string =>
  json.replace(directions, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Letters of scripts that are written from right to left. */
const leftward = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc';
const isLeftward = new RegExp(`[${leftward}]`);
const names = new RegExp(`([${leftward}][^A-Za-z/:,;()]*)`);

/** A part of a sentence. A part that is written from right to left is isolated. */
export type SentencePart = { readonly text: string; readonly isIsolated: boolean };

/**
 * Splits a sentence that may contain names in any script. A name that is written from right to left would
 * change the order of the numbers after it. So the page isolates this part. A visible mark replaces
 * characters that set the direction of text.
 */
export function sentenceParts(sentence: string): readonly SentencePart[] {
  const parts = sentence.replaceAll(directions, '\ufffd').split(names);
  return parts
    .flatMap((text, at) => {
      let end = at % 2 === 0 ? 0 : text.length;
      while (end > 0 && !isLeftward.test(text.charAt(end - 1))) end -= 1;
      return [
        { text: text.slice(0, end), isIsolated: true },
        { text: text.slice(end), isIsolated: false },
      ];
    })
    .filter(({ text }) => text !== '');
}
