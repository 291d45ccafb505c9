/** The segmenter is created when a text needs it, because creating it takes 7 ms. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Splits a text into the characters that a reader sees: a letter with its accents, or an emoji with its
 * modifiers.
 */
export function* characters(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/**
 * Matches the wide characters of Unicode's annex 11: East Asian scripts, their full-width forms, and emoji.
 */
const wide =
  /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\ufe0f/u;

/** Matches a text whose letters take one column each, such as `12.5µs`: Latin without the soft hyphen. */
const narrow = /^[ -~\u00a0-\u00ac\u00ae-\u02ff]*$/;

/** Matches characters that take no column. */
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** The number of columns that a text without tabs takes in a terminal. */
export function widthOf(text: string): number {
  if (narrow.test(text)) return text.length;
  let width = 0;
  for (const character of characters(text)) {
    if (!invisible.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}
