import type { Command } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import { runningServe } from '../api/serving.ts';
import { dataOption, type OpenCloud, openCloud, orFault } from '../api/with-api.ts';
import { type Context, defaultDataDir, usualPorts } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { quoted, typedCommand } from '../cli/typed-command.ts';
import { wholeNumber } from '../document/read-document.ts';
import { aborted, interrupts } from '../terminal/interrupts.ts';

type ServeOptions = {
  readonly port: number;
  readonly data?: string;
  readonly service?: string;
  readonly cors?: string;
  readonly anonymous?: boolean;
  readonly json?: boolean;
};

export function addServe(program: Command, context: Context): void {
  program
    .command('serve')
    .summary('keep the API up on this machine')
    .description('Keep the API up on this machine until Ctrl-C.')
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one', wholeNumber(0, 65_535), usualPorts.api)
    .addOption(dataOption())
    .option(
      '--service <name>',
      'name in the header X-<name>-API-Key (default: DOWNPOUR_SERVICE, else Downpour)',
    )
    .option('--cors <origins>', 'pages that may call the API: origins, none, or * (every page may read)', '*')
    .option('--anonymous', 'callers without a key may read what is PUBLIC (default: DOWNPOUR_ANONYMOUS=true)')
    .option('--json', 'print {"url", "apiKey"} as the first line')
    .addHelpText('after', help)
    .action(async (options: ServeOptions) => context.finish(await serve(options, context)));
}

const help = `
It carries on schedules: a time that comes while it is down is told at the next start, and not
caught up on.

Commands started beside it use it while it is up. The first administrator key is
made at the first start and stays in the data folder, readable by you alone.

Examples:
  $ downpour serve
  $ downpour serve --port 0 --json --data /tmp/runs
  $ downpour serve --service Horreum --port 8080    # for clients that send X-Horreum-API-Key
  $ downpour serve --cors https://reports.example.com`;

async function serve(options: ServeOptions, { out, err, environment }: Context): Promise<number> {
  const dataDir = options.data ?? defaultDataDir;
  const service = serviceOf(options, environment);
  await refuseServed(dataDir);
  using stopping = interrupts();
  await using cloud = await openCloud({
    ...{ dataDir, port: options.port, lasting: true },
    ...{ service, corsOrigins: options.cors, anonymous: options.anonymous },
  });
  if (options.json) out.say(JSON.stringify({ url: cloud.url, apiKey: cloud.apiKey }));
  else out.say(`Downpour is up: ${out.paint.bold(cloud.url)}`, ...tryMore(cloud, options.data, environment));
  for (const { name, times, last } of cloud.missed)
    err.say(
      `${err.paint.yellow('warning')} Schedule ${name} missed ${times === 1 ? 'a time' : `${times} times`} while nobody served, the last at ${new Date(last).toISOString()}.`,
    );
  await orFault(aborted(stopping.asked), cloud.fault);
  if (!options.json) out.say('Closing.');
  return exit.passed;
}

/** @throws DownpourError `SERVICE_INVALID` (400) for what can be no part of a header's name. */
function serviceOf({ service }: ServeOptions, environment: NodeJS.ProcessEnv): string | undefined {
  const name = service ?? (environment.DOWNPOUR_SERVICE || undefined);
  if (name === undefined || /^[A-Za-z][A-Za-z0-9-]*$/.test(name)) return name;
  const [found, expected] = [`'${name}' is no name of a service`, 'letters, digits and hyphens'];
  throw new DownpourError('SERVICE_INVALID', 400, `${found}: expected ${expected}, beginning with a letter`);
}

/** Two clouds over one folder would damage it. */
export async function refuseServed(dataDir: string): Promise<void> {
  const serving = await runningServe(dataDir, true);
  if (serving === undefined) return;
  const message = `${dataDir} is served already: ${serving.url}, process ${serving.pid}`;
  throw new DownpourError('DATA_IN_USE', 409, message);
}

/** Commands to try next. */
function tryMore(
  { url, adminKeyFile, service }: OpenCloud,
  data: string | undefined,
  environment: NodeJS.ProcessEnv,
): string[] {
  const over = data === undefined ? '' : ` --data ${quoted(data)}`;
  const call = typedCommand(environment);
  return [
    `Administrator key: ${adminKeyFile}`,
    '',
    `  ${call} run FILE${over}`,
    `  ${call} query last '$.info'${over}`,
    `  curl -H "X-${service}-API-Key: $(cat ${quoted(adminKeyFile)})" ${url}/api/run/list`,
    '',
    'Ctrl-C ends it.',
  ];
}
