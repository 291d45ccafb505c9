import type { BurstSummary, Change, RunsSummary, TestListing, TestSummary } from '../../../api.generated.ts';
import { ApiError } from '../../../client/index.ts';
import { serverNow } from '../../../client/server-clock.ts';
import { instantText } from '../../addresses/instants.ts';
import { addressOf } from '../../addresses/table.ts';
import { Sentence } from '../../components/bidi-sentence.tsx';
import { largestFirst, levelOf, seriesName } from '../../components/change-list/change-facts.ts';
import { Failure, Part } from '../../components/loaded-part.tsx';
import { isUtc, Moment, nowOfDay, Zone } from '../../components/moment.tsx';
import { Spark } from '../../components/spark/spark.tsx';
import { StateMark } from '../../components/state-mark.tsx';
import type { Loaded } from '../../data/cache.ts';
import { useChanges } from '../../data/changes.ts';
import { recentRunsMax, useActiveBursts, useBurstAtWork, useRecentRuns } from '../../data/lists/activity.ts';
import { useTests } from '../../data/lists/tests.ts';
import { useSchedules } from '../../data/own/schedule-list.ts';
import * as changeWords from '../../words/changes.ts';
import { screenNames } from '../../words/frame.ts';
import * as words from '../../words/now.ts';
import { timeOfDay, yesterdayEvening } from '../../words/times.ts';
import { busiest, lineUpTo, nextStarts, phaseAtWork, recentOf, type Trouble } from './overview.ts';

/** The most rows of each part of the screen. */
const troubledMax = 12;
const busiestMax = 8;
const changedMax = 5;
/** The most bursts whose progress is shown. Each needs its own requests. */
const atWorkMax = 3;
/** The milliseconds after which the numbers of a running burst count as outdated. */
const liveMs = 10_000;
const nextMax = 4;

/** The first screen: running bursts, failed runs, changes, and the next starts of schedules. */
export function Screen() {
  const from = yesterdayEvening(nowOfDay(), isUtc());
  const recent = useRecentRuns(from);
  const tests = useTests('*', '', 1);
  const bursts = useActiveBursts();
  return (
    <>
      <h1>{screenNames.now}</h1>
      <AtWork bursts={bursts} />
      <section aria-labelledby="recent">
        <Part of={recent} name={`recent runs ${from}`} rows={6}>
          {(runs) => <RecentRuns runs={runs} tests={tests.value} from={from} />}
        </Part>
        {tests.error !== undefined && <Failure error={tests.error} />}
      </section>
      <Changed />
      <Next />
      {isForbidden(bursts) && <p class="quiet">{words.noBursts()}</p>}
      <p class="quiet">
        <Zone />
      </p>
    </>
  );
}

const isForbidden = ({ error }: Loaded<unknown>): boolean =>
  error instanceof ApiError && (error.status === 403 || error.status === 401);

function AtWork({ bursts: of }: { readonly bursts: ReturnType<typeof useActiveBursts> }) {
  if (of.error !== undefined && !isForbidden(of)) return <Failure error={of.error} />;
  const active = of.value?.bursts ?? [];
  if (active.length === 0) return null;
  return (
    <section aria-labelledby="at-work">
      <h2 id="at-work">{words.atWork(active.length)}</h2>
      <ul class="lines">
        {active.slice(0, atWorkMax).map((burst) => (
          <BurstLine key={burst.id} burst={burst} />
        ))}
      </ul>
    </section>
  );
}

function BurstLine({ burst: { id, benchmark, state, user, createdAt } }: { readonly burst: BurstSummary }) {
  const { value, asOf = 0 } = useBurstAtWork(id);
  const isStale = value !== undefined && Date.now() - asOf > liveMs;
  const phase = isStale ? undefined : value && phaseAtWork(value.phases);
  const failed = value?.phases.reduce((sum, { totals }) => sum + totals.failed, 0) ?? 0;
  return (
    <li>
      <StateMark state={state === 'planning' || state === 'merging' ? 'running' : state} short />
      <a href={addressOf('burst', { id })}>{benchmark}</a>
      {phase?.startsAt !== undefined && (
        <span>{words.inPhase(phase.name, Math.max(0, serverNow() - phase.startsAt), phase.durationMs)}</span>
      )}
      {phase?.live !== undefined && (
        <span>
          {words.live(phase.live.requestsPerSec, phase.live.latencyP99Ns)}, {words.failed(failed)}
        </span>
      )}
      {isStale && <span>{words.lastAnswer(timeOfDay(asOf, isUtc()))}</span>}
      <span class="quiet">
        {words.startedBy(user)} <Moment ms={createdAt} />
      </span>
      <a class="end" href={addressOf('burst', { id })} aria-label={`${words.watch()} ${benchmark}`}>
        {words.watch()}
      </a>
    </li>
  );
}

type RecentProps = {
  readonly runs: RunsSummary;
  readonly tests: TestListing | undefined;
  readonly from: number;
};

function RecentRuns({ runs: { runs, next }, tests, from }: RecentProps) {
  const { counts, others, troubled } = recentOf(runs);
  const atLeast = next !== undefined;
  const known = new Map(tests?.tests.map((test) => [test.id, test]));
  const since = instantText(from);
  if (runs.length === 0)
    return tests?.count === 0 ? <FirstSteps /> : <Quiet text={words.noneRecent()} tests={tests} />;
  if (troubled.length === 0 && others < runs.length)
    return <Quiet text={words.allPassed(runs.length - others, atLeast)} tests={tests} />;
  return (
    <>
      <h2 id="recent">{words.recent()}</h2>
      <p class="counts">
        <a href={addressOf('runs', {}, { from: since })}>
          {words.recentRuns(atLeast ? recentRunsMax : runs.length, atLeast)}
        </a>
        {counts.map(({ state, count }) => (
          <a key={state} href={addressOf('runs', {}, { from: since, state })}>
            {count} <StateMark state={state} />
          </a>
        ))}
        {others > 0 && <span class="quiet">{words.others(others)}</span>}
      </p>
      <ul class="lines">
        {troubled.slice(0, troubledMax).map((trouble) => (
          <Troubled
            key={trouble.run.id}
            {...trouble}
            since={since}
            line={lineUpTo(known.get(trouble.run.testid), trouble.run)}
          />
        ))}
      </ul>
      {troubled.length > troubledMax && (
        <p>
          {words.moreToLookAt(troubled.length - troubledMax)}{' '}
          <a href={addressOf('runs', {}, { from: since, state: troubles })}>{words.showThem()}</a>
        </p>
      )}
    </>
  );
}

const troubles = ['failed', 'inconclusive', 'stopped', 'incomplete'];

type TroubledProps = Trouble & { readonly since: string; readonly line: ReturnType<typeof lineUpTo> };

function Troubled({ run, others, since, line = [] }: TroubledProps) {
  const { id, testid, testname, start, outcome } = run;
  return (
    <li>
      <StateMark state={outcome?.state ?? ''} short />
      <a href={addressOf('run', { id })}>{testname ?? outcome?.benchmark}</a>
      <span class="quiet">{id}</span>
      <span class="reason" title={outcome?.reason}>
        <Sentence text={outcome?.reason ?? ''} />
      </span>
      {others > 0 && (
        <a href={addressOf('runs', {}, { test: testname ?? testid, from: since, state: troubles })}>
          {words.moreOfTest(others)}
        </a>
      )}
      <span class="end">
        <Moment ms={start} />
      </span>
      {line.length > 0 && <Spark runs={line} present={id} />}
    </li>
  );
}

/** The part of the screen when no run failed: one sentence, and the tests with the most runs. */
function Quiet({ text, tests }: { readonly text: string; readonly tests: TestListing | undefined }) {
  const shown = busiest(tests?.tests ?? [], busiestMax);
  return (
    <>
      <h2 id="recent">{text}</h2>
      {shown.length > 0 && (
        <>
          <h3>{words.busiest()}</h3>
          <ul class="lines">
            {shown.map((test) => (
              <TestLine key={test.id} test={test} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function TestLine({ test: { id, name, outcomes = [] } }: { readonly test: TestSummary }) {
  const newest = outcomes.at(-1);
  return (
    <li>
      {newest && newest.state !== null && <StateMark state={newest.state} short />}
      <a href={addressOf('test', { id })}>{name}</a>
      {newest && (
        <span class="end">
          <a href={addressOf('run', { id: newest.id })}>{words.runLink(newest.id)}</a>{' '}
          <Moment ms={newest.start} />
        </span>
      )}
      <Spark runs={outcomes} />
    </li>
  );
}

function FirstSteps() {
  return (
    <>
      <h2 id="recent">{words.nothingYet()}</h2>
      <p>
        <a href={addressOf('start')}>{words.startHere()}</a> {words.orCommand()}
      </p>
      <dl class="steps">
        {words.firstSteps.map(({ text, command }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>
              <code>{command}</code>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The largest changes that no person has confirmed or dismissed. */
function Changed() {
  const { value } = useChanges({ state: 'open' }, 1);
  if (value === undefined || value.changes.length === 0) return null;
  const shown = largestFirst(value.changes).slice(0, changedMax);
  return (
    <section aria-labelledby="changed">
      <h2 id="changed">{words.changed()}</h2>
      <ul class="lines">
        {shown.map((change) => (
          <ChangedLine key={change.id} change={change} />
        ))}
      </ul>
      {value.changes.length > shown.length && (
        <p>
          <a href={addressOf('changes')}>{words.allChanges(value.changes.length, value.hasMore)}</a>
        </p>
      )}
    </section>
  );
}

function ChangedLine({ change }: { readonly change: Change }) {
  const { variable, before, after, dataset, timestamp, testName } = change;
  const series = seriesName(change);
  return (
    <li>
      <a href={addressOf('changes', {}, { test: dataset.testId })}>{testName}</a>
      <span>
        {variable.name}
        {series !== '' && ` (${series})`}
      </span>
      {before !== undefined && <strong>{changeWords.difference(levelOf(before), levelOf(after))}</strong>}
      <a href={addressOf('run', { id: dataset.runId })}>{words.since(dataset.runId)}</a>
      <span class="end quiet">
        <Moment ms={timestamp} /> {words.notConfirmed()}
      </span>
    </li>
  );
}

function Next() {
  const { value, error } = useSchedules();
  const next = nextStarts(value?.schedules ?? [], nextMax);
  if (next.length === 0 || error !== undefined) return null;
  return (
    <section aria-labelledby="next">
      <h2 id="next">{words.next()}</h2>
      <ul class="lines">
        {next.map(({ name, at }) => (
          <li key={name}>
            <a href={addressOf('schedules')}>{name}</a>
            <span class="end">
              <Moment ms={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
