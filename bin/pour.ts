import type { BurstRequest, BurstStatus, PhaseStatus } from '../lib/api.generated.ts';
import type { RunDocument } from '../lib/driver/run/document.ts';
import { DownpourError } from '../lib/errors.ts';
import type { Api } from './client.ts';
import { exit } from './commands/context.ts';
import { reportOf } from './report-of.ts';
import { aborted, type Interrupts } from './terminal/interrupts.ts';
import { noticesOf, phaseNews, progressLine, progressTable } from './terminal/progress.ts';
import { reportLines } from './terminal/report.ts';
import type { Terminal } from './terminal/terminal.ts';
import { type FinalState, isFinal, watch } from './watch.ts';

export type Poured = {
  readonly code: number;
  readonly status: BurstStatus;
  /** The run document as it is stored; absent when no run was. */
  readonly text?: string;
  /** The same, read. */
  readonly run?: RunDocument;
};

/** Starts a burst, shows it while it pours, and reports what it measured. The story of `run` and of `npm start`. */
export async function pour(
  api: Api,
  request: BurstRequest,
  terminal: Terminal,
  stopping: Interrupts,
): Promise<Poured> {
  const burst = await api.startBurst(request);
  const status = await follow(api, burst, terminal, stopping);
  terminal.clear();
  if (status === undefined) return left(burst, api, terminal);
  const text = status.runId === undefined ? undefined : await api.runText(status.runId);
  const run = text === undefined ? undefined : (JSON.parse(text) as RunDocument);
  terminal.say('', ...reportLines(reportOf(status, run), terminal.paint, terminal.width));
  return { code: codeOf(status), status, text, run };
}

/** The last state seen; undefined when the user insisted on leaving before the end. */
async function follow(
  api: Api,
  burst: string,
  terminal: Terminal,
  stopping: Interrupts,
): Promise<BurstStatus | undefined> {
  let over = false;
  const stop = aborted(stopping.asked).then(() => (over ? undefined : askToStop(api, burst, terminal)));
  const show = terminal.live ? drawer(terminal) : teller(terminal);
  let last: BurstStatus | undefined;
  for await (const status of watch(api, burst, stopping.insisted)) {
    last = status;
    show(status);
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
    terminal.say(`${terminal.paint.red('error')} ${error.message}; the burst may still be pouring`);
  }
}

function drawer(terminal: Terminal): (status: BurstStatus) => void {
  return (status) => terminal.draw(progressTable(status, Date.now(), terminal.paint, terminal.width));
}

/** Tells each change of a phase and each second once. How it ended is the report's first word. */
function teller(terminal: Terminal): (status: BurstStatus) => void {
  const told = new Map<string, PhaseStatus>();
  const noticed = new Set<string>();
  let state: string | undefined;
  return (status) => {
    if (state !== status.state && !isFinal(status.state))
      terminal.say(`${status.benchmark}: ${status.state}, burst ${status.id}`);
    state = status.state;
    const nameWidth = Math.max(...status.phases.map((phase) => phase.name.length));
    for (const phase of status.phases) {
      const before = told.get(phase.name);
      told.set(phase.name, phase);
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

function left(burst: string, api: Api, terminal: Terminal): Poured {
  terminal.say(terminal.paint.yellow(`Left burst ${burst} before its end; ${api.url} was asked to stop it.`));
  return { code: exit.stopped, status: { id: burst, benchmark: '', state: 'stopped', phases: [] } };
}

/** A burst that was left in the middle has no result. */
export function codeOf({ state }: Pick<BurstStatus, 'state'>): number {
  return isFinal(state) ? exit[state satisfies FinalState] : exit.incomplete;
}

function isOver(status: BurstStatus | undefined): boolean {
  return status !== undefined && isFinal(status.state);
}
