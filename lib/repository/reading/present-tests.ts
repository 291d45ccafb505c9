import type { Test as TestReply } from '../../api.generated.ts';
import type { Principal } from '../../results/access.ts';
import { presentTransformer } from '../records/schemas/responses.ts';
import { presentTest } from '../records/tests/test-list.ts';
import type { Test } from '../records/tests/tests.ts';
import type { Repository } from '../repository.ts';
import { visibleTransformers } from './visible-transformers.ts';

/** Tests in responses, with the transformers that the caller may see. */
export async function presentTests(
  repository: Repository,
  caller: Principal,
  tests: readonly Test[],
): Promise<readonly TestReply[]> {
  if (tests.every((test) => (test.transformers ?? []).length === 0))
    return tests.map((test) => ({ ...presentTest(test), transformers: [] }));
  const visible = await visibleTransformers(repository, caller);
  const presented = new Map(
    visible.map(({ transformer, schema }) => [transformer.id, presentTransformer(transformer, schema)]),
  );
  return tests.map((test) => ({
    ...presentTest(test),
    transformers: (test.transformers ?? []).flatMap((id) => presented.get(id) ?? []),
  }));
}
