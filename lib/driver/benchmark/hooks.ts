import { defineBody, parseBody } from '../declaration/body.ts';
import { entriesSchema } from '../declaration/entries.ts';
import { required } from '../declaration/field.ts';
import { line } from '../declaration/scalars.ts';
import { define, referTo } from '../declaration/schema.ts';
import type { Finding, Path } from '../document/problem.ts';
import type { Hook, Hooks } from '../model/benchmark.ts';
import { inParts } from './read-members.ts';
import type { Checking } from './valid-part.ts';

/** A hook is a command, or a mapping that contains a command. */
const shape = {
  name: 'a hook',
  fields: { exec: required(line('Command line.', './seed-database.sh')) },
  short: { member: 'exec', title: 'a command, or a mapping with exec', words: 'the command line.' },
} as const;

const definition = define(
  'hooks',
  entriesSchema({
    title: 'a mapping of names to commands',
    description: 'Commands by name. They run in the alphabetical order of their names.',
    value: referTo(defineBody('hook', 'One command before or after the run.', shape)),
  }),
);

/** A member with hooks (commands around a run). The commands run in the order of their names. */
export const hooks = (description: string, example: unknown) =>
  inParts(referTo(definition, description, example), readHooks);

function readHooks(path: Path, checking: Checking): readonly Hook[] {
  const { document, findings } = checking;
  const read = new Map<string, Hook>();
  for (const [name, at] of document.members(path)) {
    const body = document.read(at);
    const command = body === undefined ? undefined : parseBody(shape, body, at, checking)?.exec;
    if (read.has(name))
      findings.error(at, `hook '${name}' is defined twice`, 'rename or remove one of the two');
    else if (command?.trim() === '')
      findings.error(
        at,
        `hook '${name}' has no command`,
        `write a command line, such as '${name}: ./prepare.sh'`,
      );
    else if (command !== undefined) read.set(name, { name, command });
  }
  return [...read.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The error of the API when a document has hooks (commands around a run). The API must not run commands.
 * Without them, the run would differ from the document.
 */
export const forbiddenHooks = (hooks: Hooks | undefined): readonly Finding[] =>
  (['pre', 'post'] as const)
    .filter((key) => (hooks?.[key].length ?? 0) > 0)
    .map((key) => ({
      severity: 'error',
      path: [key],
      message: `the commands of '${key}' run only on the machine of the user who submits the document, not in the API`,
      hint: "submit the document with 'downpour run --allow-hooks', or remove the commands and run them yourself",
    }));
