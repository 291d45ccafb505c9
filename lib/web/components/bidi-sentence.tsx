import { sentenceParts } from '../json/text-direction.ts';

/**
 * A sentence with names that people chose. A name in a script that is written from right to left does not
 * change the order of the other words.
 */
export const Sentence = ({ text }: { readonly text: string }) => (
  <>{sentenceParts(text).map(({ text: part, isIsolated }) => (isIsolated ? <bdi>{part}</bdi> : part))}</>
);
