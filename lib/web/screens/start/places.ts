/** The index of a character in a text by its line and column, which count from 1. */
export function indexAt(text: string, line: number, column: number): number {
  let start = 0;
  for (let each = 1; each < line; each++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const end = text.indexOf('\n', start);
  return Math.min(start + column - 1, end < 0 ? text.length : end);
}

/** The number of characters of the word at an index, to mark it. At least 1. */
export function wordLength(text: string, index: number): number {
  const [word = ''] = /^[^\s:,[\]{}]+/.exec(text.slice(index, index + wordMax)) ?? [];
  return Math.max(1, word.length);
}

const wordMax = 80;

export const linesOf = (text: string): number => text.split('\n').length;
