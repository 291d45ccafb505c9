import { type Command, Option } from 'commander';
import { isOption } from '../../lib/cloud/options/read.ts';
import { type OptionName, options, type Option as TableOption } from '../../lib/cloud/options/table.ts';
import { DownpourError } from '../../lib/errors.ts';

/** The flags of a command about a deployment: the options of the table, and the command's own options. */
export type Flags = { readonly [Name in OptionName]?: string } & {
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly bootstrap?: boolean;
  readonly requestQuota?: boolean;
  readonly wait?: boolean;
  readonly force?: boolean;
  readonly forget?: readonly string[];
  readonly replaceUnusedKey?: boolean;
  readonly deployments?: string;
};

export const flagOf = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Adds a flag for each option of the table to a command. */
export function withOptions(command: Command, names = Object.keys(options) as OptionName[]): Command {
  for (const name of names) {
    const { meaning, otherwise, kind }: TableOption = options[name];
    const repeats = kind.isList ? ' Repeatable.' : '';
    const description = `${meaning.replaceAll('`', '')}${repeats} Without it: ${otherwise.replaceAll('`', '')}.`;
    const option = new Option(`${flagOf(name)} <value>`, description);
    command.addOption(kind.isList ? option.argParser(joined) : option);
  }
  return command;
}

/** Joins a repeated option with its earlier values. */
const joined = (value: string, before?: string): string =>
  before === undefined ? value : `${before},${value}`;

/** The options of the table among the flags. */
export function optionsIn(flags: Flags): Record<string, string> {
  return Object.fromEntries(
    Object.entries(flags).filter(
      (entry): entry is [string, string] => isOption(entry[0]) && typeof entry[1] === 'string',
    ),
  );
}

/**
 * The error for a missing option.
 * @returns DownpourError `OPTION_MISSING` (400) with the name of the flag.
 */
export function missing(name: OptionName): DownpourError {
  return new DownpourError(
    'OPTION_MISSING',
    400,
    `${flagOf(name)} is missing: ${options[name].meaning.replaceAll('`', '')} For example: ${flagOf(name)} ${options[name].example}`,
  );
}
