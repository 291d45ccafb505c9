import { setTimeout as sleep } from 'node:timers/promises';
import type { BurstRequest, BurstStatus } from '../../lib/api.generated.ts';
import type { Problem } from '../../lib/driver/document/problem.ts';
import { isFinal } from '../../lib/driver/model/final-state.ts';
import type { RunDocument } from '../../lib/driver/run/document.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { Api } from '../api/client.ts';
import { heldFor, holdBurst } from '../api/keep-burst-running.ts';
import { exit, exitCodeOf } from '../cli/exit-code.ts';
import { reportLines, verdictLines } from '../report/report.ts';
import { reportOf } from '../report/report-of-run.ts';
import type { Signs } from '../terminal/activity-indicator.ts';
import { aborted, type Interrupts } from '../terminal/interrupts.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { follow } from './follow.ts';
import { endOf, requestStop, stillRunning, stopLost } from './request-stop.ts';
import { type Watcher, watcherOn } from './status-watchers.ts';

export type BurstResult = {
  readonly code: number;
  readonly status: BurstStatus;
  /** The stored run document; absent when no run was stored. */
  readonly text?: string;
  /** The parsed run document. */
  readonly run?: RunDocument;
  /** True when the user left the command before the burst had ended. */
  readonly left?: true;
};

/** The outputs and functions that receive the status of a burst while it runs. */
export type Audience = {
  /** True: the command prints only the result of the burst. */
  readonly quiet?: boolean | undefined;
  /** Shows that the command is working until the first status. Absent: nothing is shown until then. */
  readonly signs?: Signs | undefined;
  /** Further functions that receive each status. */
  readonly watchers?: readonly Watcher[];
  /** Called with the problems that the API reports about an accepted document. */
  readonly warn?: (problems: readonly Problem[]) => void;
};

/** Starts a burst, shows its progress, and prints its report. `run` and `npm start` share this function. */
export async function runBurst(
  api: Api,
  request: BurstRequest,
  terminal: Terminal,
  stopping: Interrupts,
  { quiet = false, signs, watchers = [], warn }: Audience = {},
): Promise<BurstResult> {
  const progress = quiet ? [] : [watcherOn(terminal)];
  const watching = [() => signs?.end(), ...progress, ...watchers];
  const result = await watchBurst(api, request, terminal, stopping, watching, warn);
  if (result.left) return result;
  const lines = quiet ? verdictLines : reportLines;
  const report = reportOf(result.status, result.run);
  terminal.say(...(quiet ? [] : ['']), ...lines(report, terminal.paint, terminal.width));
  return result;
}

/** Starts a burst, passes each status to the watchers until the end, and reads its run. */
export async function watchBurst(
  api: Api,
  request: BurstRequest,
  terminal: Terminal,
  stopping: Interrupts,
  watchers: readonly Watcher[],
  warn?: Audience['warn'],
): Promise<BurstResult> {
  const burst = await api.startBurst({ ...request, ...heldFor(api) }, warn);
  using _ = await holdBurst(api, burst);
  const followed = await show(api, burst, terminal, stopping, watchers);
  const { last: status } = followed;
  if (status === undefined) return left(burst, api, terminal, followed);
  const text = status.runId === undefined ? undefined : await api.runText(status.runId);
  const run = text === undefined ? undefined : (JSON.parse(text) as RunDocument);
  return { code: exitCodeOf(status), status, text, run };
}

type Followed = {
  /** The last status. Undefined when the user left before the end. */
  readonly last: BurstStatus | undefined;
  /** The reason why the stop request of a user who left was not accepted. */
  readonly stopError: DownpourError | undefined;
  readonly seen?: BurstStatus | undefined;
};

/**
 * Shows a burst until its end, or until the user leaves with a second Ctrl-C. The first Ctrl-C has requested
 * a stop.
 */
async function show(
  api: Api,
  burst: string,
  terminal: Terminal,
  stopping: Interrupts,
  watchers: readonly Watcher[],
): Promise<Followed> {
  let last: BurstStatus | undefined;
  const stop = aborted(stopping.stopRequested).then(() => {
    if (isOver(last)) return undefined;
    terminal.say(terminal.paint.yellow('Stopping the load. Press Ctrl-C again to end this command at once.'));
    return requestStop(api, burst, { say: (line) => terminal.say(terminal.paint.yellow(line)) });
  });
  const look = async (): Promise<void> => {
    for await (const status of follow(api, burst, stopping.leaveRequested)) {
      last = status;
      for (const watch of watchers) watch(status);
    }
  };
  try {
    await look();
  } catch (error) {
    await stopLost(error, api, burst, last, (line) => terminal.say(terminal.paint.yellow(line)));
    await look();
  }
  // The status on the screen is old when the user leaves. It is removed, because it would remain after
  // another Ctrl-C.
  terminal.clear();
  if (isOver(last)) return { last, stopError: undefined };
  // The status may not show yet that the stop was accepted. So the command waits a moment for the answer to
  // the stop request.
  const stopError = await Promise.race([stop, sleep(lastMs, tooLate, { ref: false })]);
  return { last: stopping.leaveRequested.aborted ? undefined : last, stopError, seen: last };
}

/** The milliseconds that the command waits for the answer to a stop request when the user leaves. */
const lastMs = 5_000;
const tooLate = new DownpourError(
  'STOP_UNHEARD',
  503,
  `the API did not answer the stop request within ${lastMs / 1e3} seconds, so the load may still run; stop the burst again`,
);

function left(burst: string, api: Api, terminal: Terminal, { stopError, seen }: Followed): BurstResult {
  const { yellow, red } = terminal.paint;
  if (stopError === undefined)
    terminal.say(
      yellow(`This command requested the stop of burst ${burst}, and ends before the burst does.`),
    );
  else terminal.say(`${red('error')} ${stopError.message}`, ...stillRunning(api, burst, endOf(seen)));
  return {
    code: stopError === undefined ? exit.stopped : exit.incomplete,
    left: true,
    status: { id: burst, benchmark: '', state: 'stopped', phases: [] },
  };
}

function isOver(status: BurstStatus | undefined): boolean {
  return status !== undefined && isFinal(status.state);
}
