import type { Command } from 'commander';

/** The kind of values that a shell offers: files, no values, or these texts. */
export type Values = 'files' | 'none' | readonly string[];

/** A word that a shell offers, with its explanation. */
export type Word = { readonly text: string; readonly help: string };

export type OptionWords = {
  /** All spellings of an option, such as `-o` and `--output`. */
  readonly spellings: readonly string[];
  readonly help: string;
  /** The values of an option. Absent: the option takes no value. */
  readonly values?: Values;
};

/** The words that a shell offers after one command. */
export type CommandWords = {
  /** The names from the program down to the command, such as `key create`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Word[];
  readonly options: readonly OptionWords[];
  readonly values: Values;
};

/** The words of a command and of all commands below it. Hidden commands are left out. */
export function commandWords(command: Command, path = ''): readonly CommandWords[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const own: CommandWords = {
    path,
    commands: below.map((each) => ({ text: each.name(), help: each.summary() || each.description() })),
    options: help.visibleOptions(command).map((option) => ({
      spellings: [option.short, option.long].filter((spelling) => spelling !== undefined),
      help: option.description,
      ...((option.required || option.optional) && { values: valuesOf(option.flags, option.argChoices) }),
    })),
    values: valuesOfAll(command),
  };
  const deeper = below.filter((each) => each.name() !== 'help');
  return [own, ...deeper.flatMap((each) => commandWords(each, `${path} ${each.name()}`.trim()))];
}

/**
 * The possible values of all arguments of a command. The scripts do not count arguments, so they offer all
 * values for each.
 */
function valuesOfAll({ registeredArguments }: Command): Values {
  const all = registeredArguments.map((each) => valuesOf(each.name(), each.argChoices));
  const choices = all.flatMap((values) => (typeof values === 'string' ? [] : values));
  if (choices.length > 0) return choices;
  return all.includes('files') ? 'files' : 'none';
}

/** Matches names of values that are paths. A run may also be a file. */
const paths = /\b(file|out|output|dir|path|runs?)\b/;

function valuesOf(name: string, choices: readonly string[] | undefined): Values {
  const value = /<([^>]+)>/.exec(name)?.[1] ?? name;
  return choices ?? (paths.test(value) ? 'files' : 'none');
}
