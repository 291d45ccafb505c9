import { Signs } from '../terminal/activity-indicator.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The environment of a command. */
export type Context = {
  /** Standard output: the answer, which a script may read. */
  readonly out: Terminal;
  /** Standard error: progress, warnings and errors. */
  readonly err: Terminal;
  readonly environment: NodeJS.ProcessEnv;
  /** Sets the exit code for the end of the process. The last call wins. */
  readonly finish: (code: number) => void;
  /**
   * Continues from now on even when nothing can be written to the output, for example on a full disk. A
   * service calls this, because its clients matter more than its messages.
   */
  readonly outlive: () => void;
};

/** Shows that a command prepares its run. This may include the start of the local cloud. */
export function gettingReady(terminal: Terminal): Signs {
  const signs = new Signs(terminal);
  signs.say('Preparing the run');
  return signs;
}

/** Shows that the sources of a cloned repository are being built. */
export const showBuild = (signs: Signs): void =>
  signs.say('Getting ready: building the functions, because source files are new or have changed');

export const defaultDataDir = '.downpour';

/**
 * The ports of this machine that `npm start` tries first. The port of the API is also the default of `serve`.
 */
export const usualPorts = { api: 8090, shop: 8080 } as const;
