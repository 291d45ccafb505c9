/** A mistake in an expression. */
export type Mistake = {
  readonly reason: string;
  /**
   * The index of the character with the mistake, from 0. Absent when the server's reason does not name it.
   */
  readonly at?: number;
  /** An expression that the server would accept instead. */
  readonly instead?: string;
};

/** Finds place and advice in a reason of the API: `syntax error at column 6: expected … (read as …)`. */
export function mistakeOf(reason: string): Mistake {
  const [, column] = /\bcolumn (\d+)/.exec(reason) ?? [];
  const [, instead] = /; did you mean (.+)\?(?: \(lenient=true[^)]*\))?$/.exec(reason) ?? [];
  return {
    reason: reason.replace(/ \(lenient=true[^)]*\)$/, ''),
    ...(column !== undefined && { at: Math.max(0, Number(column) - 1) }),
    ...(instead !== undefined && { instead }),
  };
}

/** Shortens a text to one line around its mistake, and returns the place of the mistake in the short text. */
export function excerptOf(
  text: string,
  at: number,
  width = 64,
): { readonly text: string; readonly at: number } {
  const line = text.replace(/\s/g, ' ');
  if (line.length <= width) return { text: line, at };
  const start = Math.max(0, Math.min(at - Math.floor(width / 2), line.length - width + 1));
  const before = start > 0 ? '…' : '';
  const after = start + width < line.length ? '…' : '';
  return { text: before + line.slice(start, start + width) + after, at: at - start + before.length };
}
