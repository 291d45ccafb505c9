import { type Command, Option } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import { Refusal } from '../../lib/import/refusal.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { type Output, writeNew } from '../document/new-document.ts';

export function addInit(program: Command, context: Context): void {
  program
    .command('init')
    .summary('write a first benchmark for an address')
    .description(
      'Write a first benchmark for an address: a document with a low load, explained line by line.',
    )
    .argument(
      '<url>',
      'address to load; if it has no scheme, http is used for this machine and https for others',
    )
    .addOption(outputOption('the host, as in shop-example-com.hf.yaml'))
    .addOption(forceOption())
    .addHelpText('after', help)
    .action(async (url: string, options: Output) => context.finish(await init(url, options, context)));
}

export function outputOption(name: string): Option {
  return new Option('-o, --output <file>', `document to write, - prints it (default: named after ${name})`);
}

export function forceOption(): Option {
  return new Option('--force', 'overwrite an existing document');
}

const help = `
Nothing is sent. The document asks for 2 users per second, for 10 seconds.

Examples:
  $ downpour init https://shop.example.com/products
  $ downpour init 'localhost:8080/search?q=boots' -o search.hf.yaml
  $ downpour init https://shop.example.com -o - | less

Exit codes: 0 written, 2 wrong address, or the file exists.`;

async function init(url: string, options: Output, context: Context): Promise<number> {
  const { draft, address, name } = await drafted(url);
  if (address.guessed) {
    const why =
      address.scheme === 'http' ? 'servers on this machine usually have no TLS' : 'most servers have TLS';
    context.err.say(
      `The address has no scheme, so Downpour uses ${address.origin} (${why}); write http:// or https:// to choose`,
    );
  }
  await writeNew({ draft, name, from: `for ${address.origin}, made by downpour init` }, options, context);
  return exit.passed;
}

async function drafted(url: string) {
  const { draftFor } = await import('../../lib/import/init.ts');
  try {
    return draftFor(url);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new DownpourError('SOURCE_REFUSED', 400, error.message, { cause: error });
  }
}
