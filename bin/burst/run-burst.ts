import { setTimeout as sleep } from 'node:timers/promises';
import type { BurstRequest, BurstStatus } from '../../lib/api.generated.ts';
import type { Problem } from '../../lib/driver/document/problem.ts';
import { isFinal } from '../../lib/driver/model/run-state.ts';
import type { RunDocument } from '../../lib/driver/run/document.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { Api } from '../api/client.ts';
import { heldFor, holdBurst } from '../api/hold-burst.ts';
import { exit, exitCodeOf } from '../cli/exit-code.ts';
import { reportLines, verdictLines } from '../report/report.ts';
import { reportOf } from '../report/report-of-run.ts';
import { aborted, type Interrupts } from '../terminal/interrupts.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { askToStop, endOf, stillRunning, stopLost } from './ask-to-stop.ts';
import { follow } from './follow.ts';
import { type Watcher, watcherOn } from './watching.ts';

export type BurstResult = {
  readonly code: number;
  readonly status: BurstStatus;
  /** The run document as it is stored; absent when no run was. */
  readonly text?: string;
  /** The same, read. */
  readonly run?: RunDocument;
  /** The user left before the end. */
  readonly left?: true;
};

/** Who watches a burst. */
export type Audience = {
  /** People want to know how it ended, and nothing before or beside that. */
  readonly quiet?: boolean | undefined;
  /** Whoever else is shown each look. */
  readonly watchers?: readonly Watcher[];
  /** Is told what the API has to say of the document that it takes. */
  readonly warn?: (problems: readonly Problem[]) => void;
};

/**
 * Starts a burst, shows it while it runs, and prints its report: what `run` and `npm start` have in common.
 */
export async function runBurst(
  api: Api,
  request: BurstRequest,
  terminal: Terminal,
  stopping: Interrupts,
  { quiet = false, watchers = [], warn }: Audience = {},
): Promise<BurstResult> {
  const watching = quiet ? watchers : [watcherOn(terminal), ...watchers];
  const result = await watchBurst(api, request, terminal, stopping, watching, warn);
  if (result.left) return result;
  const lines = quiet ? verdictLines : reportLines;
  const report = reportOf(result.status, result.run);
  terminal.say(...(quiet ? [] : ['']), ...lines(report, terminal.paint, terminal.width));
  return result;
}

/** Starts a burst, shows the watchers each look until its end, and fetches its run. */
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
  const shown = await show(api, burst, terminal, stopping, watchers);
  const { last: status } = shown;
  terminal.clear();
  if (status === undefined) return left(burst, api, terminal, shown);
  const text = status.runId === undefined ? undefined : await api.runText(status.runId);
  const run = text === undefined ? undefined : (JSON.parse(text) as RunDocument);
  return { code: exitCodeOf(status), status, text, run };
}

type Shown = {
  /** The last state; undefined when the user left before the end. */
  readonly last: BurstStatus | undefined;
  /** Why the stop of who left was not heard. */
  readonly unheard: DownpourError | undefined;
  readonly seen?: BurstStatus | undefined;
};

/** Shows a burst until its end, or until the user leaves. Whoever leaves has tried to stop it. */
async function show(
  api: Api,
  burst: string,
  terminal: Terminal,
  stopping: Interrupts,
  watchers: readonly Watcher[],
): Promise<Shown> {
  let last: BurstStatus | undefined;
  const stop = aborted(stopping.asked).then(() => {
    if (isOver(last)) return undefined;
    terminal.say(terminal.paint.yellow('Stopping. Press Ctrl-C again to leave at once.'));
    return askToStop(api, burst, { say: (line) => terminal.say(terminal.paint.yellow(line)) });
  });
  const look = async (): Promise<void> => {
    for await (const status of follow(api, burst, stopping.insisted)) {
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
  if (isOver(last)) return { last, unheard: undefined };
  // The last look was before the stop, or the user leaves: then the stop gets a moment to be heard.
  const unheard = await Promise.race([stop, sleep(lastMs, tooLate, { ref: false })]);
  return { last: stopping.insisted.aborted ? undefined : last, unheard, seen: last };
}

/** The stop of who leaves gets so long to be heard. */
const lastMs = 5_000;
const tooLate = new DownpourError('STOP_UNHEARD', 503, 'the stop was not answered in time');

function left(burst: string, api: Api, terminal: Terminal, { unheard, seen }: Shown): BurstResult {
  const { yellow, red } = terminal.paint;
  if (unheard === undefined)
    terminal.say(yellow(`Left burst ${burst} before its end; it has been told to stop.`));
  else terminal.say(`${red('error')} ${unheard.message}`, ...stillRunning(api, burst, endOf(seen)));
  return {
    code: unheard === undefined ? exit.stopped : exit.incomplete,
    left: true,
    status: { id: burst, benchmark: '', state: 'stopped', phases: [] },
  };
}

function isOver(status: BurstStatus | undefined): boolean {
  return status !== undefined && isFinal(status.state);
}
