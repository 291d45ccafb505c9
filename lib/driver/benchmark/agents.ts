import type { Path } from '../document/problem.ts';
import type { Agent } from '../model/benchmark.ts';
import { benchmarks } from './limits.ts';
import { CheckedDocument, type Checking } from './valid-part.ts';

/** The declared agents. `default` holds properties common to all of them. */
export function parseAgents(threads: number, checking: Checking): readonly Agent[] {
  const { document, findings } = checking;
  const names = new Set<string>();
  const agents = declared(checking);
  const common = agents.find(({ name }) => name === 'default');
  const usual = common === undefined ? threads : threadsOf(common.at, threads, checking);
  const usualRegion = common === undefined ? undefined : regionOf(common.at, checking);
  for (const { name, at } of agents) {
    if (names.has(name)) findings.error(at, `agent '${name}' is declared twice`);
    names.add(name);
    const properties = document.read(at);
    if (name === 'default' && properties !== undefined && typeof properties !== 'object')
      findings.error(at, "agent 'default' holds properties common to all agents, expected a mapping");
  }
  return agents
    .filter(({ name }) => name !== 'default')
    .map(({ name, at }) => {
      const region = regionOf(at, checking) ?? usualRegion;
      return { name, threads: threadsOf(at, usual, checking), ...(region === undefined ? {} : { region }) };
    });
}

/** The place in the document of an agent that it declares. */
export const agentPath = (value: unknown, name: string): Path =>
  declared({ document: new CheckedDocument(value, []) }).find((agent) => agent.name === name)?.at ?? [
    'agents',
  ];

type Declared = { readonly name: string; readonly at: Path };

const declared = ({ document }: Pick<Checking, 'document'>): readonly Declared[] =>
  document.each(['agents']).flatMap((at) => {
    const name = document.read<unknown>(at);
    if (typeof name === 'string') return [{ name, at }];
    return document.members(at).map(([member, path]) => ({ name: member, at: path }));
  });

/** The event loops of an agent, which gets its part of the load by them. */
function threadsOf(at: Path, usual: number, { document, findings }: Checking): number {
  const path = [...at, 'threads'];
  const written = document.read(path);
  if (written === undefined) return usual;
  if (/^[1-9]\d?$/.test(String(written)) && Number(written) <= threadsMax) return Number(written);
  findings.error(
    path,
    `threads of an agent must be a whole number from 1 to ${threadsMax}, found '${written}'`,
    Number(written) > threadsMax ? moreAgents : undefined,
  );
  return usual;
}

/** Which regions there are is for the deployment to say. */
function regionOf(at: Path, { document, findings }: Checking): string | undefined {
  const path = [...at, 'region'];
  const written = document.read(path);
  if (written === undefined) return undefined;
  if (String(written).trim() !== '') return String(written).trim();
  findings.error(path, `region of an agent must be a name such as eu-west-1, found nothing`);
  return undefined;
}

/** The threads of all agents without a number of their own. */
export function parseThreads({ document, findings }: Checking): number {
  const written = document.read<number>(['threads']) ?? 1;
  if (written <= threadsMax) return written;
  findings.error(
    ['threads'],
    `threads must be a whole number from 1 to ${threadsMax}, found ${written}`,
    moreAgents,
  );
  return 1;
}

const { threadsMax } = benchmarks;
const moreAgents = 'threads are event loops of one machine; more agents, or --shards, are more machines';
