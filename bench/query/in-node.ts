import type { Contender, Cost, Measured } from './contender.ts';
import type { StoredDocument } from './document.ts';
import type { Question } from './question.ts';
import { output } from './spawned.ts';

/** Runs a script in another process, and passes the time of its start. */
export const inNode = (script: string, args: readonly string[]): Promise<string> =>
  output(process.execPath, [script, String(performance.timeOrigin + performance.now()), ...args]);

export type Whole = Cost & { readonly memoryMb: number };

export const wholeProcess = async (script: string, args: readonly string[]): Promise<Whole> =>
  JSON.parse(await inNode(script, args)) as Whole;

/** A contender that is a bundled child process of the benchmark. */
export function nodeContender(
  name: string,
  script: string,
  expression: (question: Question) => string,
  megabytesMax = Number.POSITIVE_INFINITY,
): Contender {
  const ask = (mode: string, question: Question, { file, indexFile }: StoredDocument): Promise<string> => {
    const spawnedAt = String(performance.timeOrigin + performance.now());
    return output(process.execPath, [script, mode, spawnedAt, expression(question), file, indexFile]);
  };
  return {
    name,
    load: async ({ megabytes }) => (megabytes > megabytesMax ? 'a string is shorter' : undefined),
    answer: async (question, document) =>
      JSON.parse(await ask('answer', question, document)) as readonly unknown[],
    measure: async (question, document) => JSON.parse(await ask('measure', question, document)) as Measured,
  };
}
