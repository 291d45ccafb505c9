import { hintAt } from './nearest.ts';

/**
 * A hint for an unknown kind, such as a step: how to write an *if*, the kind for a word of other tools, the
 * nearest known kind, all known kinds if they are few, or the page with all steps.
 */
export const kindHint = (
  noun: string,
  word: string,
  steps: readonly string[],
  known: readonly string[],
): string | undefined =>
  branchHint(noun, word, steps) ??
  foreignHint(word, known) ??
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

/** A hint for a word that other tools use for a known kind. Undefined for other words. */
function foreignHint(word: string, known: readonly string[]): string | undefined {
  const name = foreignWords.find(([, words]) => words.test(word))?.[0];
  return name !== undefined && known.includes(name) ? `did you mean '${name}'?` : undefined;
}

const foreignWords: readonly (readonly [name: string, words: RegExp])[] = [
  ['thinkTime', /^(sleep|wait|pause|delay|think)$/i],
  ['httpRequest', /^(request|http|call|fetch|get|head|post|put|patch|delete)$/i],
  ['loop', /^(repeat|times|while|for)$/i],
  ['randomCsvRow', /^(csv|feeder?|payload)$/i],
  ['log', /^(print|echo)$/i],
];

const branchWords = /^(if|else|elseif|then|when|unless|choose|switch|case|branch|condition)$/i;

const recipe = 'docs/steps.md, An if around requests';
