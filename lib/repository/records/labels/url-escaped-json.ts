/**
 * Decodes a JSON object that is escaped as in a URL, such as `%7B%22branch%22%3A%22main%22%7D`. The original
 * accepts fingerprints in this form, also in bodies. Another text stays as it is.
 */
export function unescapedObject(text: string): string {
  if (!/^\s*%7b/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // The text has an invalid escape. It is returned unchanged, so that the caller rejects it as invalid
    // JSON.
    return text;
  }
}
