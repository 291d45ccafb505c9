import { mapping } from '../../../declaration/body.ts';
import { type Field, required, under } from '../../../declaration/field.ts';
import { type Incrementable, incrementableNumber } from '../../../declaration/incrementable.ts';
import type { Compensate } from '../../../http/exchange/request-plan.ts';
import type { Step } from '../../../model/session.ts';
import { secondAt } from '../../../statistics/second-at.ts';
import type { ScopedField } from '../../declaration/scoped-field.ts';
import type { SequenceCompiler } from '../../kind.ts';
import { compileMetric, type Metric, metricName } from '../../metric.ts';

/**
 * The setting `compensation` of a request. Users then start at a fixed rate, and a second metric has the
 * times since their planned starts.
 */
export type Compensation = {
  /**
   * The users per second over all shards in the first iteration of the phase, and the amount that each
   * further iteration adds.
   */
  readonly rate: Incrementable;
  readonly metric: Metric;
  /** The number of the second metric among the request steps of the scenario. */
  readonly step: number;
};

const number = incrementableNumber(
  'Users per second, over all users of the phase; each starts its sequence at instants of its own.',
  100,
);

const targetRate: Field<Incrementable, false> = {
  ...number,
  parse(raw, at, around) {
    const rate = number.parse(raw, at, around);
    return rate !== undefined && rate.base + rate.increment > 0 ? rate : undefined;
  },
};

const members = mapping(
  'In an always phase, also record response times as if users started at a fixed rate.',
  {
    rate: {
      ...under('targetRate', required(targetRate)),
      needs: 'targetRate, users per second above 0',
    },
    metric: metricName('Name of the second metric; `compensated-` and the first one when absent.', 'fair'),
  },
  { targetRate: 100 },
);

/**
 * The setting as the document writes it. Without a name, the second metric is named after the metric of the
 * request.
 */
type Written = Omit<Compensation, 'metric'> & Partial<Pick<Compensation, 'metric'>>;

export const compensation: ScopedField<Written, false> = {
  ...members,
  parse(raw, at, scope) {
    const { phaseKind, findings } = scope;
    if (phaseKind !== undefined && phaseKind !== 'always')
      findings.error(
        at,
        `compensation is only for phases of the kind always, and this phase has the kind ${phaseKind}`,
        'remove compensation: users of other phases start at planned instants, and latency counts from these instants',
      );
    if (scope.compensates)
      findings.error(
        at,
        "another request of this scenario already has 'compensation', and only one may have it",
        "remove 'compensation' from one of them",
      );
    scope.compensates = true;
    const body = members.parse(raw, at, scope);
    return body && { ...body, step: scope.nextRequest() };
  },
};

/** The setting with the name of its second metric. `metric` is the metric of the request. */
export const completed = (written: Written, metric: Metric): Compensation => ({
  ...written,
  metric: written.metric ?? compensated(metric),
});

const compensated = (metric: Metric): Metric =>
  typeof metric === 'string'
    ? `compensated-${metric}`
    : metric.map(({ match, name }) => ({
        ...(match === undefined ? {} : { match }),
        name: `compensated-${name ?? '$&'}`,
      }));

/**
 * The planned instants of the compensated request for one session, in nanoseconds: of the current one and of
 * the next one. They continue when the user ends and starts again.
 */
type Pace = { plannedNs: number; nextNs: number };

/**
 * Makes the users of a closed phase start at a rate. Before the sequence of the compensated request, each
 * user waits for its next planned instant. If that instant has passed, the user starts at once. The first
 * instant of each user is random. So a slow target does not hide how long users on time would have waited.
 */
export function compileCompensation(body: Compensation, compiler: SequenceCompiler): Compensate {
  const { environment, random } = compiler;
  const periodNs = (environment.users / rateOf(body, environment.builtIns)) * 1e9;
  const paces: Pace[] = [];
  /**
   * The planned start of the user's current run of the sequence. Undefined before it is planned, and 0 after
   * the run has begun.
   */
  const visit = compiler.perSession((): { untilNs: number | undefined } => ({ untilNs: undefined }));
  const plan: Step = (session, sequence) => {
    const state = visit(session, sequence);
    if (state.untilNs !== undefined) return true;
    const pace = paces[session.id] ?? { plannedNs: 0, nextNs: session.intendedNs + random.next() * periodNs };
    paces[session.id] = pace;
    pace.plannedNs = pace.nextNs;
    pace.nextNs += periodNs;
    state.untilNs = Math.max(pace.plannedNs, session.clock.nowNs());
    return true;
  };
  const wait: Step = (session, sequence) => {
    const state = visit(session, sequence);
    const { untilNs = 0 } = state;
    if (untilNs === 0) return true;
    if (!session.waitUntil(sequence, untilNs, untilNs)) return false;
    state.untilNs = 0;
    // A run that was planned for an instant after the end of the phase is left out.
    if (untilNs > session.intendedNs && session.phaseFinished) session.stop();
    return true;
  };
  compiler.runFirst([plan, wait]);
  const { recorder } = environment;
  const metric = compileMetric(body.metric, environment, (name) => recorder.measure(name, body.step));
  return (session, path, pool, endedNs, answered) => {
    const { plannedNs } = paces[session.id] ?? { plannedNs: session.intendedNs };
    const place = metric(path, pool);
    const second = secondAt(plannedNs);
    if (answered) place.time(second, endedNs - plannedNs, true);
    else place.at(second).counters.requests += 1;
  };
}

function rateOf({ rate }: Compensation, builtIns: SequenceCompiler['environment']['builtIns']): number {
  const perSec = rate.base + rate.increment * Number(builtIns['hyperfoil.phase.iteration'] ?? 0);
  if (perSec <= 0) throw new Error('the targetRate of compensation is 0 in this iteration');
  return perSec;
}
