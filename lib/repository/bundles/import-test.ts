import type { MissingDataRuleRequest, VariableRequest } from '../../api.generated.ts';
import { repositoryKey } from '../../names/repository-keys.ts';
import { keyOf, type Write } from '../ports/table.ts';
import type { BundledAction } from '../records/actions/action-request.ts';
import { actionWrite } from '../records/actions/actions.ts';
import { parseRule, parseVariables } from '../records/alerting/requests.ts';
import { ruleWrites, type Variable, variableWrites } from '../records/alerting/variables.ts';
import {
  type PartKind,
  partKinds,
  partWrite,
  type TestPart,
} from '../records/tests/experiments-and-subscriptions.ts';
import { type Test, testWrites } from '../records/tests/tests.ts';
import type { Repository } from '../repository.ts';
import { comparedVariable, type ProfileComparison } from '../search/experiments/profile.ts';
import { actionsOfBundle } from './import-actions.ts';
import { batchesOf, writeBatches } from './write-batches.ts';

/** The requested state of a test with its parts. A part with the id of an existing part changes that part. */
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
 * Makes a test from a bundle and ignores the ids in the bundle. The parts are written first and the test
 * last. Parts without a test are invisible, so an interruption leaves no visible part.
 *
 * @returns undefined when the name is in use.
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
 * Changes a test to match a bundle. A part of the bundle replaces the part with its id, or else the one with
 * its name. Other parts of the bundle are new, and other parts of the test remain. A repeat completes an
 * interrupted import.
 *
 * @param also further writes in the transaction of the test.
 * @throws ChangeRefused when another test has the name.
 * @returns false when the test does not exist.
 */
export async function mergeTest(
  repository: Repository,
  id: number,
  { test, ...parts }: TestBundle,
  also: readonly Write[] = [],
): Promise<boolean> {
  const { table, tests } = repository;
  const rest = await writeBatches(table, repositoryKey.test(id), () => partWrites(repository, id, parts));
  if (rest === undefined) return false;
  const more = async () => [...(await rest()), ...also];
  return (await tests.change(id, () => ({ ...test, id }), more)) !== undefined;
}

/**
 * Returns the writes for the parts of a test. Actions are written last, in one transaction with the test. No
 * event can happen before the test exists, so all its actions receive its first event.
 */
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
    const present = watched.rules.find((each) => each.id === own);
    writes.push(...ruleWrites({ ...parseRule(rule, present), id: own, testId: test }));
  }
  const experiments = parts.experiments.map((each) => compared(each, given, variables));
  for (const kind of partKinds)
    for (const each of await placed(repository, kind, test, { ...parts, experiments }[kind]))
      writes.push(partWrite(kind, each));
  const own = await actionsOfBundle(repository.actions, test, actions);
  return [...writes, ...own.map(actionWrite)];
}

type Named = { readonly id?: number | null; readonly name?: string | null };

/**
 * Gives each variable or rule of a bundle the id of the existing variable or rule that it replaces. The
 * replaced one has the same id, or else the same name. A new variable or rule gets null.
 */
function known<T extends Named>(
  given: readonly T[],
  present: readonly { readonly id: number; readonly name?: string }[],
): readonly T[] {
  const givenIds = new Set(given.map(({ id }) => id));
  const taken = new Set<number>();
  return given.map((each) => {
    const free = present.filter(({ id }) => !taken.has(id));
    const same =
      free.find(({ id }) => id === each.id) ??
      free.find(({ id, name }) => name !== undefined && name === each.name && !givenIds.has(id));
    if (same !== undefined) taken.add(same.id);
    return { ...each, id: same?.id ?? null };
  });
}

/** Gives each part of a test its final id: that of the part that it replaces, or a new one. */
async function placed(
  { parts }: Repository,
  kind: PartKind,
  testId: number,
  given: readonly GivenPart[],
): Promise<readonly (TestPart & GivenPart)[]> {
  if (given.length === 0) return [];
  const known = await parts.ofTest<TestPart & GivenPart>(kind, testId);
  const first = await parts.newIds(kind, given.length);
  const givenIds = new Set(given.map(({ id }) => id));
  const taken = new Set<number>();
  // Parts with the same name are the same part. Subscriptions have no name, because a test has only one list
  // of them.
  const isSame = (part: GivenPart, other: GivenPart): boolean =>
    kind === 'subscriptions' || (part.name !== undefined && part.name === other.name);
  return given.map((part, n) => {
    const free = known.filter(({ id }) => !taken.has(id));
    const present =
      free.find(({ id }) => id === part.id) ??
      free.find((each) => isSame(part, each) && !givenIds.has(each.id));
    const id = present?.id ?? first + n;
    taken.add(id);
    return { ...part, id, testId };
  });
}

/**
 * Replaces the ids of variables in the comparisons of an experiment by the ids that the variables have here.
 */
function compared(experiment: GivenPart, given: readonly Named[], variables: readonly Variable[]): GivenPart {
  const { comparisons } = experiment;
  if (!Array.isArray(comparisons)) return experiment;
  const renumbered = comparisons.map((comparison: ProfileComparison) => {
    const named = comparedVariable(comparison, given);
    const variable = named && variables[given.indexOf(named)];
    if (variable === undefined) return comparison;
    return { ...comparison, variableId: variable.id, variableName: variable.name };
  });
  return { ...experiment, comparisons: renumbered };
}
