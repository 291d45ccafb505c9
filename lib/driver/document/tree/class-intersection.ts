/**
 * True when a class of a regular expression contains `&&`, as in `[a-z&&[^b]]`. Java intersects classes
 * there. RE2 takes both characters literally, so the expression would match other texts than its author
 * means.
 */
export const intersectsClasses = (source: string): boolean =>
  // No two attempts of this check read the same characters, so it takes linear time.
  /(?<!\\)(\\\\)*\[(\\.|[^\\[\]])*&&/s.test(source);
