/**
 * Formats a label value for users: texts without quotes, `(undefined)` for null, which an extractor with a
 * wrong path gives, `NaN` for not a number, and nothing for an empty text. Every other value is its JSON
 * text.
 */
function displayOf(json: string): string {
  if (json === 'null') return '(undefined)';
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

/**
 * Formats a label value for a cell that a spreadsheet may open. A text that looks like a formula gets an
 * apostrophe.
 */
export function cellOf(json: string): string {
  const text = displayOf(json);
  return json.startsWith('"') && /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
