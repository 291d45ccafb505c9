/** The characters that set the direction of the text after them. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * JSON text with escapes such as `\u202e` for the characters that set the direction of text. The escapes mean
 * the same in JSON. The characters themselves would show the text after them in another order.
 */
export const visible = (json: string): string =>
  json.replace(directions, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
