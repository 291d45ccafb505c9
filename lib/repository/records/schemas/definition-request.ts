import type { ExtractorRequest } from '../../../api.generated.ts';
import { DownpourError } from '../../../errors.ts';
import type { Access } from '../../../results/access.ts';
import type { Extractor } from '../../../results/extract.ts';
import { givenAccess } from '../given-access.ts';

/** The members that labels and transformers in a request have in common. */
type Given = {
  readonly extractors?: readonly ExtractorRequest[] | null;
  readonly function?: string | null;
  readonly owner?: string | null;
  readonly access?: string | number | null;
};

type Definition = {
  readonly extractors: readonly Extractor[];
  readonly function?: string;
  readonly owner?: string;
  readonly access?: Access;
};

/** Parses the common members of a label or transformer. Null and blank members count as absent. */
export function parseDefinition(given: Given): Definition {
  const access = givenAccess(given.access);
  const extractors = (given.extractors ?? []).map(extractorOf);
  const names = extractors.map(({ name }) => name);
  const repeated = names.find((name, n) => names.indexOf(name) !== n);
  if (repeated !== undefined)
    throw new DownpourError(
      'EXTRACTOR_INVALID',
      400,
      `More than one extractor has the name '${repeated}': give each extractor its own name`,
    );
  return {
    extractors,
    ...(given.function?.trim() && { function: given.function }),
    ...(given.owner && { owner: given.owner }),
    ...(access && { access }),
  };
}

function extractorOf({ name, jsonpath, isarray, isArray }: ExtractorRequest): Extractor {
  if (!name?.trim())
    throw new DownpourError(
      'EXTRACTOR_INVALID',
      400,
      'An extractor has no name: send a name for each item of extractors',
    );
  if (!jsonpath?.trim())
    throw new DownpourError(
      'EXTRACTOR_INVALID',
      400,
      `The extractor '${name}' must have a jsonpath, such as $.results.p99`,
    );
  return { name, jsonpath, isarray: isarray ?? isArray ?? false };
}
