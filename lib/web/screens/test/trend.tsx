import { useState } from 'preact/hooks';
import type { RunTrend, TrendSeries } from '../../../api.generated.ts';
import { time as latency } from '../../../report/page/number-text.ts';
import { percent, rate } from '../../../report/units.ts';
import { idsText } from '../../addresses/ids.ts';
import { amend, go } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { ChangeList } from '../../components/change-list/change-list.tsx';
import { Choice } from '../../components/choice.tsx';
import { Part } from '../../components/loaded-part.tsx';
import { isUtc, Moment, nowOfDay } from '../../components/moment.tsx';
import { Scroll } from '../../components/scroll.tsx';
import { StateMark } from '../../components/state-mark.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { type Selection, sidesAround } from '../../components/trend/geometry.ts';
import { TrendChart } from '../../components/trend/trend-chart.tsx';
import { useChanges } from '../../data/changes.ts';
import { useTrend } from '../../data/one-test.ts';
import { states } from '../../words/frame.ts';
import * as words from '../../words/tests/test.ts';
import { instant } from '../../words/times.ts';
import { failedShares, hasOutcomes, type Measure, marksOf, nameOf, seriesAt } from './series.ts';

const lasts = [50, 200, 500] as const;
/** The most changes that are listed below the charts. */
const changesMax = 5;

/** Charts of the outcomes of the last runs, which need no configuration, and the changes in these runs. */
export function Trend({ test, query }: { readonly test: number; readonly query: URLSearchParams }) {
  const last = lasts.find((count) => String(count) === query.get('last')) ?? 200;
  const { key, ...trend } = useTrend(test, last);
  return (
    <Part of={trend} name={key} rows={12}>
      {(loaded) =>
        loaded.id.length === 0 ? (
          <p>{words.noRuns()}</p>
        ) : !hasOutcomes(loaded) ? (
          <>
            <p>
              {words.noOutcomes()}{' '}
              <a href={addressOf('testPart', { id: test, part: 'labels' })}>{words.readLabels()}</a>
            </p>
            <LastChanges test={test} />
          </>
        ) : (
          <Charts trend={loaded} test={test} query={query} last={last} />
        )
      }
    </Part>
  );
}

type ChartsProps = {
  readonly trend: RunTrend;
  readonly test: number;
  readonly query: URLSearchParams;
  readonly last: number;
};

function Charts({ trend, test, query, last }: ChartsProps) {
  const [active, move] = useState<number>();
  const [selection, select] = useState<Selection>();
  const { value: changes } = useChanges({ test }, 1);
  const series = seriesAt(trend, query.get('series')) ?? trend.series[0];
  if (series === undefined) return <p>{words.noRuns()}</p>;
  const measure: Measure = query.get('measure') === 'p50' ? 'p50' : 'p99';
  const open = (at: number): void => go(addressOf('run', { id: trend.id[at] ?? 0 }));
  const shared = { states: trend.state, starts: trend.start, active, selection, move, select, open };
  const describe = (value: (at: number) => string) => (at: number) => describedAt(trend, at, value(at));
  const shares = failedShares(series);
  const main = describe((at) => `${measure} ${orDash(series[measure][at], latency)}`);
  return (
    <>
      <Choices trend={trend} series={series} measure={measure} last={last} />
      <figure class="charts">
        <figcaption>{words.drawn(measure, words.seriesName(series.phase, series.metric))}</figcaption>
        <TrendChart
          {...shared}
          label={words.chart(measure, trend.id.length)}
          values={series[measure]}
          height={260}
          format={latency}
          changes={marksOf(changes?.changes ?? [], trend.id, series, measure)}
          describe={main}
        />
      </figure>
      <p class="reading">{active === undefined ? words.shown(trend.id.length, trend.more) : main(active)}</p>
      <Sides ids={trend.id} selection={selection} />
      <div class="charts small">
        <figure>
          <figcaption>{words.rate()}</figcaption>
          <TrendChart
            {...shared}
            label={words.chart(words.rate(), trend.id.length)}
            values={series.rate}
            height={110}
            format={rate}
            describe={describe((at) => `${words.rate()} ${orDash(series.rate[at], rate)}`)}
          />
        </figure>
        <figure>
          <figcaption>{words.failed()}</figcaption>
          <TrendChart
            {...shared}
            label={words.chart(words.failed(), trend.id.length)}
            values={shares}
            height={110}
            format={percent}
            describe={describe((at) => `${words.failed()} ${orDash(shares[at], percent)}`)}
          />
        </figure>
      </div>
      <p class="quiet keys" id="trend-keys">
        {words.keys()}
      </p>
      <LastChanges test={test} />
      <AsTable trend={trend} series={series} />
    </>
  );
}

/** The last changes of a test's variables. Shows nothing while there are none. */
function LastChanges({ test }: { readonly test: number }) {
  const { key, ...changes } = useChanges({ test }, 1);
  if ((changes.value?.changes ?? []).length === 0) return null;
  return (
    <section>
      <Part of={changes} name={key}>
        {(some) => <ChangeList changes={some.changes.slice(0, changesMax)} withTest={false} />}
      </Part>
    </section>
  );
}

const orDash = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? words.notMeasured() : format(value);

function describedAt({ id, state, start }: RunTrend, at: number, value: string): string {
  const known = state[at];
  const word = known === null || known === undefined ? words.noState() : states[known];
  return words.point(id[at] ?? 0, word, value, instant(start[at] ?? 0, nowOfDay(), isUtc()));
}

type ChoicesProps = {
  readonly trend: RunTrend;
  readonly series: TrendSeries;
  readonly measure: Measure;
  readonly last: number;
};

function Choices({ trend, series, measure, last }: ChoicesProps) {
  return (
    <div class="filters">
      <Choice
        label={words.series()}
        value={nameOf(series)}
        options={trend.series.map((one) => [nameOf(one), words.seriesName(one.phase, one.metric)])}
        choose={(value) => amend({ series: value }, { push: true })}
      />
      <Choice
        label={words.measure()}
        value={measure}
        options={Object.entries(words.measures)}
        choose={(value) => amend({ measure: value === 'p99' ? '' : value }, { push: true })}
      />
      <Choice
        label={words.last()}
        value={`${last}`}
        options={lasts.map((count) => [`${count}`, words.lastRuns(count)])}
        choose={(value) => amend({ last: value === '200' ? '' : value }, { push: true })}
      />
      {trend.metricsLeft > 0 && <span class="quiet">{words.seriesLeft(trend.metricsLeft)}</span>}
    </div>
  );
}

/** A link that compares the selected runs with the same number of runs before them. */
function Sides({
  ids,
  selection,
}: {
  readonly ids: readonly number[];
  readonly selection: Selection | undefined;
}) {
  if (selection === undefined) return null;
  const sides = sidesAround(ids, selection);
  if (sides === undefined) return <p>{words.noneBefore()}</p>;
  const { base, fresh } = sides;
  return (
    <p>
      <a href={addressOf('compare', {}, { base: idsText(base), new: idsText(fresh) })}>
        {words.compare(base.length, fresh.length)}
      </a>
    </p>
  );
}

function AsTable({ trend, series }: { readonly trend: RunTrend; readonly series: TrendSeries }) {
  const shares = failedShares(series);
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{words.asTable()}</summary>
      {isOpen && (
        <Scroll label={words.asTable()}>
          <table class="trend-values">
            <TableHead
              columns={[
                words.columns.run,
                words.columns.state,
                words.columns.started,
                [words.columns.rate, 'number'],
                [words.columns.p50, 'number'],
                [words.columns.p99, 'number'],
                [words.failed(), 'number'],
              ]}
            />
            <tbody>
              {trend.id.toReversed().map((id, n) => {
                const at = trend.id.length - 1 - n;
                return (
                  <tr key={id}>
                    <td>
                      <a href={addressOf('run', { id })}>{id}</a>
                    </td>
                    <td>
                      <StateMark state={trend.state[at] ?? words.noState()} />
                    </td>
                    <td>
                      <Moment ms={trend.start[at] ?? 0} />
                    </td>
                    <td class="number">{rate(series.rate[at])}</td>
                    <td class="number">{latency(series.p50[at])}</td>
                    <td class="number">{latency(series.p99[at])}</td>
                    <td class="number">{percent(shares[at])}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </Scroll>
      )}
    </details>
  );
}
