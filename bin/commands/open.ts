import { resolve } from 'node:path';
import type { Command } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import { addressOf } from '../../lib/web/addresses/table.ts';
import { pagesUrl, signInAddress } from '../api/page-address.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import { type Context, defaultDataDir } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { typedCommand } from '../cli/shell-command.ts';
import { runNumber } from '../query/run-number.ts';
import { openBrowser } from '../terminal/browser.ts';

type OpenOptions = { readonly print?: boolean; readonly data?: string };

export function addOpen(program: Command, context: Context): void {
  program
    .command('open')
    .summary('open the pages in a browser')
    .description('Open a run, a burst or the first page in a browser, and print its address.')
    .argument('[run]', 'number of a run, `last`, or id of a burst (default: the first page)')
    .option('-p, --print', 'print the address only')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (name: string | undefined, options: OpenOptions) =>
      context.finish(await open(name, options, context)),
    );
}

const help = `
The pages are those of DOWNPOUR_URL, or of a \`downpour serve\` on this machine. On this machine the
browser is signed in by a code that works once, within two minutes. The browser may read, upload and
drive, but not manage users. The printed address has no code, unless no program can open it and you
read it in a terminal. The variable BROWSER names another program that opens addresses.

Examples:
  $ downpour open
  $ downpour open last
  $ downpour open 12
  $ downpour open last --print

Exit codes: 0 opened or printed, 2 unknown run, 3 no API.`;

async function open(
  name: string | undefined,
  { print, data }: OpenOptions,
  context: Context,
): Promise<number> {
  const { out, err, environment } = context;
  const url = await pagesUrl({ data }, context);
  if (url === undefined) throw notUp(data ?? defaultDataDir, environment);
  const isLocal = data !== undefined || !environment.DOWNPOUR_URL;
  const { path, code } = await withApi({ data }, context, async (api) => ({
    path: await pathOf(name, (run) => runNumber(api, run)),
    code: print || !isLocal ? undefined : await api.onceCode(),
  }));
  const address = url + path;
  out.say(out.paint.link(address));
  if (print) return exit.passed;
  const signIn = code === undefined ? address : signInAddress(url, path, code);
  if (await openBrowser(signIn, environment)) return exit.passed;
  err.say(
    err.paint.dim(
      'Downpour found no program on this machine that opens a browser. Open this address in a browser yourself.',
    ),
  );
  if (code !== undefined && err.live) {
    err.say(err.paint.dim('This address also signs the browser in. It works once, for two minutes:'));
    err.say(err.paint.link(signIn));
  }
  return exit.passed;
}

async function pathOf(name: string | undefined, numberOf: (run: string) => Promise<number>): Promise<string> {
  if (name === undefined) return addressOf('now');
  if (/^b-[A-Za-z0-9_-]+$/.test(name)) return addressOf('burst', { id: name });
  return addressOf('run', { id: await numberOf(name) });
}

function notUp(folder: string, environment: NodeJS.ProcessEnv): DownpourError {
  const message = `no Downpour server uses the data folder ${resolve(folder)}: go to the folder of the server, start one with \`${typedCommand(environment)} serve\` in another terminal, or set DOWNPOUR_URL to the address of a server`;
  return new DownpourError('API_UNREACHABLE', 503, message);
}
