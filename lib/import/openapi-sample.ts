import { sample } from 'openapi-sampler';
import { type References, Unusable } from './openapi-references.ts';

/**
 * A value that fits a schema, by openapi-sampler: 2.7 MB with its dependencies, for what is tedious to do well
 * (allOf, oneOf, formats, examples at every depth, circles). It neither runs code nor reads anything.
 */
export function sampleOf(schema: unknown, { root }: References): unknown {
  try {
    return sample(schema as object, { quiet: true, skipReadOnly: true, maxSampleDepth: 6 }, root);
  } catch (cause) {
    throw new Unusable(
      `no sample can be made from its schema: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}
