import { Signs } from '../terminal/signs.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The surroundings of a command. */
export type Context = {
  /** Answers: what a script would read. */
  readonly out: Terminal;
  /** Progress, warnings and refusals. */
  readonly err: Terminal;
  readonly environment: NodeJS.ProcessEnv;
  /** Keeps the exit code for the end; the last command's word counts. */
  readonly finish: (code: number) => void;
};

/** Shows that the local cloud starts, which takes a moment. */
export function gettingReady(terminal: Terminal): Signs {
  const signs = new Signs(terminal);
  signs.say('Getting ready');
  return signs;
}

/** Shows what takes longer in a clone whose sources are new. */
export const showBuild = (signs: Signs): void =>
  signs.say('Getting ready: building the functions, once for these sources');

export const defaultDataDir = '.downpour';

/** Ports on this machine that `serve` and `npm start` open first. */
export const usualPorts = { api: 8090, shop: 8080 } as const;
