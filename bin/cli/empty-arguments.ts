import type { Command } from 'commander';
import { missingValue } from './misplaced.ts';

/**
 * Refuses empty arguments, names of files and values of required options, which come from a variable of the
 * shell without a value. Refuses an option in the place of a value.
 */
export function refuseEmpty(command: Command): void {
  const empty = [
    ...command.registeredArguments
      .filter((argument, at) =>
        (argument.variadic ? command.args.slice(at) : [command.args[at]]).includes(''),
      )
      .map((argument) => `argument '${argument.name()}'`),
    ...command.options
      .filter(({ flags, mandatory }) => mandatory || /<(dir|file|out|path)>$/.test(flags))
      .filter((option) => command.getOptionValue(option.attributeName()) === '')
      .map(({ flags }) => `value of the option '${flags}'`),
  ];
  if (empty[0] !== undefined)
    command.error(`error: the ${empty[0]} is empty. A variable of the shell may have no value.`);
  const missing = missingValue(command);
  if (missing !== undefined) command.error(`error: the ${missing}`);
}
