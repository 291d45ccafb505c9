import type { BurstRequest, BurstStatus } from '../../lib/api.generated.ts';
import type { RunDocument } from '../../lib/driver/run/document.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { Api } from '../api/client.ts';
import { exit, exitCodeOf } from '../cli/exit-code.ts';
import { reportLines, verdictLines } from '../report/report.ts';
import { reportOf } from '../report/report-of-run.ts';
import type { Interrupts } from '../terminal/interrupts.ts';
import { aborted } from '../terminal/interrupts.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { follow, isFinal } from './follow.ts';
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
};

/** Starts a burst, shows it while it runs, and prints its report: what `run` and `npm start` have in common. */
export async function runBurst(
  api: Api,
  request: BurstRequest,
  terminal: Terminal,
  stopping: Interrupts,
  { quiet = false, watchers = [] }: Audience = {},
): Promise<BurstResult> {
  const watching = quiet ? watchers : [watcherOn(terminal), ...watchers];
  const result = await watchBurst(api, request, terminal, stopping, watching);
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
): Promise<BurstResult> {
  const burst = await api.startBurst(request);
  const status = await show(api, burst, terminal, stopping, watchers);
  terminal.clear();
  if (status === undefined) return left(burst, api, terminal);
  const text = status.runId === undefined ? undefined : await api.runText(status.runId);
  const run = text === undefined ? undefined : (JSON.parse(text) as RunDocument);
  return { code: exitCodeOf(status), status, text, run };
}

/** Shows a burst until its end and returns its last state; undefined when the user left before the end. */
async function show(
  api: Api,
  burst: string,
  terminal: Terminal,
  stopping: Interrupts,
  watchers: readonly Watcher[],
): Promise<BurstStatus | undefined> {
  let over = false;
  const stop = aborted(stopping.asked).then(() => (over ? undefined : askToStop(api, burst, terminal)));
  let last: BurstStatus | undefined;
  for await (const status of follow(api, burst, stopping.insisted)) {
    last = status;
    for (const watch of watchers) watch(status);
  }
  over = true;
  if (stopping.asked.aborted) await stop;
  return stopping.insisted.aborted && !isOver(last) ? undefined : last;
}

async function askToStop(api: Api, burst: string, terminal: Terminal): Promise<void> {
  terminal.say(terminal.paint.yellow('Stopping. Press Ctrl-C again to leave at once.'));
  try {
    await api.stopBurst(burst);
  } catch (error) {
    if (!(error instanceof DownpourError)) throw error;
    terminal.say(`${terminal.paint.red('error')} ${error.message}; the burst may still be running`);
  }
}

function left(burst: string, api: Api, terminal: Terminal): BurstResult {
  terminal.say(terminal.paint.yellow(`Left burst ${burst} before its end; ${api.url} was asked to stop it.`));
  return {
    code: exit.stopped,
    left: true,
    status: { id: burst, benchmark: '', state: 'stopped', phases: [] },
  };
}

function isOver(status: BurstStatus | undefined): boolean {
  return status !== undefined && isFinal(status.state);
}
