import type { BurstRequest } from '../../lib/api.generated.ts';
import type { Problem } from '../../lib/driver/document/problem.ts';
import type { LoadOptions, ReadDocument } from '../document/read-document.ts';
import { problemLine } from '../terminal/problems.ts';
import type { Terminal } from '../terminal/terminal.ts';

export type RequestOptions = LoadOptions & {
  readonly maxErrors?: number;
  readonly stopOnFailure?: boolean;
};

/**
 * The request for a burst. The document in it has no hooks, because hooks run only on this machine. The
 * module that removes them loads the YAML library.
 */
export async function requestOf(
  file: string,
  { text, plan }: ReadDocument,
  options: RequestOptions,
): Promise<BurstRequest> {
  const { param, shards, executor, regions, seed, maxErrors, stopOnFailure } = options;
  const common = { file, shards, executor, regions, seed, maxErrors, stopOnFailure };
  if (plan.benchmark.hooks === undefined) return { ...common, document: text, parameters: param };
  const { usedParameters, withoutHooks } = await import('../hooks/without-hooks.ts');
  const document = withoutHooks(text);
  return { ...common, document, parameters: usedParameters(document, param) };
}

/** Shows the problems that the API reports and that the local check has not shown. */
export function sayNew(
  file: string,
  { problems: known }: Pick<ReadDocument, 'problems'>,
  problems: readonly Problem[],
  terminal: Terminal,
): void {
  const fresh = problems.filter(({ message }) => !known.some((each) => each.message === message));
  terminal.say(...fresh.map((problem) => problemLine(file, problem, terminal.paint)));
}
