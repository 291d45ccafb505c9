import type { Terminal } from '../terminal/terminal.ts';

/** What a command gets to work with. */
export type Context = {
  /** Answers: what a script would read. */
  readonly out: Terminal;
  /** Progress, warnings and refusals. */
  readonly err: Terminal;
  readonly environment: NodeJS.ProcessEnv;
  /** Keeps the exit code for the end; the last command's word counts. */
  readonly finish: (code: number) => void;
};

/** Exit codes, the same for every command; those of a run bear the names of its final states. */
export const exit = {
  passed: 0,
  /** A phase or an SLA failed. */
  failed: 1,
  /** A wrong document, expression or command line, and whatever else the caller can mend. */
  refused: 2,
  /** Infrastructure failed, or the run is incomplete. */
  incomplete: 3,
  /** The generator was not healthy, so nothing can be said of the target. */
  inconclusive: 4,
  /** Stopped by the user, as shells count SIGINT. */
  stopped: 130,
} as const;

export const exitCodesHelp = `
Exit codes:
  0    passed
  1    failed: requests failed, or a limit was broken
  2    wrong document or usage
  3    infrastructure failed, or the run is incomplete
  4    inconclusive: the machine that poured was too busy to judge the target
  130  stopped by the user`;

/** Nobody looks at an empty screen while a cloud starts. */
export function gettingReady(terminal: Terminal): void {
  if (terminal.live) terminal.draw([terminal.paint.dim('Getting ready')]);
  else terminal.say('Getting ready');
}

export const defaultDataDir = '.downpour';
