import type { Test as TestReply } from '../../api.generated.ts';
import type { Principal } from '../../results/access.ts';
import type { Repository } from '../repository.ts';
import { shownTransformer } from '../schemas/shown.ts';
import { visibleTransformers } from '../schemas/visible-transformers.ts';
import { shownTest } from './test-list.ts';
import type { Test } from './tests.ts';

/** Tests as a caller is shown them, with those of their transformers that the caller may see. */
export async function shownTests(
  repository: Repository,
  caller: Principal,
  tests: readonly Test[],
): Promise<readonly TestReply[]> {
  if (tests.every((test) => (test.transformers ?? []).length === 0))
    return tests.map((test) => ({ ...shownTest(test), transformers: [] }));
  const visible = await visibleTransformers(repository, caller);
  const shown = new Map(
    visible.map(({ transformer, schema }) => [transformer.id, shownTransformer(transformer, schema)]),
  );
  return tests.map((test) => ({
    ...shownTest(test),
    transformers: (test.transformers ?? []).flatMap((id) => shown.get(id) ?? []),
  }));
}
