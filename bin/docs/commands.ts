import type { Argument, Command, Option } from 'commander';
import type { Context } from '../cli/context.ts';
import { exit, exitCodesHelp } from '../cli/exit-code.ts';
import { code, fenced, table } from '../generate/markdown.ts';
import { buildProgram } from '../program.ts';
import { Terminal } from '../terminal/terminal.ts';
import { filledPage } from './blocks.ts';

/** The page docs/commands.md. */
export function commandsPage(): string {
  const program = buildProgram(nowhere());
  return filledPage('commands.md', {
    commands: table(
      ['command', 'effect'],
      leaves(program).map((command) => [
        `[${code(nameOf(command))}](#${anchorOf(command)})`,
        command.summary() || command.description(),
      ]),
    ),
    sections: leaves(program)
      .flatMap(section)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('\n\n'),
  });
}

/** The page docs/exit-codes.md. */
export const exitCodesPage = (): string =>
  filledPage('exit-codes.md', {
    codes: table(
      ['code', 'meaning'],
      Object.values(exit).map((value) => [code(String(value)), meaningOf(value)]),
    ),
  });

/** The meaning of an exit code, in the words of `--help`. */
const meaningOf = (value: number): string =>
  new RegExp(`^ *${value} +(.+)$`, 'm').exec(exitCodesHelp)?.[1] ?? '';

/** The commands that do work. A command such as `key` only contains other commands. */
const leaves = (command: Command): readonly Command[] =>
  command.commands.flatMap((each) => (each.commands.length === 0 ? [each] : leaves(each)));

const nameOf = (command: Command): string =>
  command.parent?.parent === null || command.parent === null
    ? command.name()
    : `${nameOf(command.parent)} ${command.name()}`;

const anchorOf = (command: Command): string => nameOf(command).replaceAll(' ', '-');

function section(command: Command): readonly string[] {
  const { notes, examples } = helpOf(command);
  return [
    `## ${nameOf(command)}`,
    command.description(),
    fenced('text', `downpour ${nameOf(command)} ${command.usage()}`),
    command.registeredArguments.length === 0
      ? ''
      : table(['argument', 'meaning'], command.registeredArguments.map(argumentRow)),
    command.options.length === 0
      ? ''
      : table(['option', 'default', 'effect'], command.options.map(optionRow)),
    notes,
    examples.length === 0 ? '' : fenced('sh', examples.join('\n')),
  ];
}

const argumentRow = (argument: Argument): readonly string[] => [
  code(argument.required ? `<${argument.name()}>` : `[${argument.name()}]`),
  argument.description,
];

function optionRow(option: Option): readonly string[] {
  const choices = option.argChoices === undefined ? '' : `: ${option.argChoices.map(code).join(', ')}`;
  return [
    code(option.flags),
    defaultOf(option),
    option.description + choices + (option.mandatory ? ' (required)' : ''),
  ];
}

/** The default of an option. Commander begins a list with an empty value, which means nothing to a reader. */
function defaultOf({ defaultValue, defaultValueDescription }: Option): string {
  if (defaultValueDescription !== undefined) return defaultValueDescription;
  return defaultValue === undefined || typeof defaultValue === 'object' ? '' : code(String(defaultValue));
}

/** The end of `--help`: notes, and examples that work in a clone. */
function helpOf(command: Command): { readonly notes: string; readonly examples: readonly string[] } {
  const own = behindHelp(command);
  const group = command.parent?.parent === null ? '' : behindHelp(command.parent ?? command);
  const notes = [(own.split('Examples:')[0] ?? '').trim(), ...own.matchAll(/^Exit codes: (?:.+(?:\n|$))+/gm)];
  // The help of a command group also shows examples of its commands. These examples are added to those of the
  // command.
  const lines = new Set([...`${own}\n${group}`.matchAll(/^ +\$ (.+)$/gm)].map(([, line = '']) => line));
  const typed = new RegExp(`downpour ${nameOf(command)}( |\\)|$)`);
  return {
    notes: notes.map(String).join('\n\n'),
    examples: [...lines]
      .filter((line) => typed.test(line))
      .map((line) => line.replaceAll(/(^|\(|\| )downpour /g, '$1bin/downpour ').replace(remark, '  # $1')),
  };
}

/** Matches the remark after the command of an example. */
const remark = / {3,}\((.+)\)$/;

function behindHelp(command: Command): string {
  const said: string[] = [];
  command.configureOutput({ writeOut: (text) => said.push(text) }).outputHelp();
  return said.join('').replace(command.helpInformation(), '');
}

/** A context without output, because the program only describes itself. */
function nowhere(): Context {
  const terminal = new Terminal(process.stdout, { NO_COLOR: '1' });
  return { out: terminal, err: terminal, environment: {}, finish: () => {}, outlive: () => {} };
}
