import type { BurstStatus, PhaseStatus } from '../../lib/api.generated.ts';
import { serverNow } from '../../lib/client/server-clock.ts';
import { isFinal } from '../../lib/driver/model/final-state.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { stageOf } from './idle-stage.ts';
import { progressTable } from './live-table.ts';
import { phaseNews, progressLine, totalLine } from './log-lines.ts';
import { noticesOf } from './visible-phases.ts';

/** A function that is called again and again with the status of a burst. */
export type Watcher = (status: BurstStatus) => void;

/**
 * Returns a watcher that shows the status of a burst. On a terminal it redraws the same lines, and elsewhere
 * it prints what is new. `now` returns epoch milliseconds by the clock of the server, which the instants of a
 * status also follow.
 */
export function watcherOn(terminal: Terminal, now: () => number = serverNow): Watcher {
  return terminal.live ? drawer(terminal, now) : logger(terminal, now);
}

function drawer(terminal: Terminal, now: () => number): Watcher {
  let since: number | undefined;
  return (status) => {
    const { width, height, paint } = terminal;
    since ??= now();
    terminal.draw(progressTable(status, { now: now(), since, width, height }, paint));
  };
}

/**
 * Returns a watcher for logs, which prints each change of a phase and each second once. It does not print the
 * outcome, because the report begins with it.
 */
function logger(terminal: Terminal, now: () => number): Watcher {
  const printed = new Map<string, PhaseStatus>();
  const noticed = new Set<string>();
  const reportStage = stageReporter(terminal, now);
  let summedAt = 0;
  return (status) => {
    reportStage(status);
    const nameWidth = Math.max('total'.length, ...status.phases.map((phase) => phase.name.length));
    let hasNews = false;
    for (const phase of status.phases) {
      const before = printed.get(phase.name);
      printed.set(phase.name, phase);
      const news = phaseNews(before, phase);
      const isNewSecond = phase.live?.second !== before?.live?.second;
      hasNews ||= isNewSecond;
      const lines = [
        isNewSecond ? progressLine(phase, nameWidth) : undefined,
        news === undefined ? undefined : `${phase.name.padEnd(nameWidth)}  ${news}`,
      ];
      if (phase.status === 'RUNNING') lines.reverse();
      terminal.say(...lines.filter((line) => line !== undefined));
    }
    // Phases report at different times within a second. The line with their sum is printed at most once a
    // second.
    const total = hasNews && now() - summedAt >= 900 ? totalLine(status.phases, nameWidth) : undefined;
    if (total !== undefined) {
      terminal.say(total);
      summedAt = now();
    }
    for (const notice of noticesOf(status.phases)) {
      if (!noticed.has(notice)) terminal.say(`${terminal.paint.yellow('! warning')} ${notice}`);
      noticed.add(notice);
    }
  };
}

/**
 * Returns a function that prints the stage of a burst when it changes, then each second, and after ten
 * seconds every ten seconds. A wait that the document demands is printed every ten seconds.
 */
function stageReporter(terminal: Terminal, now: () => number): Watcher {
  let last: { readonly is: string; readonly since: number; readonly at: number } | undefined;
  return (status) => {
    if (isFinal(status.state)) return;
    const stage = stageOf(status, now());
    const is = `${status.state} ${stage?.name}`;
    const at = now();
    const since = last?.is === is ? last.since : at;
    const everyMs = stage?.name === 'waiting' || at - since >= longMs ? longMs : soonMs;
    if (last?.is === is && (stage === undefined || at - last.at < everyMs)) return;
    // The end of a stage is not printed, because the phases report that users send requests again.
    const isBack = last?.is.startsWith(status.state) && stage === undefined;
    last = { is, since, at };
    if (isBack) return;
    const words = stage === undefined ? '' : `: ${stage.words}`;
    terminal.say(`${status.benchmark}: ${status.state}${words}, burst ${status.id}`);
  };
}

/**
 * Milliseconds between two lines about the same stage: `soonMs` at first, and `longMs` when the stage lasts
 * longer than that.
 */
const soonMs = 1_000;
const longMs = 10_000;
