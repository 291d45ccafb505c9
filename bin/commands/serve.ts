import { type Command, InvalidArgumentError } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import { blockedPort, isBlocked } from '../api/blocked-ports.ts';
import { serviceName } from '../api/check-credentials.ts';
import { connect } from '../api/client.ts';
import { signInAddress } from '../api/page-address.ts';
import { type Certificate, certificateCommand, readCertificate } from '../api/server-certificate.ts';
import { runningServe } from '../api/serving.ts';
import { dataOption, type OpenCloud, openCloud, orFault } from '../api/with-api.ts';
import { type Context, defaultDataDir, gettingReady, showBuild, usualPorts } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { dataWords, quoted, typedCommand } from '../cli/shell-command.ts';
import { wholeNumber } from '../document/read-document.ts';
import { Signs } from '../terminal/activity-indicator.ts';
import { aborted, interrupts } from '../terminal/interrupts.ts';
import type { Terminal } from '../terminal/terminal.ts';

type ServeOptions = {
  readonly port: number;
  readonly data?: string;
  readonly service?: string;
  readonly cors?: string;
  readonly anonymous?: boolean;
  readonly teamStorage?: number;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly json?: boolean;
};

export function addServe(program: Command, context: Context): void {
  program
    .command('serve')
    .summary('run the API on this machine')
    .description('Run the API on this machine until you press Ctrl-C.')
    .option('--port <n>', 'port on 127.0.0.1; 0 means any free port', wholeNumber(0, 65_535), usualPorts.api)
    .addOption(dataOption())
    .option(
      '--service <name>',
      'name in the header X-<name>-API-Key (default: DOWNPOUR_SERVICE, else Downpour)',
    )
    .option(
      '--cors <origins>',
      'web pages that may call the API: a list of origins, none, or * (every page may read)',
      '*',
    )
    .option('--anonymous', 'callers without a key may read PUBLIC data (default: DOWNPOUR_ANONYMOUS=true)')
    .option(
      '--team-storage <GB>',
      'gigabytes of runs that a team may keep (default: DOWNPOUR_TEAM_STORAGE_GB, else no limit)',
      gigabytes,
    )
    .option(
      '--tls-cert <file>',
      'use TLS with this certificate: a PEM file that also has the certificates of its issuers',
    )
    .option('--tls-key <file>', 'PEM file with the private key of the certificate')
    .option('--json', 'print {"url", "publicUrl", "apiKey"} as the first line')
    .addHelpText('after', help)
    .action(async (options: ServeOptions) => context.finish(await serve(options, context)));
}

const help = `
While it is up, schedules start their bursts. The next start lists the times that were missed, and
starts no bursts for them.

Other commands on this machine use it automatically. The first start creates the administrator
key and stores it in the data folder, where only you can read it.

Examples:
  $ downpour serve
  $ downpour serve --port 0 --json --data /tmp/runs
  $ downpour serve --service Horreum --port 8080    # for clients that send X-Horreum-API-Key
  $ downpour serve --cors https://reports.example.com
  $ downpour serve --tls-cert here.crt --tls-key here.key

Clients that refuse plain HTTP need TLS. This command makes a self-signed certificate for it:
  $ ${certificateCommand.join(' \\\n      ')}
Clients must trust here.crt: curl with --cacert, Go with SSL_CERT_FILE, Node with
NODE_EXTRA_CA_CERTS (also downpour itself, when it finds this API by DOWNPOUR_URL). Commands that
use the same data folder need no certificate, because they use another port without TLS, which only
this machine can reach.`;

async function serve(options: ServeOptions, { out, err, environment, outlive }: Context): Promise<number> {
  const dataDir = options.data ?? defaultDataDir;
  const service = serviceName(options.service ?? (environment.DOWNPOUR_SERVICE || undefined));
  if (isBlocked(options.port)) {
    const message = `--port ${options.port}: ${blockedPort(options.port)}: choose another port, such as ${usualPorts.api}`;
    throw new DownpourError('PORT_UNUSABLE', 400, message);
  }
  const tls = await certificateOf(options);
  await refuseServed(dataDir);
  using stopping = interrupts();
  using signs = err.live ? gettingReady(err) : new Signs(err);
  await using cloud = await openCloud({
    dataDir,
    port: options.port,
    tls,
    lasting: true,
    service,
    corsOrigins: options.cors,
    anonymous: options.anonymous,
    teamStorageGB: teamStorageOf(options, environment),
    building: () => showBuild(signs),
  });
  signs.end();
  const url = frontOf(cloud, tls);
  if (options.json) out.print(addressJson(url, cloud, environment));
  else {
    const page = await pageFor(cloud, url, out);
    const up = `Downpour is up: ${out.paint.bold(url)}`;
    out.say(up, ...publicLine(environment), page, ...tryMore(cloud, url, options, environment));
  }
  const warning = err.paint.yellow('warning');
  if (cloud.damage) err.say(`${warning} ${cloud.damage}`);
  if (cloud.missed.length > 0) {
    const { missedLine } = await import('../schedule/schedule-lines.ts');
    for (const missed of cloud.missed) err.say(`${warning} ${missedLine(missed)}`);
  }
  // If the address could not be printed, that error ends the process first. After this, output errors are
  // ignored.
  setImmediate(outlive);
  await orFault(aborted(stopping.stopRequested), cloud.fault);
  if (!options.json) out.say('Closing.');
  return exit.passed;
}

/**
 * Parses a number of gigabytes.
 * @throws InvalidArgumentError unless the text is a number above 0.
 */
function gigabytes(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Expected gigabytes: a number above 0, such as 50 or 0.5.');
}

/**
 * The gigabytes that a team may store, from the option or the environment.
 * @throws DownpourError `TEAM_STORAGE_INVALID` (400) unless the variable is a number above 0.
 */
function teamStorageOf({ teamStorage }: ServeOptions, environment: NodeJS.ProcessEnv): number | undefined {
  const text = environment.DOWNPOUR_TEAM_STORAGE_GB;
  if (teamStorage !== undefined || !text) return teamStorage;
  try {
    return gigabytes(text);
  } catch {
    const message = `DOWNPOUR_TEAM_STORAGE_GB is '${text}': expected gigabytes, a number above 0 such as 50`;
    throw new DownpourError('TEAM_STORAGE_INVALID', 400, message);
  }
}

/**
 * Reads the certificate that the options name.
 * @throws DownpourError `CERTIFICATE_UNUSABLE` (400).
 */
async function certificateOf({ tlsCert, tlsKey }: ServeOptions): Promise<Certificate | undefined> {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  return readCertificate(tlsCert, tlsKey, new Date());
}

/** The URL for clients. It has the name in the certificate, because clients compare the two. */
function frontOf({ url, secureUrl }: OpenCloud, tls: Certificate | undefined): string {
  if (secureUrl === undefined || tls === undefined) return url;
  return secureUrl.replace('127.0.0.1', tls.host);
}

/** Rejects a data folder that a running cloud uses. Two clouds over one folder would damage the data. */
export async function refuseServed(dataDir: string): Promise<void> {
  const serving = await runningServe(dataDir, true);
  if (serving === undefined) return;
  const message = `Another downpour (process ${serving.pid}) serves the data folder ${dataDir} at ${serving.url}: use that address, or name another folder with --data`;
  throw new DownpourError('DATA_IN_USE', 409, message);
}

/** The line with the address that other machines use. */
export const publicLine = ({ DOWNPOUR_PUBLIC_URL: url }: NodeJS.ProcessEnv): readonly string[] =>
  url ? [`Address for other machines: ${url}`] : [];

/** The addresses and the key for programs, without `publicUrl` when other machines have no address. */
export const addressJson = (
  url: string,
  { apiKey }: Pick<OpenCloud, 'apiKey'>,
  { DOWNPOUR_PUBLIC_URL: publicUrl }: NodeJS.ProcessEnv,
): string => JSON.stringify({ url, ...(publicUrl ? { publicUrl } : {}), apiKey });

/**
 * The line with the address of the pages. On a terminal the address signs the browser in once. In a file or a
 * pipe the address has no code, because other people may read it later.
 */
export async function pageFor(cloud: OpenCloud, url: string, out: Terminal): Promise<string> {
  if (!out.live) return `Pages: ${url}/`;
  const code = await connect(cloud).onceCode();
  return `Pages: ${out.paint.link(signInAddress(url, '/', code))} ${out.paint.dim('(works once, for two minutes; `downpour open` later)')}`;
}

/** The lines with commands that a user can try next. */
function tryMore(
  { adminKeyFile, service }: OpenCloud,
  url: string,
  { data, tlsCert }: ServeOptions,
  environment: NodeJS.ProcessEnv,
): string[] {
  const over = dataWords(data);
  const call = typedCommand(environment);
  const trusting = tlsCert === undefined ? '' : `--cacert ${quoted(tlsCert)} `;
  return [
    `Administrator key: ${adminKeyFile}`,
    '',
    `  ${call} run FILE${over}`,
    `  ${call} query last '$.info'${over}`,
    `  curl ${trusting}-H "X-${service}-API-Key: $(cat ${quoted(adminKeyFile)})" ${url}/api/run/list`,
    '',
    'Ctrl-C ends it.',
  ];
}
