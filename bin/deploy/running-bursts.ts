import { DownpourError } from '../../lib/errors.ts';
import { counted } from '../../lib/words.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Account } from './account/account.ts';
import { firstLine } from './configuration.ts';
import type { Flags } from './flags.ts';
import type { Deployed } from './stage-file.ts';

/** Waits for this many milliseconds. */
export type Pause = (ms: number) => Promise<unknown>;

const everyMs = 10_000;

/**
 * Waits until no burst of the stage runs. Without `--wait` it rejects the deployment, and with `--force` it
 * does not wait. A running burst keeps the code of its start. After a stop or a failure, however, its end
 * would run the new code.
 * @throws DownpourError `BURSTS_RUNNING` (409) without `--wait` and `--force`.
 */
export async function awaitQuiet(
  deployed: Deployed | undefined,
  { wait = false, force = false }: Flags,
  { account, pause }: { readonly account: Pick<Account, 'countBursts'>; readonly pause: Pause },
  say: Terminal,
): Promise<void> {
  const { StateMachineArn: machine } = deployed?.outputs ?? {};
  if (machine === undefined || force) return;
  for (let isSaid = false; ; isSaid = true) {
    const running = await account.countBursts(machine);
    if (running instanceof Error)
      return say.say(
        `Step Functions does not report whether bursts run (${firstLine(running)}). A burst that runs now keeps the code with which it started.`,
      );
    if (running === 0) return;
    if (!wait)
      throw new DownpourError(
        'BURSTS_RUNNING',
        409,
        `${counted(running, 'burst')} of this stage ${running === 1 ? 'runs' : 'run'}, so nothing was changed; --wait waits for the end, --force deploys at once: bursts that run keep the code with which they started`,
      );
    if (!isSaid)
      say.say(`Waits for the end of ${counted(running, 'burst')}. To stop one: downpour stop BURST`);
    await pause(everyMs);
  }
}
