import { time as latency } from '../../../report/page/number-text.ts';
import { exactly, rate, roughly } from '../../../report/units.ts';
import { addressOf } from '../../addresses/table.ts';
import { Part } from '../../components/loaded-part.tsx';
import { Moment } from '../../components/moment.tsx';
import { StateMark } from '../../components/state-mark.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { useRunsOfTest } from '../../data/runs/summary.ts';
import { screenNames } from '../../words/frame.ts';
import * as words from '../../words/tests/test.ts';

/** The most runs that this part shows. The screen with the list of runs has all of them. */
const shownRuns = 100;

/** The last runs of the test. */
export function Runs({ test, name }: { readonly test: number; readonly name: string }) {
  const { key, ...runs } = useRunsOfTest(test, shownRuns);
  return (
    <>
      <p class="links">
        <a href={addressOf('runs', {}, { test: name })}>{words.allRuns()}</a>
      </p>
      <Part of={runs} name={key} rows={10}>
        {(list) =>
          list.length === 0 ? (
            <p>{words.noRuns()}</p>
          ) : (
            <table class="test-runs" aria-label={screenNames.runs}>
              <TableHead
                columns={[
                  words.columns.run,
                  words.columns.state,
                  words.columns.started,
                  [words.columns.requests, 'number'],
                  [words.columns.rate, 'number'],
                  [words.columns.p99, 'number'],
                  words.columns.description,
                ]}
              />
              <tbody>
                {list.map(({ id, start, outcome, description }) => (
                  <tr key={id}>
                    <td>
                      <a href={addressOf('run', { id })}>{id}</a>
                    </td>
                    <td>
                      {outcome === undefined ? (
                        <span class="quiet">{words.noState()}</span>
                      ) : (
                        <StateMark state={outcome.state} />
                      )}
                    </td>
                    <td>
                      <Moment ms={start} />
                    </td>
                    <td class="number" title={exactly(outcome?.requests)}>
                      {roughly(outcome?.requests)}
                    </td>
                    <td class="number">{rate(outcome?.requestsPerSec)}</td>
                    <td class="number">{latency(outcome?.latencyNsP99)}</td>
                    <td class="quiet">{description}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Part>
    </>
  );
}
