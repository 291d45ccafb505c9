import type { Finding } from '../document/problem.ts';
import type { Benchmark, Hook, Hooks } from '../model/benchmark.ts';
import type { Checking } from './valid-part.ts';

/**
 * `pre` and `post`: a mapping or list of `name: command` or `name: {exec: command}`, in the order of their
 * names.
 */
export function parseHooks(checking: Checking): Pick<Benchmark, 'hooks'> {
  const [pre, post] = [hooksAt('pre', checking), hooksAt('post', checking)];
  return pre.length + post.length === 0 ? {} : { hooks: { pre, post } };
}

function hooksAt(key: keyof Hooks, { document, findings }: Checking): readonly Hook[] {
  const hooks = new Map<string, Hook>();
  for (const [name, at] of document.members([key])) {
    const body = document.read<string | { readonly exec: string }>(at);
    const command = typeof body === 'object' ? body.exec : body;
    if (hooks.has(name)) findings.error(at, `hook '${name}' is defined twice`);
    else if (command?.trim() === '') findings.error(at, `hook '${name}' has no command`);
    else if (command !== undefined) hooks.set(name, { name, command });
  }
  return [...hooks.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The finding of an API about commands, which it must not run and the run would lack. */
export const forbiddenHooks = (hooks: Hooks | undefined): readonly Finding[] =>
  (['pre', 'post'] as const)
    .filter((key) => (hooks?.[key].length ?? 0) > 0)
    .map((key) => ({
      severity: 'error',
      path: [key],
      message: `the commands of '${key}' run where a document is submitted from, not here`,
      hint: "submit it with 'downpour run --allow-hooks', or leave them out and run them yourself",
    }));
