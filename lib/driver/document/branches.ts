import { hintAt } from './nearest.ts';

/**
 * A hint for an unknown kind, such as a step: how to write an *if*, the nearest known kind, all known kinds
 * if they are few, or the page with all steps.
 */
export const kindHint = (
  noun: string,
  word: string,
  steps: readonly string[],
  known: readonly string[],
): string | undefined =>
  branchHint(noun, word, steps) ??
  hintAt(word, known) ??
  (noun === 'step' ? 'docs/steps.md lists all steps' : undefined);

/**
 * A hint how to write an *if* around requests. `word` is a step in place of an action, or a word that other
 * languages use for a branch. Undefined for other words.
 */
function branchHint(noun: string, word: string, steps: readonly string[]): string | undefined {
  if (noun === 'action' && steps.includes(word))
    return `'${word}' is a step: put it into a sequence of its own and write 'newSequence: NAME' as the action (${recipe})`;
  if (noun === 'step' && branchWords.test(word))
    return `write 'conditional' with a condition and actions; requests go into a sequence that 'newSequence: NAME' starts (${recipe})`;
  return undefined;
}

const branchWords = /^(if|else|elseif|then|when|unless|choose|switch|case|branch|condition)$/i;

const recipe = 'docs/steps.md, An if around requests';
