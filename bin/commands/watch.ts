import type { Command } from 'commander';
import { dataOption, withApi } from '../api/with-api.ts';
import { burstOf } from '../burst/newest-burst.ts';
import { lookTwice } from '../burst/retry-after-exit.ts';
import { watchBurst } from '../burst/watch-burst.ts';
import type { Context } from '../cli/context.ts';
import { exit, exitCodesHelp } from '../cli/exit-code.ts';
import { interrupts } from '../terminal/interrupts.ts';

type WatchOptions = { readonly json?: boolean; readonly quiet?: boolean; readonly data?: string };

export function addWatch(program: Command, context: Context): void {
  program
    .command('watch')
    .summary('follow a running burst')
    .description('Follow a burst of any user until it ends, and show its report.')
    .argument('[burst]', 'id of the burst (default: "last", the newest running burst)')
    .option('--json', 'print the status of the burst once, as JSON of the API, and end')
    .option('-q, --quiet', 'print the verdict and errors only')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (burst: string | undefined, options: WatchOptions) =>
      context.finish(await watch(burst ?? 'last', options, context)),
    );
}

const help = `
Ctrl-C ends only the watching: the burst goes on. \`downpour bursts\` lists all bursts.

Examples:
  $ downpour watch
  $ downpour watch b-20261122-120000-x7k2
  $ downpour watch b-20261122-120000-x7k2 --json | jq '.phases[] | {name, status}'
${exitCodesHelp}`;

async function watch(named: string, { json, quiet, data }: WatchOptions, context: Context): Promise<number> {
  let burst = named === 'last' ? undefined : named;
  const look = (silenceMs?: number) =>
    withApi({ data }, context, async (api) => {
      burst ??= await burstOf(api, named);
      if (json) {
        context.out.print(JSON.stringify(await api.burst(burst), null, 2));
        return exit.passed;
      }
      using leaving = interrupts();
      const how = { quiet, ...(silenceMs === undefined ? {} : { silenceMs }) };
      return (await watchBurst(api, burst, context.out, leaving.stopRequested, how)).code;
    });
  return lookTwice(data, context, look, () => burst !== undefined);
}
