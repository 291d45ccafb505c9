import { maySee, type Principal } from '../../results/access.ts';
import type { NamedValues } from '../records/labels/filter.ts';
import type { LabelValues } from '../records/labels/values.ts';
import { labelDefinitions } from '../records/schemas/label-cache.ts';
import type { Repository } from '../repository.ts';

/** Label values by the present names of the labels that the caller may see. */
export async function namedValues(
  repository: Repository,
  caller: Principal,
): Promise<(values: LabelValues) => ReadonlyMap<string, unknown>> {
  const named = await namedTexts(repository, caller);
  return (values) => new Map([...named(values)].map(([name, text]) => [name, JSON.parse(text)]));
}

/** Label values as the stored JSON texts, by the present names of the labels that the caller may see. */
export async function namedTexts(
  repository: Repository,
  caller: Principal,
): Promise<(values: LabelValues) => NamedValues> {
  const { labels } = await labelDefinitions(repository);
  const seen = labels.filter((label) => maySee(caller, label));
  const names = new Map(seen.map(({ id, name }) => [String(id), name]));
  return (values) =>
    new Map(
      Object.entries(values).flatMap(([id, text]) => {
        const name = names.get(id);
        return name === undefined ? [] : [[name, text]];
      }),
    );
}
