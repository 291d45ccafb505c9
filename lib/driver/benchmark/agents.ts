import type { Path } from '../document/problem.ts';
import type { Checking } from './valid-part.ts';

/** The number of declared agents. `default` holds properties common to all of them. */
export function parseAgents(threads: number, checking: Checking): number {
  const { document, findings } = checking;
  const names = new Set<string>();
  for (const { name, at } of declared(checking)) {
    if (names.has(name)) findings.error(at, `agent '${name}' is declared twice`);
    names.add(name);
    const properties = document.read(at);
    if (name === 'default' && properties !== undefined && typeof properties !== 'object') {
      findings.error(at, "agent 'default' holds properties common to all agents, expected a mapping");
    }
    checkThreads([...at, 'threads'], threads, checking);
  }
  return names.size - (names.has('default') ? 1 : 0);
}

type Agent = { readonly name: string; readonly at: Path };

const declared = ({ document }: Checking): readonly Agent[] =>
  document.each(['agents']).flatMap((at) => {
    const name = document.read<unknown>(at);
    if (typeof name === 'string') return [{ name, at }];
    return document.members(at).map(([member, path]) => ({ name: member, at: path }));
  });

/** Shards are alike: each runs with the threads of the benchmark. */
function checkThreads(at: Path, threads: number, { document, findings }: Checking): void {
  const written = document.read(at);
  if (written === undefined || Number(written) === threads) return;
  if (!/^[1-9]\d*$/.test(String(written))) {
    findings.error(at, `threads of an agent must be a whole number of at least 1, found '${written}'`);
  } else {
    findings.error(
      at,
      `'threads: ${written}' for one agent is part of the format but not built yet`,
      'set threads for all agents',
    );
  }
}
