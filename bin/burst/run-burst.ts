import type { BurstRequest, BurstStatus, PhaseStatus } from '../../lib/api.generated.ts';
import type { RunDocument } from '../../lib/driver/run/document.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { Api } from '../api/client.ts';
import { exit, exitCodeOf } from '../cli/exit-code.ts';
import { reportLines } from '../report/report.ts';
import { reportOf } from '../report/report-of-run.ts';
import type { Interrupts } from '../terminal/interrupts.ts';
import { aborted } from '../terminal/interrupts.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { follow, isFinal } from './follow.ts';
import { noticesOf, phaseNews, progressLine, progressTable } from './progress.ts';

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

/** Starts a burst, shows it while it runs, and prints its report: what `run` and `npm start` have in common. */
export async function runBurst(
  api: Api,
  request: BurstRequest,
  terminal: Terminal,
  stopping: Interrupts,
): Promise<BurstResult> {
  const burst = await api.startBurst(request);
  const status = await show(api, burst, terminal, stopping);
  terminal.clear();
  if (status === undefined) return left(burst, api, terminal);
  const text = status.runId === undefined ? undefined : await api.runText(status.runId);
  const run = text === undefined ? undefined : (JSON.parse(text) as RunDocument);
  terminal.say('', ...reportLines(reportOf(status, run), terminal.paint, terminal.width));
  return { code: exitCodeOf(status), status, text, run };
}

/** Shows a burst until its end and returns its last state; undefined when the user left before the end. */
async function show(
  api: Api,
  burst: string,
  terminal: Terminal,
  stopping: Interrupts,
): Promise<BurstStatus | undefined> {
  let over = false;
  const stop = aborted(stopping.asked).then(() => (over ? undefined : askToStop(api, burst, terminal)));
  const print = terminal.live ? drawer(terminal) : logger(terminal);
  let last: BurstStatus | undefined;
  for await (const status of follow(api, burst, stopping.insisted)) {
    last = status;
    print(status);
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

function drawer(terminal: Terminal): (status: BurstStatus) => void {
  return (status) => terminal.draw(progressTable(status, Date.now(), terminal.paint, terminal.width));
}

/** Prints each change of a phase and each second once. How the burst ended is the first word of its report. */
function logger(terminal: Terminal): (status: BurstStatus) => void {
  const shown = new Map<string, PhaseStatus>();
  const noticed = new Set<string>();
  let state: string | undefined;
  return (status) => {
    if (state !== status.state && !isFinal(status.state))
      terminal.say(`${status.benchmark}: ${status.state}, burst ${status.id}`);
    state = status.state;
    const nameWidth = Math.max(...status.phases.map((phase) => phase.name.length));
    for (const phase of status.phases) {
      const before = shown.get(phase.name);
      shown.set(phase.name, phase);
      const news = phaseNews(before, phase);
      const lines = [
        phase.live?.second === before?.live?.second ? undefined : progressLine(phase, nameWidth),
        news === undefined ? undefined : `${phase.name.padEnd(nameWidth)}  ${news}`,
      ];
      if (phase.status === 'RUNNING') lines.reverse();
      terminal.say(...lines.filter((line) => line !== undefined));
    }
    for (const notice of noticesOf(status.phases)) {
      if (!noticed.has(notice)) terminal.say(`${terminal.paint.yellow('! warning')} ${notice}`);
      noticed.add(notice);
    }
  };
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
