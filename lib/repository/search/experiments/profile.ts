import type { TestPart } from '../../records/tests/parts.ts';
import type { ComparisonConfig } from './compare.ts';

/** Which datasets of a test are experiments, what they are compared with, and how. */
export type ExperimentProfile = TestPart & {
  readonly name: string;
  readonly selectorLabels?: readonly string[] | null;
  /** JavaScript that tells whether a dataset is one; absent: the value of the label does. */
  readonly selectorFilter?: string | null;
  readonly baselineLabels?: readonly string[] | null;
  readonly baselineFilter?: string | null;
  readonly comparisons?: readonly ProfileComparison[] | null;
  /** Labels that are shown with a result. */
  readonly extraLabels?: readonly string[] | null;
};

export type ProfileComparison = {
  readonly model: string;
  readonly config?: ComparisonConfig | null;
  readonly variableId?: number | null;
  readonly variableName?: string | null;
};
