/** Numbers as JSON text, which the types of ES2024 lack (ECMAScript: JSON.parse source text access). */
interface JSON {
  /** Returns an object that `JSON.stringify` writes as this text. @throws SyntaxError for another text. */
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
}
