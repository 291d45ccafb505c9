import type { DatasetSummary } from '../../../../api.generated.ts';
import type { Mistake, Tried } from './parse-preview.ts';

/** A dataset on which the person may try a label. */
export type Tryable = Pick<DatasetSummary, 'id'>;

/**
 * The answer for one dataset, or the reason why it has none. `question` is the definition of the label that
 * was tried.
 */
export type Answer = { readonly question: string } & (
  | { readonly tried: Tried }
  | { readonly reason: string }
);

export type Trial = {
  /**
   * The results of the trial by the id of the dataset. Some may belong to an earlier definition of the label,
   * which the person has changed since then.
   */
  readonly answers: ReadonlyMap<number, Answer>;
  /** The present definition of the label as text. Undefined: the definition is not complete. */
  readonly question: string | undefined;
  /** The error of the API for the present definition. */
  readonly error: unknown;
  readonly retry: () => void;
};

/** The answers for the present definition. */
const presentIn = ({ answers, question }: Trial, datasets: readonly Tryable[]): readonly Answer[] =>
  datasets.flatMap(({ id }) => {
    const answer = answers.get(id);
    return answer !== undefined && answer.question === question ? answer : [];
  });

/**
 * The mistakes of the present definition, one for each path or function. A function has a mistake only if it
 * fails for every dataset.
 */
export function mistakesIn(trial: Trial, datasets: readonly Tryable[]): readonly Mistake[] {
  const answers = presentIn(trial, datasets);
  const mistakes = answers.flatMap((each) => ('tried' in each ? (each.tried.mistake ?? []) : []));
  const isAlways = mistakes.length === datasets.length;
  return mistakes.filter(
    ({ at }, index) =>
      mistakes.findIndex((each) => each.at === at) === index && (at !== 'function' || isAlways),
  );
}

/** The values of the present definition by dataset. Undefined while some are missing. */
export function valuesIn(trial: Trial, datasets: readonly Tryable[]): ReadonlyMap<number, Tried> | undefined {
  if (trial.question === undefined || presentIn(trial, datasets).length < datasets.length) return undefined;
  return new Map(
    datasets.flatMap(({ id }) => {
      const answer = trial.answers.get(id);
      return answer !== undefined && 'tried' in answer ? [[id, answer.tried]] : [];
    }),
  );
}
