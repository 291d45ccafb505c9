import type { RunSummary } from '../../../api.generated.ts';
import { addressOf } from '../../addresses/table.ts';
import { Spark } from '../../components/spark/spark.tsx';
import { TestLink } from '../../components/test-link.tsx';
import type { ListedRun, Neighbours } from '../../data/runs/nearby-runs.ts';
import * as words from '../../words/run.ts';

type AroundProps = { readonly run: RunSummary; readonly around: Neighbours | undefined };

/** Links to the test of a run, and to the runs before and after it. */
export function Around({ run, around }: AroundProps) {
  const [earlier, later] = [around?.runs[around.at - 1], around?.runs[around.at + 1]];
  return (
    <nav class="around" aria-label={words.neighbours(around?.runs.length ?? 1)}>
      <TestLink run={run} />
      {around !== undefined && around.runs.length > 1 && (
        <>
          {earlier !== undefined && around.at > 0 && (
            <a rel="prev" href={addressOf('run', { id: earlier.id })}>
              <span aria-hidden="true">← </span>
              {words.earlier(earlier.id)}
            </a>
          )}
          <Spark runs={around.runs.map(sparkRun)} present={run.id} />
          {later !== undefined && (
            <a rel="next" href={addressOf('run', { id: later.id })}>
              {words.later(later.id)}
              <span aria-hidden="true"> →</span>
            </a>
          )}
        </>
      )}
    </nav>
  );
}

const sparkRun = ({ id, outcome }: ListedRun) => ({
  id,
  state: outcome?.state ?? null,
  p99: outcome?.latencyNsP99 ?? null,
});
