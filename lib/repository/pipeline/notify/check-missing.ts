import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Write } from '../../ports/table.ts';
import type { Missing } from '../../records/alerting/events.ts';
import { type Expectation, openExpectations, takenBack } from '../../records/alerting/expectations.ts';
import type { MissingDataRule } from '../../records/alerting/variables.ts';
import type { Test } from '../../records/tests/tests.ts';
import type { Repository } from '../../repository.ts';
import { runAll } from '../../work/run-steps.ts';
import type { OutboxEntry, Work } from '../../work/work.ts';
import { isUnheard } from './listeners.ts';

export type CheckContext = {
  readonly repository: Pick<Repository, 'table' | 'tests' | 'alerting' | 'actions'>;
  readonly work: Pick<Work, 'entry' | 'send'>;
};

/**
 * Publishes an event for each rule of missing data without a recent dataset, and for each expected run that
 * did not come. While data is missing, the event of a rule is published again after each `maxStaleness`. One
 * transaction writes the event and the record of its notification, so concurrent checks publish one event. A
 * rule that cannot be checked does not stop the others.
 *
 * @param now epoch milliseconds.
 * @returns the number of events.
 */
export async function checkMissing({ repository, work }: CheckContext, now: number): Promise<number> {
  const { table, tests, alerting } = repository;
  const [rules, expectations] = await Promise.all([alerting.rules(), openExpectations(table).list()]);
  const late = expectations.filter(({ expectedBefore }) => expectedBefore < now);
  const known = new Map<number, Test | undefined>();
  const sent: OutboxEntry[] = [];
  const report = async ({ testId, writes, missing }: Found): Promise<void> => {
    if (!known.has(testId)) known.set(testId, await tests.byId(testId));
    const test = known.get(testId);
    const due =
      test === undefined || (await isUnheard(repository, 'missing-data', test))
        ? []
        : [
            work.entry(
              { kind: 'event', event: { kind: 'missing-data', testId, testName: test.name, missing } },
              'now',
            ),
          ];
    const failed = await table.write([...writes, ...due.map((one) => one.write)]);
    if (failed.length === 0) sent.push(...due);
  };
  const checks = await Promise.allSettled(rules.map((rule) => staleRule(repository, rule, now)));
  try {
    await runAll([
      ...checks.map((check) => async () => {
        if (check.status === 'rejected') throw check.reason;
        if (check.value !== undefined) await report(check.value);
      }),
      ...late.map((expectation) => () => report(lateRun(expectation))),
    ]);
  } finally {
    await work.send(sent);
  }
  return sent.length;
}

type Found = { readonly testId: number; readonly writes: readonly Write[]; readonly missing: Missing };

async function staleRule(
  { table }: CheckContext['repository'],
  rule: MissingDataRule,
  now: number,
): Promise<Found | undefined> {
  const { id, testId, name, maxStaleness, lastNotification, waitsSince } = rule;
  // A time in the future was written while the clock was wrong. It is ignored, because the rule would send no
  // event until then.
  const past = (time: number | undefined): number | undefined =>
    time === undefined || time > now ? undefined : time;
  if ((past(lastNotification) ?? Number.NEGATIVE_INFINITY) >= now - maxStaleness) return undefined;
  // A dataset with a start in the future does not show that data arrived until now.
  const { pk, sk: to } = repositoryKey.ruleMatch(id, now + 1, 0, 0);
  const [newest] = (await table.page(pk, { to, backward: true, limit: 1 })).items;
  const last = newest && Number(newest.time);
  // A new rule has no dataset yet, because it counts only datasets from its creation on. The time without
  // data begins with the first check of the rule.
  if (last === undefined && past(waitsSince) === undefined) {
    const key = repositoryKey.missingRule(testId, id);
    await table.write([{ update: key, set: { waitsSince: now }, when: { id, waitsSince } }]);
    return undefined;
  }
  if (Math.max(last ?? 0, past(waitsSince) ?? 0) >= now - maxStaleness) return undefined;
  const write: Write = {
    update: repositoryKey.missingRule(testId, id),
    set: { lastNotification: now },
    when: { lastNotification },
  };
  // The event has the time of the check, so that a repeated event differs from the earlier one.
  const missing = {
    rule: name ?? `rule #${id}`,
    maxStaleness,
    at: now,
    ...(last !== undefined && { last }),
  };
  return { testId, writes: [write], missing };
}

function lateRun(expectation: Expectation): Found {
  const { testId, expectedBefore, expectedBy, backlink } = expectation;
  const missing = { expectedBefore, expectedBy, ...(backlink !== undefined && { backlink }) };
  return { testId, writes: takenBack(expectation), missing };
}
