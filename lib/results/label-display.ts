/**
 * A label value as people see it: texts without quotes, `(undefined)` for null, which is what an extractor
 * with a wrong path gives, `NaN` for a number that is none, nothing for an empty text. Everything else is its
 * JSON text.
 */
export function displayOf(json: string): string {
  if (json === 'null') return '(undefined)';
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

/**
 * The same for a cell of a table that a spreadsheet may open: a text that it would take for a formula gets an
 * apostrophe.
 */
export function cellOf(json: string): string {
  const text = displayOf(json);
  return json.startsWith('"') && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
