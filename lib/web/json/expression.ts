/** Whether the text of a search field is a query expression. Other texts are words to search in names. */
export const isExpression = (text: string): boolean => /^(?:(?:lax|strict)\s+)?[$@]/.test(text.trim());
