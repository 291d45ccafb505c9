import { type Command, Option } from 'commander';
import type { Reachable } from '../../lib/driver/http/preflight/preflight.ts';
import type { Target } from '../../lib/driver/model/benchmark.ts';
import { DownpourError } from '../../lib/errors.ts';
import { environment } from '../../lib/names/environment.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';

type ProveOptions = { readonly deployment?: string; readonly json?: boolean };

export function addTarget(program: Command, context: Context): void {
  const target = program
    .command('target')
    .summary('prove that you may send load to a host')
    .description(
      'Prove that you may send load to a host. A deployment with the option `ownership` asks for this proof.',
    )
    .addHelpText('after', examples);
  target
    .command('prove')
    .description(
      'Prove that you may send load to a host: print the token that the host must show, and check whether it does.',
    )
    .argument('<url>', 'the target as in the document; without a scheme, https is used')
    .addOption(
      new Option(
        '--deployment <name>',
        `value of the option ownership of the deployment (default: ${environment.ownership})`,
      ),
    )
    .option('--json', 'print one object: host, token, places, proven, found')
    .addHelpText('after', `${examples}\n\nExit codes: 0 proven, 1 not proven, 2 wrong usage.`)
    .action(async (url: string, options: ProveOptions) => context.finish(await prove(url, options, context)));
}

const examples = `
Examples:
  $ downpour target prove https://shop.example.com --deployment load.example.com
  $ downpour target prove shop.example.com:8443 --deployment load.example.com --json`;

async function prove(text: string, options: ProveOptions, context: Context): Promise<number> {
  const name = options.deployment ?? context.environment[environment.ownership];
  if (!name)
    throw new DownpourError(
      'DEPLOYMENT_UNNAMED',
      400,
      'The name of the deployment is missing: add --deployment NAME. NAME is the value of the option `ownership` of the deployment.',
    );
  const target = targetOf(text);
  const { placesOf, proofToken, unproven } = await import('../../lib/driver/http/preflight/ownership.ts');
  const { resolveTxt } = await import('node:dns/promises');
  const { host } = target;
  const token = proofToken(name, host);
  const places = placesOf(target);
  const missing = await unproven(name, target, { clock: { after, soon: setImmediate }, resolveTxt });
  const proven = missing === undefined;
  const code = proven ? exit.passed : exit.failed;
  context.finish(code);
  const { out, err } = context;
  if (options.json)
    out.print(JSON.stringify({ host, token, places, proven, ...(proven ? {} : { found: missing }) }));
  else {
    out.say(token);
    err.say(proven ? `${host} has the token, so ${name} may send load to this host.` : `${missing}.`);
  }
  return code;
}

function after(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

function targetOf(text: string): Reachable {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null || url.hostname === '')
    throw new DownpourError(
      'TARGET_INVALID',
      400,
      `${text} is not a target; write https://host or https://host:port`,
    );
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  const port = url.port === '' ? (protocol === 'http' ? 80 : 443) : Number(url.port);
  const http: Target = {
    key: url.origin,
    protocol,
    host: url.hostname,
    port,
    authority: url.host,
    isDefault: true,
    addresses: [],
    connectionStrategy: 'ALWAYS_NEW',
    pipeliningLimit: 1,
    connections: { core: 1, max: 1, buffer: 0, keepAliveMs: 0 },
  };
  return { protocol, host: http.host, port, addresses: [], http };
}
