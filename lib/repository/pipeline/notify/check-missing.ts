import { repositoryKey } from '../../../names/repository.ts';
import type { Write } from '../../ports/table.ts';
import type { Missing } from '../../records/alerting/events.ts';
import { type Expectation, openExpectations, takenBack } from '../../records/alerting/expectations.ts';
import type { MissingDataRule } from '../../records/alerting/variables.ts';
import type { Test } from '../../records/tests/tests.ts';
import type { Repository } from '../../repository.ts';
import type { Due, Work } from '../../work/work.ts';

export type CheckContext = {
  readonly repository: Pick<Repository, 'table' | 'tests' | 'alerting'>;
  readonly work: Pick<Work, 'due' | 'send'>;
};

/**
 * Looks for rules whose last dataset is too old, or whose first one does not come, and for runs that were expected and did not come. Each is told once: a rule again
 * when as much time has passed without data. What says that it was told is written with the event: of two checks that meet, one
 * tells it.
 *
 * @param now epoch milliseconds.
 * @returns how many were told.
 */
export async function checkMissing({ repository, work }: CheckContext, now: number): Promise<number> {
  const { table, tests, alerting } = repository;
  const [rules, expectations] = await Promise.all([alerting.rules(), openExpectations(table).list()]);
  const stale = (await Promise.all(rules.map((rule) => staleRule(repository, rule, now)))).flat();
  const late = expectations.filter(({ expectedBefore }) => expectedBefore < now);
  const known = new Map<number, Test | undefined>();
  const told: Due[] = [];
  for (const { testId, writes, missing } of [...stale, ...late.map(lateRun)]) {
    if (!known.has(testId)) known.set(testId, await tests.byId(testId));
    const test = known.get(testId);
    const isQuiet = test === undefined || test.notificationsEnabled === false;
    const due = isQuiet
      ? []
      : [
          work.due(
            { kind: 'event', event: { kind: 'missing-data', testId, testName: test.name, missing } },
            'now',
          ),
        ];
    const failed = await table.write([...writes, ...due.map((one) => one.write)]);
    if (failed.length === 0) told.push(...due);
  }
  await work.send(told);
  return told.length;
}

type Found = { readonly testId: number; readonly writes: readonly Write[]; readonly missing: Missing };

async function staleRule(
  { table }: CheckContext['repository'],
  rule: MissingDataRule,
  now: number,
): Promise<readonly Found[]> {
  const { id, testId, name, maxStaleness, lastNotification, waitsSince } = rule;
  if (lastNotification !== undefined && lastNotification >= now - maxStaleness) return [];
  const { pk } = repositoryKey.ruleMatch(id, 0, 0, 0);
  const [newest] = (await table.page(pk, { backward: true, limit: 1 })).items;
  const last = newest && Number(newest.time);
  // A rule counts datasets from its making on: those of before say nothing, and the first one has its time too.
  if (last === undefined && waitsSince === undefined) {
    const key = repositoryKey.missingRule(testId, id);
    await table.write([{ update: key, set: { waitsSince: now }, when: { id, waitsSince } }]);
    return [];
  }
  if (Math.max(last ?? 0, waitsSince ?? 0) >= now - maxStaleness) return [];
  const write: Write = {
    update: repositoryKey.missingRule(testId, id),
    set: { lastNotification: now },
    when: { lastNotification },
  };
  // With its time: what is told again is another event.
  const missing = {
    ...{ rule: name ?? `rule #${id}`, maxStaleness, at: now },
    ...(last !== undefined && { last }),
  };
  return [{ testId, writes: [write], missing }];
}

function lateRun(expectation: Expectation): Found {
  const { testId, expectedBefore, expectedBy, backlink } = expectation;
  const missing = { expectedBefore, expectedBy, ...(backlink !== undefined && { backlink }) };
  return { testId, writes: takenBack(expectation), missing };
}
