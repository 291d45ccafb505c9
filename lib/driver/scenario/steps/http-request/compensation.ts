import type { Path } from '../../../document/problem.ts';
import type { Compensate } from '../../../http/exchange/request-plan.ts';
import type { Step } from '../../../model/session.ts';
import { secondAt } from '../../../statistics/second.ts';
import { bodyOf, fieldsOf, textOf } from '../../fields.ts';
import type { SequenceCompiler } from '../../kind.ts';
import type { Scope } from '../../scope.ts';
import { compileMetric, type Metric, parseMetric } from './metric.ts';

/** Users start at a rate of their own, and the times since their planned starts are recorded. */
export type Compensation = {
  /**
   * Users per second over all shards in the first iteration of the phase, and how many more in each further
   * one.
   */
  readonly rate: { readonly base: number; readonly increment: number };
  readonly metric: Metric;
  /** Number of the metric among the steps. */
  readonly step: number;
};

/** `metric` is that of the request. */
export function parseCompensation(
  raw: unknown,
  metric: Metric,
  at: Path,
  scope: Scope,
): Compensation | undefined {
  if (raw === undefined) return undefined;
  const { phaseKind, findings } = scope;
  if (phaseKind !== undefined && phaseKind !== 'always')
    findings.error(
      at,
      `compensation is for phases of kind always, this one is ${phaseKind}`,
      'users of other phases start at planned instants anyway, and latency counts from there',
    );
  if (scope.compensates) findings.error(at, 'only one request of a scenario can be compensated');
  scope.compensates = true;
  const body = bodyOf(raw) ?? {};
  const rate = parseRate(body.targetRate);
  if (rate === undefined) {
    findings.error(at, 'compensation needs targetRate, users per second above 0');
    return undefined;
  }
  const own =
    body.metric === undefined ? compensated(metric) : parseMetric(body.metric, [...at, 'metric'], scope);
  return { rate, metric: own, step: scope.nextRequest() };
}

function parseRate(raw: unknown): Compensation['rate'] | undefined {
  const body = fieldsOf(raw) ?? { base: raw };
  const [base, increment] = [Number(textOf(body.base) ?? 0), Number(textOf(body.increment) ?? 0)];
  return base >= 0 && base + increment > 0 ? { base, increment } : undefined;
}

const compensated = (metric: Metric): Metric =>
  typeof metric === 'string'
    ? `compensated-${metric}`
    : metric.map(({ match, name }) => ({
        ...(match === undefined ? {} : { match }),
        name: `compensated-${name ?? '$&'}`,
      }));

/** A user of the phase, also behind the end of its present visit, by the number of its session. */
type Pace = { plannedNs: number; nextNs: number };

/**
 * The users of a closed phase start at a rate: each waits in front of the sequence of the compensated request
 * for the next instant of its own, and starts at once when that is over. The first instant of a user is drawn
 * at random. So a target that is slow for a while does not hide how long users would have waited who had come
 * on time.
 */
export function compileCompensation(body: Compensation, compiler: SequenceCompiler): Compensate {
  const { environment, random } = compiler;
  const periodNs = (environment.users / rateOf(body, environment.builtIns)) * 1e9;
  const paces: Pace[] = [];
  /** The planned start of the present visit until it has begun; 0 once it has. */
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
    // A visit that was planned behind the end of the phase does not take place.
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
