/** Whether a text of a search field is an expression for documents, and not words. */
export const isExpression = (text: string): boolean => /^(?:(?:lax|strict)\s+)?[$@]/.test(text.trim());
