import type { Extractor, Label } from '../../../api.generated.ts';

/** The members of a label that a person edits. */
export type Definition = {
  readonly name: string;
  readonly extractors: readonly Extractor[];
  /** A JavaScript function as text. Empty: the label has no function. */
  readonly function: string;
  readonly metrics: boolean;
  readonly filtering: boolean;
};

export const definitionOf = ({
  name,
  extractors,
  function: code,
  metrics,
  filtering,
}: Label): Definition => ({
  name,
  extractors: extractors.map(({ name, jsonpath, isarray }) => ({ name, jsonpath, isarray })),
  function: code ?? '',
  metrics,
  filtering,
});

/** Whether two definitions are equal. Undefined: there is no label. */
export const isSame = (one: Definition | undefined, other: Definition | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
