import type { Command } from 'commander';
import type { BurstStatus } from '../../lib/api.generated.ts';
import { isFinal } from '../../lib/driver/model/final-state.ts';
import { DownpourError } from '../../lib/errors.ts';
import { span } from '../../lib/report/units.ts';
import { counted } from '../../lib/words.ts';
import { isKeyRefused } from '../api/calls/stopper.ts';
import type { Api } from '../api/client.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import { follow } from '../burst/follow.ts';
import { burstOf } from '../burst/newest-burst.ts';
import { requestStop, stillRunning } from '../burst/request-stop.ts';
import { lookTwice } from '../burst/retry-after-exit.ts';
import type { Context } from '../cli/context.ts';
import { exit, exitCodesHelp } from '../cli/exit-code.ts';
import { aborted, interrupts } from '../terminal/interrupts.ts';

type StopOptions = { readonly json?: boolean; readonly data?: string; readonly token?: string };

export function addStop(program: Command, context: Context): void {
  program
    .command('stop')
    .summary('stop a burst')
    .description('Stop a burst, and wait until its load has ended and its run is stored.')
    .argument(
      '<burst>',
      'id of the burst, such as b-20261120-053633-k3f9, or "last" for the newest running burst',
    )
    .option(
      '--token <token>',
      'stop token of the burst: with it, the burst stops without an API key and without Lambda functions',
    )
    .option('--json', 'print {"burst", "state", "runId", "tookMs"}')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (burst: string, options: StopOptions) =>
      context.finish(await stop(burst, options, context)),
    );
}

const help = `
The command repeats its request until the API confirms it. The exit code is 0 when the load has
stopped, or when the burst had ended before. It is 2 when the burst does not exist, and 3 when the
API does not answer. In that case the command reports how long the load continues. Ctrl-C ends the
command without waiting for the end.

Examples:
  $ downpour stop last
  $ downpour stop b-20261120-053633-k3f9
  $ downpour stop b-20261120-053633-k3f9 --json | jq .runId
${exitCodesHelp}`;

async function stop(named: string, options: StopOptions, context: Context): Promise<number> {
  const { out, err } = context;
  using stopping = interrupts();
  let requested: { readonly burst: string; readonly at: number } | undefined;
  const look = (silenceMs?: number) =>
    withApi({ data: options.data }, context, async (api) => {
      const burst = requested?.burst ?? (await burstOf(api, named));
      if (options.token !== undefined) api.useStopToken(burst, options.token);
      const before = await stateOf(api, burst, options.token !== undefined);
      if (before !== undefined && isFinal(before.state)) {
        if (requested !== undefined)
          return report(before, performance.now() - requested.at, options, context, endOf(before));
        return report(before, 0, options, context, `had already ended as ${before.state}`);
      }
      const at = performance.now();
      const say = (line: string): void => err.say(err.paint.yellow(line));
      const stopError = await Promise.race([
        requestStop(api, burst, { say }),
        aborted(stopping.stopRequested).then(() => left),
      ]);
      if (stopError !== undefined) {
        if (stopError.status < 500) throw stopError;
        err.say(`${err.paint.red('error')} ${stopError.message}`, ...stillRunning(api, burst, undefined));
        return exit.incomplete;
      }
      if (!options.json && requested === undefined) out.say(`Requested the stop of burst ${burst}.`);
      requested ??= { burst, at };
      const waiting = silenceMs === undefined ? {} : { silenceMs };
      let last = before;
      try {
        for await (const status of follow(api, burst, stopping.stopRequested, waiting)) last = status;
      } catch (error) {
        if (options.token === undefined || !isKeyRefused(error)) throw error;
        const tookMs = Math.round(performance.now() - requested.at);
        if (options.json) out.print(JSON.stringify({ burst, tookMs }));
        err.say('The API accepted the stop. Without a valid API key this command cannot see the end.');
        return exit.passed;
      }
      if (last === undefined || !isFinal(last.state)) return exit.stopped;
      return report(last, performance.now() - requested.at, options, context, endOf(last));
    });
  return lookTwice(options.data, context, look, () => requested !== undefined);
}

const endOf = ({ state }: BurstStatus): string =>
  state === 'stopped' ? 'has stopped' : `has ended as ${state}`;

const left = new DownpourError(
  'STOP_LEFT',
  503,
  'the command was interrupted before the API accepted the stop, so the burst may still run: stop it again',
);

/**
 * Reads the state of a burst. Undefined when the API cannot report it now, or not to a user without a key.
 * The API may still accept a stop.
 */
async function stateOf(api: Api, burst: string, hasToken: boolean): Promise<BurstStatus | undefined> {
  try {
    return await api.burst(burst);
  } catch (error) {
    if (error instanceof DownpourError && error.status >= 500) return undefined;
    if (hasToken && isKeyRefused(error)) return undefined;
    throw error;
  }
}

function report(
  { id, state, runId, phases, reason }: BurstStatus,
  tookMs: number,
  { json }: StopOptions,
  { out }: Context,
  what: string,
): number {
  if (json) {
    out.print(JSON.stringify({ burst: id, state, runId, reason, tookMs: Math.round(tookMs) }));
    return exit.passed;
  }
  const requests = phases.reduce((sum, { totals }) => sum + totals.requests, 0);
  const kept = runId === undefined ? 'no run of it was stored' : `run ${runId} has its measurements`;
  const took = tookMs > 0 ? ` The stop took ${span(tookMs)}.` : '';
  out.say(`Burst ${id} ${what}: ${counted(requests, 'request')}, ${kept}.${took}`);
  return exit.passed;
}
