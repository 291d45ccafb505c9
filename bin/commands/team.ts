import { Argument, type Command, InvalidArgumentError } from 'commander';
import type { TeamMembers, TeamRole, TeamStorage } from '../../lib/api.generated.ts';
import { bytes } from '../../lib/report/units.ts';
import { teamRoles } from '../../lib/results/access.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { table } from '../terminal/table.ts';

type Options = { readonly json?: boolean; readonly storage?: boolean; readonly data?: string };

export function addTeam(program: Command, context: Context): void {
  const team = program
    .command('team')
    .summary('add, list and delete teams, and set their members')
    .description('Add, list and delete teams, and set their members.')
    .addHelpText('after', help);
  team
    .command('add')
    .description('Make a team without members.')
    .argument('<team>', 'a name that ends in -team', teamName)
    .addOption(dataOption())
    .addHelpText('after', exampleOf('downpour team add dev-team'))
    .action(async (name: string, { data }: Options) => {
      await withApi({ data, keeps: true }, context, (api) => api.addTeam(name));
      context.out.say(`Team ${name} is created.`);
      context.finish(exit.passed);
    });
  team
    .command('list')
    .description('List teams, or the members of one with their roles.')
    .argument('[team]', 'name of the team', teamName)
    .option('--storage', 'list the stored bytes of each team, and the limit of each team')
    .option('--json', 'print the JSON answer of the API')
    .addOption(dataOption())
    .addHelpText('after', exampleOf('downpour team list dev-team'))
    .action(async (name: string | undefined, options: Options) =>
      context.finish(await list(name, options, context)),
    );
  team
    .command('roles')
    .description('Set all roles of a user in a team. Without roles, the user is removed from the team.')
    .argument('<team>', 'name of the team', teamName)
    .argument('<user>', 'name of the user')
    .addArgument(new Argument('[roles...]', 'roles of the user in the team').choices(teamRoles))
    .addOption(dataOption())
    .addHelpText('after', exampleOf('downpour team roles dev-team ada viewer tester'))
    .action(async (name: string, user: string, roles: TeamRole[], { data }: Options) => {
      await withApi({ data }, context, async (api) =>
        api.setMembers(name, { ...(await api.members(name)), [user]: roles }),
      );
      const change =
        roles.length === 0 ? `no longer belongs to ${name}` : `is ${roles.join(', ')} in ${name}`;
      context.out.say(`${user} ${change}.`);
      context.finish(exit.passed);
    });
  team
    .command('remove')
    .description('Delete a team: its members lose their roles in it. Runs and tests of the team stay.')
    .argument('<team>', 'name of the team', teamName)
    .addOption(dataOption())
    .addHelpText('after', exampleOf('downpour team remove dev-team'))
    .action(async (name: string, { data }: Options) => {
      await withApi({ data }, context, (api) => api.removeTeam(name));
      context.out.say(`Team ${name} is deleted.`);
      context.finish(exit.passed);
    });
}

/** Checks that the API accepts a text as the name of a team. */
export function teamName(text: string): string {
  if (text.endsWith('-team') && text.length > '-team'.length) return text;
  throw new InvalidArgumentError(`The name of a team ends in -team, as in ${text || 'dev'}-team.`);
}

const help = `
Every user also has a team of its own: <user>-team.

Examples:
  $ downpour team add dev-team
  $ downpour team roles dev-team ada viewer tester
  $ downpour team list dev-team
  $ downpour team list --storage`;

const exampleOf = (line: string): string => `\nExamples:\n  $ ${line}`;

async function list(
  name: string | undefined,
  { data, json, storage }: Options,
  context: Context,
): Promise<number> {
  await withApi({ data }, context, async (api) => {
    if (storage) return show(await api.teamStorage(), (kept) => storageTable(kept, name, context));
    if (name === undefined) return show(await api.teams(), teamList);
    return show(await api.members(name), (members) => memberTable(name, members, context));
  });
  return exit.passed;

  function show<T>(answer: T, lines: (answer: T) => readonly string[]): void {
    if (json) context.out.print(JSON.stringify(answer, null, 2));
    else context.out.say(...lines(answer));
  }
}

const teamList = (teams: readonly string[]): readonly string[] =>
  teams.length > 0 ? teams : ['No teams yet. `downpour team add NAME-team` makes one.'];

function storageTable(
  { bytesMax, teams }: TeamStorage,
  name: string | undefined,
  { out: { paint, width } }: Context,
): string[] {
  const [left, right] = [{ align: 'left' } as const, { align: 'right' } as const];
  const columns = [
    { title: 'team', ...left },
    { title: 'keeps', ...right },
    { title: 'may keep', ...right },
  ];
  const most = bytesMax === null ? 'any number' : bytes(bytesMax);
  const visible = teams.filter(({ team }) => name === undefined || team === name);
  const rows = visible.map(({ team, usedBytes }) => [team, bytes(usedBytes), most]);
  return table(columns, rows, { width, heading: paint.dim });
}

function memberTable(team: string, members: TeamMembers, { out: { paint, width } }: Context): string[] {
  const columns = ['user', 'roles'].map((title) => ({ title, align: 'left' }) as const);
  const rows = Object.entries(members).map(([user, roles]) => [user, roles.join(', ')]);
  if (rows.length === 0)
    return [`No user has a role in ${team}. \`downpour team roles ${team} USER viewer\` gives one.`];
  return table(columns, rows, { width, heading: paint.dim });
}
