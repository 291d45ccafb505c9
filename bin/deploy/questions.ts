import type { Context } from '../cli/context.ts';

/** Asks a person; the answer is trimmed. */
export type Ask = (question: string) => Promise<string>;

/** Undefined where nobody can answer. */
export function openQuestions({ err }: Context): Ask | undefined {
  if (!process.stdin.isTTY || !err.live) return undefined;
  return (question) => err.ask(question, process.stdin);
}

export async function isYes(ask: Ask, question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${question} [y/N]`));
}
