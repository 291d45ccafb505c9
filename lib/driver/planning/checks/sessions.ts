import { numbered } from '../../../words.ts';
import { modelOf } from '../../arrivals/registry.ts';
import type { Findings, Path } from '../../document/problem.ts';
import type { Phase } from '../../model/benchmark.ts';
import type { Plan } from '../../model/plan.ts';

/**
 * Warns about phases whose session limit (`maxSessions`) is too low for the pauses of their users. Each phase
 * of the document is reported once.
 */
export function checkSessions(
  { benchmark }: Plan,
  /** Returns the position of the session limit in the document. */
  placeOf: (phase: Phase) => Path,
  findings: Findings,
): void {
  const warned = new Set<string>();
  for (const phase of benchmark.phases) {
    const limit = impossibleLimitOf(phase);
    if (limit === undefined || warned.has(phase.phase)) continue;
    warned.add(phase.phase);
    const origin = phase.maxSessionsGiven === true ? '' : ' (by default the users of one second)';
    const message = `phase ${phase.name}: ${limit.message}, but maxSessions is ${phase.maxSessions}${origin}, so users have to wait${waitOf(phase)}`;
    findings.warning(placeOf(phase), message, limit.advice);
  }
}

/**
 * The consequence of waiting for a session, in words. With `CONTINUE` the phase does not fail, but its load
 * is not the load of the document.
 */
const waitOf = ({ sessionLimitPolicy }: Phase): string =>
  sessionLimitPolicy === 'CONTINUE' ? ' and come later than planned' : '';

/**
 * A session limit (`maxSessions`) that is too low for the pauses of the scenario, even if the target answers
 * at once.
 */
export type ImpossibleLimit = {
  /** The average number of sessions in use at once. */
  readonly needed: number;
  /**
   * The problem in words: `10 users/s who pause for 1.3 s in total need 13 sessions at the same time for the
   * pauses alone`.
   */
  readonly message: string;
  readonly advice: string;
};

/**
 * Finds a session limit (`maxSessions`) that is too low. Undefined when the limit is high enough, and for
 * closed phases, which have a session for each user.
 *
 * If r users arrive per second and each stays for S seconds, r S users are at work at once (Little's law).
 * When all arrivals take less than S, the number of all arrivals counts. On a ramp, the interval of length S
 * with the highest rates counts. The response times of the target add to S, so a limit of exactly this number
 * is too low as well.
 */
export function impossibleLimitOf({
  arrivals,
  durationMs = 0,
  leastStayNs = 0,
  maxSessions,
}: Pick<Phase, 'arrivals' | 'durationMs' | 'leastStayNs' | 'maxSessions'>): ImpossibleLimit | undefined {
  const { rate } = modelOf(arrivals);
  if (rate === undefined || leastStayNs === 0) return undefined;
  const stayS = leastStayNs / 1e9;
  const lengthS = durationMs / 1e3;
  const windowS = Math.min(stayS, lengthS);
  const [low, high] = [rate.initial, rate.target].sort((one, other) => one - other) as [number, number];
  const slope = lengthS === 0 ? 0 : (high - low) / lengthS;
  const needed = windowS * (high - (slope * windowS) / 2);
  if (stayS < lengthS ? needed < maxSessions : needed <= maxSessions) return undefined;
  const sessions = Math.ceil(needed - 1e-9);
  // Adds four standard deviations. The standard deviation of a random (Poisson) number of arrivals is the
  // square root of its mean.
  const enough = Math.ceil(needed + 4 * Math.sqrt(needed));
  return {
    needed,
    message: `${low === high ? '' : 'up to '}${Number(high.toPrecision(4))} users/s who pause for ${Number(stayS.toPrecision(3))} s in total need ${numbered(sessions, 'session')} at the same time for the pauses alone`,
    advice: `write 'maxSessions: ${enough}', or a larger number if the target is slow`,
  };
}
