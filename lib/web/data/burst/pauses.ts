/** Milliseconds between an answer and the next request. */
export const pauses = {
  hiddenMs: 5_000,
  /** A page that is hidden for longer stops asking until a person looks at it. */
  hiddenMaxMs: 15 * 60_000,
  /** After the first error in a row; doubled after each further one. */
  errorMs: 1_000,
  errorMaxMs: 8_000,
} as const;

/** The state of a page that polling depends on. */
export type Visibility = {
  readonly isHidden: boolean;
  /** How long it is hidden. 0 for a page that is shown. */
  readonly hiddenMs: number;
};

/**
 * Milliseconds until the next request. Undefined: only when the page is shown again.
 * @param nextMs the wish of the server. Absent after an error.
 * @param errors requests in a row that failed.
 */
export function pauseMs(
  nextMs: number | undefined,
  errors: number,
  { isHidden, hiddenMs }: Visibility,
): number | undefined {
  if (isHidden && hiddenMs > pauses.hiddenMaxMs) return undefined;
  const wish =
    errors > 0 ? Math.min(pauses.errorMaxMs, pauses.errorMs * 2 ** (errors - 1)) : (nextMs ?? pauses.errorMs);
  return isHidden ? Math.max(wish, pauses.hiddenMs) : wish;
}
