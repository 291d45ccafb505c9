import { DownpourError } from '../../lib/errors.ts';
import { counted } from '../../lib/words.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Account } from './account/account-calls.ts';
import { firstLine } from './aws-configuration.ts';
import type { Flags } from './flags.ts';
import type { Deployed } from './stage-file.ts';

/** Waits for this many milliseconds. */
export type Pause = (ms: number) => Promise<unknown>;

const everyMs = 10_000;

/** The words of a message about an action, such as a deployment, that running bursts prevent. */
export type Prevented = {
  /** The action that was not done, such as `nothing was changed`. */
  readonly undone: string;
  /** The effect of `--force` on running bursts. */
  readonly forced: string;
  /**
   * The effect of the action on running bursts, for a message when Step Functions does not report whether
   * bursts run. The action is then done.
   */
  readonly unknown: string;
};

export const deployment: Prevented = {
  undone: 'nothing was changed',
  forced: '--force deploys at once: bursts that run keep the code with which they started',
  unknown: 'A burst that runs now keeps the code with which it started.',
};

export const deletion: Prevented = {
  undone: 'nothing was deleted',
  forced:
    '--force deletes the stage at once: its drives may send load for up to 15 minutes more, and the results are lost',
  unknown: 'The drives of a burst that runs now may send load for up to 15 minutes more.',
};

/**
 * Waits until no burst of the stage runs. Without `--wait` a running burst is an error, and with `--force`
 * the command does not wait. A running burst keeps the code with which it started. But after a stop or a
 * failure, its last functions would have the new code, or would be missing after a deletion.
 * @throws DownpourError `BURSTS_RUNNING` (409) without `--wait` and `--force`.
 */
export async function awaitQuiet(
  deployed: Deployed | undefined,
  { wait = false, force = false }: Pick<Flags, 'wait' | 'force'>,
  { account, pause }: { readonly account: Pick<Account, 'countBursts'>; readonly pause: Pause },
  say: Terminal,
  { undone, forced, unknown }: Prevented,
): Promise<void> {
  const { StateMachineArn: machine } = deployed?.outputs ?? {};
  if (machine === undefined || force) return;
  for (let isSaid = false; ; isSaid = true) {
    const running = await account.countBursts(machine);
    if (running instanceof Error)
      return say.say(
        `Step Functions does not report whether bursts are running (${firstLine(running)}). ${unknown}`,
      );
    if (running === 0) return;
    if (!wait)
      throw new DownpourError(
        'BURSTS_RUNNING',
        409,
        `${counted(running, 'burst')} of this stage ${running === 1 ? 'runs' : 'run'}, so ${undone}; stop each burst with \`downpour stop BURST\`, or add --wait to wait for the end; ${forced}`,
      );
    if (!isSaid)
      say.say(`Waiting for the end of ${counted(running, 'burst')}. To stop a burst: downpour stop BURST`);
    await pause(everyMs);
  }
}
