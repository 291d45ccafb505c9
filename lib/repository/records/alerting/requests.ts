import type { MissingDataRuleRequest, VariableRequest } from '../../../api.generated.ts';
import { parseModel } from '../../../detection/models.ts';
import { DownpourError } from '../../../errors.ts';
import type { Alerting, ChangeDetection, MissingDataRule, Variable } from './variables.ts';

/**
 * Parses the variables of a test in a request. Null and blank members count as absent. Unknown ids of
 * variables and of their models are replaced by new ones.
 * @throws DownpourError with every problem.
 */
export async function parseVariables(
  alerting: Alerting,
  testId: number,
  present: readonly Variable[],
  bodies: readonly VariableRequest[],
): Promise<readonly Variable[]> {
  const problems: string[] = [];
  const parsed = bodies.map((body, at) => parseVariable(body, at, problems));
  const names = parsed.map(({ name }) => name);
  for (const name of new Set(names.filter((one, at) => one !== '' && names.indexOf(one) !== at)))
    problems.push(`More than one variable has the name '${name}': give each variable its own name`);
  if (problems.length > 0) throw new DownpourError('VARIABLE_INVALID', 400, problems.join('; '));
  const known = new Set(present.map(({ id }) => id));
  const fresh = bodies.filter(({ id }) => !known.has(id ?? 0)).length;
  let id = fresh > 0 ? await alerting.newVariableIds(fresh) : 0;
  const settings = new Set(present.flatMap(({ changeDetection }) => changeDetection.map((each) => each.id)));
  return Promise.all(
    parsed.map(async ({ changeDetection: requested, ...variable }, at) => {
      const given = bodies[at]?.id ?? 0;
      const own = known.has(given) ? given : id++;
      // Each id of a model is accepted once in the test. A model with a repeated or unknown id gets a new id.
      const kept = requested.map((each) => (settings.delete(each.id) ? each : { ...each, id: 0 }));
      return { ...variable, id: own, testId, changeDetection: await withIds(alerting, kept) };
    }),
  );
}

type ParsedVariable = Omit<Variable, 'id' | 'testId' | 'changeDetection'> & {
  readonly changeDetection: readonly ChangeDetection[];
};

function parseVariable(body: VariableRequest, at: number, problems: string[]): ParsedVariable {
  const name = body.name?.trim() ?? '';
  if (name === '') problems.push(`variable ${at + 1} of the list has no name: give each variable a name`);
  const group = body.group?.trim();
  return {
    name,
    order: body.order ?? at,
    labels: body.labels ?? [],
    ...(group && { group }),
    ...(body.calculation?.trim() && { calculation: body.calculation }),
    changeDetection: (body.changeDetection ?? []).flatMap((request, n) => {
      const model = parseModel(request.model, request.config ?? {});
      if ('model' in model) return [{ ...model, id: request.id ?? 0 }];
      problems.push(...model.map((problem) => `variable '${name}', changeDetection.${n}: ${problem}`));
      return [];
    }),
  };
}

async function withIds(
  alerting: Alerting,
  settings: readonly ChangeDetection[],
): Promise<readonly ChangeDetection[]> {
  const fresh = settings.filter(({ id }) => id === 0).length;
  let id = fresh > 0 ? await alerting.newDetectionIds(fresh) : 0;
  return settings.map((setting) => (setting.id === 0 ? { ...setting, id: id++ } : setting));
}

/**
 * Parses a rule of missing data in a request.
 * @throws DownpourError MISSING_DATA_RULE_INVALID (400).
 */
export function parseRule(
  body: MissingDataRuleRequest,
  present?: MissingDataRule,
): Omit<MissingDataRule, 'id' | 'testId'> {
  const { name, labels, condition, maxStaleness } = body;
  if (maxStaleness <= 0)
    throw new DownpourError(
      'MISSING_DATA_RULE_INVALID',
      400,
      `maxStaleness of the missing-data rule '${name ?? ''}' must be a number of milliseconds above 0, found ${maxStaleness}`,
    );
  const { lastNotification, waitsSince } = present ?? {};
  return {
    maxStaleness,
    labels: labels ?? [],
    ...(lastNotification !== undefined && { lastNotification }),
    ...(waitsSince !== undefined && { waitsSince }),
    ...(name?.trim() && { name: name.trim() }),
    ...(condition?.trim() && { condition }),
  };
}
