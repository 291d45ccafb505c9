import { type Command, InvalidArgumentError, Option } from 'commander';
import type { NewUser, TeamRole, UserData } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { teamRoles } from '../../lib/results/access.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { readText } from '../files/read-file.ts';
import { table } from '../terminal/table.ts';
import { teamName } from './team.ts';

type Options = { readonly json?: boolean; readonly data?: string };
type AddOptions = Options & {
  readonly team?: string;
  readonly role?: readonly TeamRole[];
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly passwordFile?: string;
};

export function addUser(program: Command, context: Context): void {
  const user = program
    .command('user')
    .summary('add, list and remove users')
    .description('Add, list and remove users, for administrators and managers of teams.')
    .addHelpText('after', help);
  user
    .command('add')
    .description('Make a user. A user without a password can use only API keys.')
    .argument('<name>', 'name of the user', userName)
    .option('--team <name>', 'a team that the user belongs to', teamName)
    .addOption(new Option('--role <names...>', 'roles in the team').choices(teamRoles))
    .option('--first-name <text>', 'first name')
    .option('--last-name <text>', 'last name')
    .option('--email <address>', 'address')
    .option('--password-file <file>', 'a file with the password; - reads standard input')
    .addOption(dataOption())
    .addHelpText('after', exampleOf('downpour user add ci'))
    .action(async (name: string, options: AddOptions) => context.finish(await add(name, options, context)));
  user
    .command('list')
    .description('List users, or find some by a part of a name or address.')
    .argument('[text]', 'part of a name or address', '')
    .option('--admins', 'administrators alone')
    .option('--json', 'print the JSON answer of the API')
    .addOption(dataOption())
    .addHelpText('after', exampleOf('downpour user list ada'))
    .action(async (text: string, options: Options & { readonly admins?: boolean }) =>
      context.finish(await list(text, options, context)),
    );
  user
    .command('password')
    .description('Give a user another password, which is read from a file or from standard input.')
    .argument('<name>', 'name of the user')
    .argument('[file]', 'a file with the password; - reads standard input', '-')
    .addOption(dataOption())
    .addHelpText('after', exampleOf('downpour user password ada < password.txt'))
    .action(async (name: string, file: string, options: Options) => {
      const password = await passwordIn(file);
      await withApi({ data: options.data, keeps: true }, context, (api) => api.setPassword(name, password));
      context.out.say(`${name} has a new password.`);
      context.finish(exit.passed);
    });
  user
    .command('remove')
    .description('Remove a user and revoke all of its keys. Runs and tests of the user stay.')
    .argument('<name>', 'name of the user')
    .addOption(dataOption())
    .addHelpText('after', exampleOf('downpour user remove ada'))
    .action(async (name: string, options: Options) => {
      await withApi({ data: options.data }, context, (api) => api.removeUser(name));
      context.out.say(`${name} is removed, and its keys are revoked.`);
      context.finish(exit.passed);
    });
}

const help = `
Examples:
  $ downpour user add ada --email ada@example.com --team dev-team --role viewer tester
  $ downpour user list
  $ downpour user remove ada`;

const exampleOf = (line: string): string => `\nExamples:\n  $ ${line}`;

/** Rejects what is probably the name of a person. The API checks the other rules. */
function userName(text: string): string {
  if (!/[^\w.-]/.test(text)) return text;
  throw new InvalidArgumentError(
    'The name of a user has only letters from a to z, digits, dots, hyphens and underscores; --first-name and --last-name take any name.',
  );
}

async function add(username: string, options: AddOptions, context: Context): Promise<number> {
  const { team, role, firstName, lastName, email, passwordFile, data } = options;
  if (role !== undefined && team === undefined)
    throw new DownpourError(
      'USAGE',
      400,
      '--role needs --team: name the team in which the user has the roles',
    );
  const password = passwordFile === undefined ? undefined : await passwordIn(passwordFile);
  const known = Object.entries({ firstName, lastName, email }).filter(([, value]) => value !== undefined);
  const user: NewUser = {
    user: { username, ...Object.fromEntries(known) },
    ...(password !== undefined && { password }),
    ...(team !== undefined && { team }),
    ...(role !== undefined && { roles: [...role] }),
  };
  await withApi({ data, keeps: true }, context, (api) => api.addUser(user));
  context.out.say(`User ${username} is created${team === undefined ? '' : `, in ${team}`}.`);
  return exit.passed;
}

/** Reads a password from a file, without the line break at its end, which editors and `echo` write. */
async function passwordIn(file: string): Promise<string> {
  return (await readText(file)).replace(/\r?\n$/, '');
}

async function list(
  query: string,
  { admins, json, data }: Options & { readonly admins?: boolean },
  context: Context,
): Promise<number> {
  const users = await withApi({ data }, context, (api) => (admins ? api.administrators() : api.users(query)));
  if (json) context.out.print(JSON.stringify(users, null, 2));
  else if (users.length > 0) context.out.say(...userTable(users, context));
  else if (query === '') context.out.say('No users yet. `downpour user add NAME` makes one.');
  else context.out.say(`No user has '${query}' in the name or address.`);
  return exit.passed;
}

function userTable(users: readonly UserData[], { out: { paint, width } }: Context): string[] {
  const columns = ['user', 'name', 'address'].map((title) => ({ title, align: 'left' }) as const);
  const rows = users.map(({ username, firstName = '', lastName = '', email = '' }) => [
    ...[username, `${firstName} ${lastName}`.trim(), email],
  ]);
  return table(columns, rows, { width, heading: paint.dim });
}
