import { sentenceParts } from '../json/text-direction.ts';

/** A sentence with names that people chose. A name in a script from right to left changes no order. */
export const Sentence = ({ text }: { readonly text: string }) => (
  <>{sentenceParts(text).map(({ text: part, isIsolated }) => (isIsolated ? <bdi>{part}</bdi> : part))}</>
);
