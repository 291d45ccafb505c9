import { useEffect, useRef } from 'preact/hooks';
import type { DatasetSummary } from '../../../../api.generated.ts';
import { announce } from '../../../components/announce.ts';
import { Failure } from '../../../components/loaded-part.tsx';
import * as words from '../../../words/schemas/workshop.ts';
import type { Answer, Trial } from './trial.ts';
import { TriedCell } from './tried-cell.tsx';
import { ValueTable } from './value-table.tsx';

type ValuesProps = {
  readonly uri: string;
  readonly datasets: readonly DatasetSummary[];
  readonly trial: Trial;
  /** Whether the person may try a label on a dataset. */
  readonly mayTry: (dataset: DatasetSummary) => boolean;
};

/** The values that the label would have in the last datasets of its schema. */
export function Values({ uri, datasets, trial, mayTry }: ValuesProps) {
  const { answers, question, error, retry } = trial;
  useAnnouncement(datasets.filter(mayTry), trial);
  if (datasets.length === 0) return <p>{words.noDatasets(uri)}</p>;
  return (
    <section aria-labelledby="values">
      <h2 id="values">{words.values(datasets.length)}</h2>
      {question === undefined && <p>{words.incomplete()}</p>}
      {error !== undefined && <Failure error={error} retry={retry} />}
      <ValueTable
        datasets={datasets}
        value={(dataset) =>
          mayTry(dataset) ? (
            <Cell answer={answers.get(dataset.id)} question={question} />
          ) : (
            <span class="quiet">{words.notTester(dataset.owner)}</span>
          )
        }
      />
    </section>
  );
}

type CellProps = { readonly answer: Answer | undefined; readonly question: string | undefined };

/** A value of an earlier definition is pale until the new one is there. */
function Cell({ answer, question }: CellProps) {
  if (answer === undefined || question === undefined)
    return <span class="quiet">{question === undefined ? '' : words.computing()}</span>;
  return (
    <div class={answer.question === question ? undefined : 'stale'}>
      {'reason' in answer ? <span class="quiet">{answer.reason}</span> : <TriedCell tried={answer.tried} />}
    </div>
  );
}

/**
 * Announces new values to screen readers when all of them have arrived. The first values are not announced.
 */
function useAnnouncement(datasets: readonly DatasetSummary[], { answers, question }: Trial): void {
  const before = useRef<string>(undefined);
  const present = datasets.map(({ id }) => answers.get(id));
  const isDone = datasets.length > 0 && present.every((each) => each?.question === question);
  useEffect(() => {
    if (!isDone || question === undefined) return;
    const valued = present.filter(
      (each) => each !== undefined && 'tried' in each && (each.tried.value?.kind ?? 'null') !== 'null',
    );
    if (before.current !== undefined && before.current !== question)
      announce(words.announced(valued.length, datasets.length));
    before.current = question;
  }, [isDone, question]);
}
