import type { RunComparison } from '../../api.generated.ts';
import type { Comparison } from './comparison-data.ts';

/**
 * The text that `compare --json` prints. The recommendation is the member `cure`, because scripts read this
 * name.
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

/** The comparison in the answer of `GET /api/compare`. */
export const comparisonOf = ({ cure, gates, ...others }: RunComparison): Comparison => ({
  ...others,
  ...(cure === undefined ? {} : { recommendation: cure }),
  gates: gates.map(({ cure: own, ...gate }) => ({
    ...gate,
    ...(own === undefined ? {} : { recommendation: own }),
  })),
});
