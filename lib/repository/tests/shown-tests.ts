import type { Test as TestReply } from '../../api.generated.ts';
import { maySee, type Principal } from '../../results/access.ts';
import type { Repository } from '../repository.ts';
import { shownTransformer } from '../schemas/shown.ts';
import { shownTest } from './test-list.ts';
import type { Test } from './tests.ts';

/** Tests as a caller is shown them, with those of their transformers that the caller may see. */
export async function shownTests(
  { schemas, transformers }: Repository,
  caller: Principal,
  tests: readonly Test[],
): Promise<readonly TestReply[]> {
  if (tests.every((test) => (test.transformers ?? []).length === 0))
    return tests.map((test) => ({ ...shownTest(test), transformers: [] }));
  const [all, of] = await Promise.all([transformers.list(), schemas.list()]);
  const shown = new Map(
    all.flatMap((each) => {
      const schema = of.find(({ id }) => id === each.schemaId);
      return schema === undefined || !maySee(caller, each) ? [] : [[each.id, shownTransformer(each, schema)]];
    }),
  );
  return tests.map((test) => ({
    ...shownTest(test),
    transformers: (test.transformers ?? []).flatMap((id) => shown.get(id) ?? []),
  }));
}
