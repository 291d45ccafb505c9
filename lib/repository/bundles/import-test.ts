import type { MissingDataRuleRequest, VariableRequest } from '../../api.generated.ts';
import { repositoryKey } from '../../names/repository.ts';
import { keyOf, type Write } from '../ports/table.ts';
import type { BundledAction } from '../records/actions/action-request.ts';
import { actionWrite } from '../records/actions/actions.ts';
import { parseRule, parseVariables } from '../records/alerting/requests.ts';
import { ruleWrites, type Variable, variableWrites } from '../records/alerting/variables.ts';
import { change } from '../records/change.ts';
import { type PartKind, partKinds, partWrite, type TestPart } from '../records/tests/parts.ts';
import { type Test, testWrites } from '../records/tests/tests.ts';
import type { Repository } from '../repository.ts';
import { batchesOf } from './batches.ts';
import { placedActions } from './placed-actions.ts';

/** A test with its parts, as one is to be. Ids of parts are those of parts to be changed, if they are known. */
export type TestBundle = {
  readonly test: Omit<Test, 'id'>;
  readonly parts: { readonly [Kind in PartKind]: readonly GivenPart[] };
  readonly variables: readonly VariableRequest[];
  readonly missingDataRules: readonly MissingDataRuleRequest[];
  readonly actions: readonly BundledAction[];
};

export type GivenPart = {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly [member: string]: unknown;
};

/**
 * Makes a test of a bundle, whose ids mean nothing. The parts are written first and the test last: parts of no test are seen
 * by nobody, so that an interruption leaves nothing half there.
 *
 * @returns undefined when the name is taken.
 */
export async function createTest(
  repository: Repository,
  { test, ...parts }: TestBundle,
): Promise<number | undefined> {
  const { table } = repository;
  const id = await table.newIds('test');
  const batches = batchesOf(await partWrites(repository, id, parts));
  for (const batch of batches.slice(0, -1)) await table.write(batch);
  const failed = await table.write([
    ...(await testWrites(table, { ...test, id })),
    ...(batches.at(-1) ?? []),
  ]);
  if (failed.length === 0) return id;
  for (const batch of batches.slice(0, -1))
    await table.write(batch.map((write): Write => ({ delete: keyOf(write) })));
  return undefined;
}

/**
 * Changes a test as a bundle says: a part takes the place of the one with its id, else of the one with its name, else it is
 * new; others stay. So an import that was interrupted is completed by its repetition.
 *
 * @param also is written with the test itself.
 * @throws ChangeRefused when another test has the name.
 * @returns false when there is no such test.
 */
export async function mergeTest(
  repository: Repository,
  id: number,
  { test, ...parts }: TestBundle,
  also: readonly Write[] = [],
): Promise<boolean> {
  const { table, tests } = repository;
  const batches = batchesOf(await partWrites(repository, id, parts));
  for (const batch of batches.slice(0, -1))
    if (!(await change(table, repositoryKey.test(id), (item) => ({ item, also: batch })))) return false;
  return (
    (await tests.change(id, () => ({ ...test, id }), [...(batches.at(-1) ?? []), ...also])) !== undefined
  );
}

/** Actions come last: those are written with the test itself, and nobody is told by halves. */
async function partWrites(
  repository: Repository,
  test: number,
  { parts, variables: given, missingDataRules, actions }: Omit<TestBundle, 'test'>,
): Promise<readonly Write[]> {
  const { alerting } = repository;
  const watched = await alerting.ofTest(test);
  const variables = await parseVariables(alerting, test, watched.variables, known(given, watched.variables));
  const writes = variables.flatMap(variableWrites);
  for (const { id, ...rule } of known(missingDataRules, watched.rules)) {
    const own = typeof id === 'number' ? id : await alerting.newRuleId();
    writes.push(...ruleWrites({ ...parseRule(rule), id: own, testId: test }));
  }
  const experiments = parts.experiments.map((each) => compared(each, given, variables));
  for (const kind of partKinds)
    for (const each of await placed(repository, kind, test, { ...parts, experiments }[kind]))
      writes.push(partWrite(kind, each));
  const own = await placedActions(repository.actions, test, actions);
  return [...writes, ...own.map(actionWrite)];
}

type Named = { readonly id?: number | null; readonly name?: string | null };

/** Records with the ids of those whose place they take: that with the same id, else that with the same name. */
function known<T extends Named>(
  given: readonly T[],
  present: readonly { readonly id: number; readonly name?: string }[],
): readonly T[] {
  const asked = new Set(given.map(({ id }) => id));
  const taken = new Set<number>();
  return given.map((each) => {
    const free = present.filter(({ id }) => !taken.has(id));
    const same =
      free.find(({ id }) => id === each.id) ??
      free.find(({ id, name }) => name !== undefined && name === each.name && !asked.has(id));
    if (same !== undefined) taken.add(same.id);
    return { ...each, id: same?.id ?? null };
  });
}

/** The parts with the ids that they get. */
async function placed(
  { parts }: Repository,
  kind: PartKind,
  testId: number,
  given: readonly GivenPart[],
): Promise<readonly (TestPart & GivenPart)[]> {
  if (given.length === 0) return [];
  const known = await parts.ofTest<TestPart & GivenPart>(kind, testId);
  const first = await parts.newIds(kind, given.length);
  const asked = new Set(given.map(({ id }) => id));
  const taken = new Set<number>();
  // A test has one list of subscriptions, which has no name.
  const isSame = (part: GivenPart, other: GivenPart): boolean =>
    kind === 'subscriptions' || (part.name !== undefined && part.name === other.name);
  return given.map((part, n) => {
    const free = known.filter(({ id }) => !taken.has(id));
    const present =
      free.find(({ id }) => id === part.id) ?? free.find((each) => isSame(part, each) && !asked.has(each.id));
    const id = present?.id ?? first + n;
    taken.add(id);
    return { ...part, id, testId };
  });
}

/** An experiment whose comparisons name the variables of the test by the ids that they have now. */
function compared(experiment: GivenPart, given: readonly Named[], variables: readonly Variable[]): GivenPart {
  const { comparisons } = experiment;
  if (!Array.isArray(comparisons)) return experiment;
  const renumbered = comparisons.map((comparison: { variableId?: unknown; variableName?: unknown }) => {
    const index = given.findIndex(
      ({ id, name }) =>
        (typeof comparison.variableName === 'string' && comparison.variableName === name) ||
        (typeof comparison.variableId === 'number' && comparison.variableId === id),
    );
    const variable = variables[index];
    if (variable === undefined) return comparison;
    return { ...comparison, variableId: variable.id, variableName: variable.name };
  });
  return { ...experiment, comparisons: renumbered };
}
