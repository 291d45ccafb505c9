import type { Comparison } from './comparison.ts';

/**
 * The text that `compare --json` prints. The member with the recommendation is named `cure`, because scripts
 * read it by this name.
 */
export function comparisonJson({ outcome, reason, recommendation, gates, ...others }: Comparison): string {
  return JSON.stringify({
    outcome,
    reason,
    cure: recommendation,
    ...others,
    gates: gates.map(({ recommendation: cure, ...gate }) => ({ ...gate, cure })),
  });
}
