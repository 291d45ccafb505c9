import type { LabelLocation } from '../../api.generated.ts';
import { maySee, type Principal } from '../../results/access.ts';
import type { Repository } from '../repository.ts';

type Labelled = { readonly testId: number; readonly labels: readonly string[] };

/** The usages of a label in tests that the caller may see. */
export async function usagesOf(
  { tests, alerting, views }: Repository,
  caller: Principal,
  label: string,
): Promise<readonly LabelLocation[]> {
  const [all, rules, variables, viewList] = await Promise.all([
    tests.list(),
    alerting.rules(),
    alerting.list(),
    views.list(),
  ]);
  const seen = all.filter((test) => maySee(caller, test));
  const names = new Map(seen.map(({ id, name }) => [id, name]));
  const at = (testId: number) => ({ testId, testName: names.get(testId) ?? '' });
  const uses = ({ testId, labels }: Labelled) => names.has(testId) && labels.includes(label);
  return [
    ...seen
      .filter(({ fingerprintLabels }) => fingerprintLabels?.includes(label))
      .map(({ id }): LabelLocation => ({ type: 'FINGERPRINT', ...at(id) })),
    ...rules.filter(uses).map(
      ({ id, testId, name }): LabelLocation => ({
        type: 'MISSINGDATA_RULE',
        ...at(testId),
        ruleId: id,
        ruleName: name ?? null,
      }),
    ),
    ...variables.filter(uses).map(
      ({ id, testId, name }): LabelLocation => ({
        type: 'VARIABLE',
        ...at(testId),
        variableId: id,
        variableName: name,
      }),
    ),
    ...viewList.flatMap(({ id, testId, name, components }) =>
      components
        .filter(({ labels }) => uses({ testId, labels }))
        .map(
          (component): LabelLocation => ({
            type: 'VIEW',
            ...at(testId),
            viewId: id,
            viewName: name,
            componentId: component.id,
            header: component.headerName,
          }),
        ),
    ),
  ];
}
