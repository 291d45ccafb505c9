import { DownpourError } from '../../lib/errors.ts';
import type { Context } from '../cli/context.ts';

/** Asks a person a question, and returns the trimmed answer. */
export type Prompt = (question: string) => Promise<string>;

/**
 * Returns a function that asks a person questions. Undefined without a terminal in which a person can answer.
 */
export function openQuestions({ err }: Context): Prompt | undefined {
  if (!process.stdin.isTTY || !err.live) return undefined;
  return (question) => err.prompt(question, process.stdin).catch(refuseIfAborted);
}

/** Ctrl-C and Ctrl-D at a question end the command, before anything is created or changed. */
function refuseIfAborted(error: unknown): never {
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
  throw new DownpourError(
    'INTERRUPTED',
    400,
    'interrupted at a question, so this command does not go on. Run it again to continue',
  );
}

export async function isYes(prompt: Prompt, question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await prompt(`${question} [y/N]`));
}
