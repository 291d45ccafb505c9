import type { RunSource } from '../../../../lib/results/query/query-run.ts';
import { indexed, rangesOf, small, utf8 } from '../../run-index/stored.ts';

/**
 * Stores a run whose index has low limits, so that even short documents have tables, groups of rows and
 * columns.
 */
export async function inMemory(text: string): Promise<RunSource> {
  const { index, bytes } = await indexed(text, small);
  const document = utf8(text);
  return {
    documentBytes: document.length,
    document: rangesOf(document),
    index: rangesOf(bytes),
    openIndex: async () => index,
    kept: () => undefined,
    keep: () => {},
  };
}
