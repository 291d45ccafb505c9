/** The pauses between an answer and the next request in milliseconds. */
export const pauses = {
  hiddenMs: 5_000,
  /** The milliseconds after which a hidden page stops sending requests until a person looks at it. */
  hiddenMaxMs: 15 * 60_000,
  /** The pause after the first error in milliseconds. It doubles after each further error. */
  errorMs: 1_000,
  errorMaxMs: 8_000,
} as const;

/** Whether the page is hidden, for example in another tab. Then requests are sent less often. */
export type Visibility = {
  readonly isHidden: boolean;
  /** The milliseconds since the page was hidden. 0 for a visible page. */
  readonly hiddenMs: number;
};

/**
 * The pause before the next request in milliseconds. Undefined: the next request waits until the page is
 * visible.
 * @param nextMs the pause that the server requested. Absent after an error.
 * @param errors the number of failed requests in a row.
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
