/**
 * True when a class of a regular expression contains `&&`, as in `[a-z&&[^b]]`. In Java this means the
 * characters that both classes contain. RE2 reads both characters literally, so the expression would match
 * other texts than its author means.
 */
export const intersectsClasses = (source: string): boolean =>
  // No two attempts of this check read the same characters, so its time is linear in the length of the text.
  /(?<!\\)(\\\\)*\[(\\.|[^\\[\]])*&&/s.test(source);
