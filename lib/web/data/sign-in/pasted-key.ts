/**
 * A pasted key without blanks and invisible characters. A key has printable ASCII only, and a browser refuses
 * a header with other characters.
 */
export const bareKey = (text: string): string => text.replace(/[^!-~]/g, '');
