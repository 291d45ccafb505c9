import type { Path } from '../document/problem.ts';
import type { Agent } from '../model/benchmark.ts';
import type { Checking } from './valid-part.ts';

/** The declared agents. `default` holds properties common to all of them. */
export function parseAgents(threads: number, checking: Checking): readonly Agent[] {
  const { document, findings } = checking;
  const names = new Set<string>();
  const agents = declared(checking);
  const common = agents.find(({ name }) => name === 'default');
  const usual = common === undefined ? threads : threadsOf(common.at, threads, checking);
  for (const { name, at } of agents) {
    if (names.has(name)) findings.error(at, `agent '${name}' is declared twice`);
    names.add(name);
    const properties = document.read(at);
    if (name === 'default' && properties !== undefined && typeof properties !== 'object')
      findings.error(at, "agent 'default' holds properties common to all agents, expected a mapping");
  }
  return agents
    .filter(({ name }) => name !== 'default')
    .map(({ name, at }) => ({ name, threads: threadsOf(at, usual, checking) }));
}

type Declared = { readonly name: string; readonly at: Path };

const declared = ({ document }: Checking): readonly Declared[] =>
  document.each(['agents']).flatMap((at) => {
    const name = document.read<unknown>(at);
    if (typeof name === 'string') return [{ name, at }];
    return document.members(at).map(([member, path]) => ({ name: member, at: path }));
  });

/** An agent of twice the threads gets twice the load. */
function threadsOf(at: Path, usual: number, { document, findings }: Checking): number {
  const path = [...at, 'threads'];
  const written = document.read(path);
  if (written === undefined) return usual;
  if (/^[1-9]\d{0,5}$/.test(String(written))) return Number(written);
  findings.error(path, `threads of an agent must be a whole number from 1 to 999999, found '${written}'`);
  return usual;
}
