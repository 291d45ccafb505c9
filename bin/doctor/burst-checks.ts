import type { BurstStatus, DeploymentFacts } from '../../lib/api.generated.ts';
import type { RunDocument } from '../../lib/driver/run/document.ts';
import { latency, span } from '../../lib/report/units.ts';
import { counted } from '../../lib/words.ts';
import { dataWords } from '../cli/shell-command.ts';
import { type Check, failed, ok, warning } from './check.ts';

/** How long the burst took, and where it ran. `ended` is false when it did not end in time. */
type Course = Pick<DeploymentFacts, 'place'> & {
  readonly tookMs: number;
  readonly ended: boolean;
  /** The folder of the option `--data`. */
  readonly data?: string | undefined;
};

/** The checks of the burst that a deployment ran against itself. */
export const burstChecks = (
  status: BurstStatus,
  run: RunDocument | undefined,
  course: Course,
): readonly Check[] => [
  tokenCheck(status, course),
  ...(course.ended ? [echoCheck(status, run, course)] : []),
];

/**
 * The advice where to find the reason for a failed burst. One machine has neither Step Functions nor
 * CloudWatch.
 */
const readLogs = (place: Course['place'], inCloud: string): string =>
  place === 'cloud' ? inCloud : 'read the files of log/ in the data folder of the server';

/**
 * The check that task tokens work. The first phase is a noop, whose execution continues only after the answer
 * to a task token.
 */
function tokenCheck({ phases, state, reason }: BurstStatus, { place, ended }: Course): Check {
  const name = 'task token';
  const [token] = phases;
  if (token?.status === 'TERMINATED')
    return ok(
      name,
      'the state machine started, waited for a task token, and received the answer to the token',
    );
  if (ended)
    return failed(
      name,
      `the test burst ended as ${state} before the state machine continued${reason === undefined ? '' : `: ${reason}`}`,
      readLogs(
        place,
        'read the failed execution in AWS Step Functions, then the logs of the functions driver/plan and driver/await-start',
      ),
    );
  return failed(
    name,
    'the state machine waits for the answer to its task token, and the answer does not arrive',
    readLogs(
      place,
      'search the log of the function driver/await-start (CloudWatch) for AccessDenied at SendTaskSuccess',
    ),
  );
}

function echoCheck(
  { state, reason }: BurstStatus,
  run: RunDocument | undefined,
  { place, tookMs, data }: Course,
): Check {
  const name = 'burst of five seconds';
  const total = run?.total?.summary;
  if (run === undefined || total === undefined)
    return failed(
      name,
      `the test burst ended as ${state}${reason === undefined ? '' : `: ${reason}`}`,
      readLogs(
        place,
        'read the failed execution in AWS Step Functions, then the log of the function whose state failed',
      ),
    );
  const { lateness } = run.phases.find(({ name: phase }) => phase === 'echo') ?? {};
  const says =
    `${counted(total.requestCount, 'request')}, p99 ${latency(total.percentileResponseTime['99.0'])}, ` +
    `sent ${latency(lateness?.percentiles['99.0'])} late at p99, all in ${span(tookMs)}`;
  if (state === 'passed') return ok(name, says);
  const because = reason ?? run.failures[0]?.message;
  const whole = `it ended ${state}: ${says}${because === undefined ? '' : `; ${because}`}`;
  return state === 'inconclusive'
    ? warning(name, whole, 'the load generator was too busy for a moment; try again')
    : failed(name, whole, `see the run: downpour report last${dataWords(data)}`);
}
