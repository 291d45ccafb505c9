import type { Context } from '../cli/context.ts';

/** Asks a person a question, and returns the trimmed answer. */
export type Ask = (question: string) => Promise<string>;

/** Undefined without a terminal in which a person can answer. */
export function openQuestions({ err }: Context): Ask | undefined {
  if (!process.stdin.isTTY || !err.live) return undefined;
  return (question) => err.ask(question, process.stdin);
}

export async function isYes(ask: Ask, question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${question} [y/N]`));
}
