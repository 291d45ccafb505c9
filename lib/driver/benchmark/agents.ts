import { entriesSchema } from '../declaration/entries.ts';
import { type Field, schemasOf, withDefault } from '../declaration/field.ts';
import { choice, positive, positiveInteger, text, textDefinition } from '../declaration/scalars.ts';
import { define, referTo } from '../declaration/schema.ts';
import { textOf } from '../declaration/value-readers.ts';
import type { Path } from '../document/problem.ts';
import { type Agent, executors } from '../model/benchmark.ts';
import { benchmarks } from './limits.ts';
import { inParts, readMembers } from './read-members.ts';
import { CheckedDocument, type Checking } from './valid-part.ts';

const { threadsMax } = benchmarks;

/** A field with a number of threads. Each thread is an event loop of one load generator. */
const eventLoops = (description: string, example?: number): Field<number, false> => ({
  ...positive(positiveInteger, description, example),
  parse(raw, at, { findings }) {
    const threads = Number(textOf(raw));
    if (threads <= threadsMax) return threads;
    findings.error(
      at,
      `threads must be a whole number from 1 to ${threadsMax}, found ${threads}`,
      'threads share one machine, so add agents or use --shards to send more load',
    );
    return undefined;
  },
});

/** The number of threads of each agent that sets no number itself. */
export const threads = withDefault(
  1,
  eventLoops(
    'Event loops of each shard. Each is a thread with a part of the users, sessions and connections. Event loops take turns when the machine has fewer processors.',
  ),
);

/** The members of an agent that Downpour reads. */
const fields = {
  threads: eventLoops(
    'Event loops of this agent, in place of `threads` of the document. The agent gets its part of the load in proportion to them.',
    4,
  ),
  region: {
    ...text('The region of AWS in which the agent runs. The deployment must have drives there.', 'eu-west-1'),
    parse(raw, at, { findings }) {
      const region = textOf(raw)?.trim();
      if (region === '')
        findings.error(at, 'the region of an agent is empty, expected a name such as eu-west-1');
      return region || undefined;
    },
  } satisfies Field<string, false>,
  executor: choice(
    executors,
    'The service of AWS that runs the agent: `lambda`, or `fargate` if the deployment has tasks. All agents must have the same value.',
    'fargate',
  ),
};

const agent = define('agent', {
  title: 'text, or a mapping of names to text',
  description:
    'One process that generates load: empty, a line of text, or properties. Downpour ignores other properties; they are for the person who deploys the agent.',
  type: ['object', 'string', 'number', 'boolean', 'null'],
  properties: schemasOf(fields),
  additionalProperties: {
    title: 'text',
    description: 'Value of one property of the agent.',
    type: textDefinition.schema.type,
  },
});

const agentsSchema = entriesSchema({
  title: 'a mapping of agent names, or a list of them',
  description:
    'Agents, which generate the load: a mapping of name to agent, a list of one-entry mappings or names, or one name. `default` contains the properties that all agents share.',
  value: referTo(agent),
  example: ['one', 'two'],
});

const definition = define('agents', {
  ...agentsSchema,
  type: ['object', 'array', 'string', 'null'],
  items: { ...agentsSchema.items, title: 'agent', type: ['object', 'string'] },
});

export const agents = inParts(referTo(definition), readAgents);

/** An agent as the document writes it, or the entry `default`, whose members apply to all agents. */
type Written = Pick<Agent, 'name' | 'region' | 'executor'> & { readonly threads?: number };

function readAgents(path: Path, checking: Checking): readonly Written[] {
  const { document, findings } = checking;
  const names = new Set<string>();
  return declared(path, document).map(({ name, at }) => {
    if (names.has(name))
      findings.error(at, `agent '${name}' is declared twice`, 'rename or remove one of the two');
    names.add(name);
    const properties = document.read(at);
    if (name === 'default' && properties !== undefined && typeof properties !== 'object')
      findings.error(
        at,
        "agent 'default' must be a mapping of the properties that all agents share",
        "write for example 'default: { threads: 4 }'",
      );
    return { name, ...readMembers(fields, at, checking) };
  });
}

/** The agents that share the load. The entry `default` is not an agent: its members apply to all agents. */
export function agentsOf(written: readonly Written[], threads: number): readonly Agent[] {
  const common = written.find(({ name }) => name === 'default');
  return written.filter(({ name }) => name !== 'default').map((own) => ({ threads, ...common, ...own }));
}

/** The place in the document of the agent with this name. */
export const agentPath = (value: unknown, name: string): Path =>
  declared(path, new CheckedDocument(value, [])).find((agent) => agent.name === name)?.at ?? path;

const path: Path = ['agents'];

type Declared = { readonly name: string; readonly at: Path };

const declared = (agents: Path, document: CheckedDocument): readonly Declared[] =>
  document.each(agents).flatMap((at) => {
    const name = document.read<unknown>(at);
    if (typeof name === 'string') return [{ name, at }];
    return document.members(at).map(([member, path]) => ({ name: member, at: path }));
  });
