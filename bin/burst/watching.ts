import type { BurstStatus, PhaseStatus } from '../../lib/api.generated.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { isFinal } from './follow.ts';
import { noticesOf, phaseNews, progressLine, progressTable } from './progress.ts';

/** Is shown what a burst looks like, again and again. */
export type Watcher = (status: BurstStatus) => void;

/** Draws in one place where that is possible, else prints what is new. */
export function watcherOn(terminal: Terminal): Watcher {
  return terminal.live ? drawer(terminal) : logger(terminal);
}

function drawer(terminal: Terminal): Watcher {
  return (status) => terminal.draw(progressTable(status, Date.now(), terminal.paint, terminal.width));
}

/** Prints each change of a phase and each second once. How the burst ended is the first word of its report. */
function logger(terminal: Terminal): Watcher {
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
