import type { Variable } from '../../records/alerting/variables.ts';
import type { TestPart } from '../../records/tests/experiments-and-subscriptions.ts';
import type { ComparisonConfig } from './comparison-models.ts';

/**
 * An experiment profile. It selects datasets of a test as experiments, and defines their baseline and
 * comparisons.
 */
export type ExperimentProfile = TestPart & {
  readonly name: string;
  readonly selectorLabels?: readonly string[] | null;
  /** JavaScript that decides whether a dataset is an experiment. Absent: the value of the label decides. */
  readonly selectorFilter?: string | null;
  readonly baselineLabels?: readonly string[] | null;
  readonly baselineFilter?: string | null;
  readonly comparisons?: readonly ProfileComparison[] | null;
  /** Further labels that a result shows. */
  readonly extraLabels?: readonly string[] | null;
};

export type ProfileComparison = {
  readonly model: string;
  readonly config?: ComparisonConfig | null;
  readonly variableId?: number | null;
  readonly variableName?: string | null;
};

/** Adds the present ids and names of the compared variables to a profile. */
export function withVariables(
  profile: ExperimentProfile,
  variables: readonly Pick<Variable, 'id' | 'name'>[],
): ExperimentProfile {
  const comparisons = (profile.comparisons ?? []).map((comparison) => {
    const variable = comparedVariable(comparison, variables);
    return variable === undefined
      ? comparison
      : { ...comparison, variableId: variable.id, variableName: variable.name };
  });
  return { ...profile, comparisons };
}

/** The variable of a comparison. It is found by its id, or by its name when no variable has the id. */
export function comparedVariable<V extends { readonly id?: unknown; readonly name?: unknown }>(
  { variableId, variableName }: Pick<ProfileComparison, 'variableId' | 'variableName'>,
  variables: readonly V[],
): V | undefined {
  return (
    variables.find(({ id }) => typeof variableId === 'number' && id === variableId) ??
    variables.find(({ name }) => typeof variableName === 'string' && name === variableName)
  );
}
