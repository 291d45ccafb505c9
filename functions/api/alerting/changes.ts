import { DownpourError, parameterInvalid } from '../../../lib/errors.ts';
import { lists } from '../../../lib/names/not-found-hints.ts';
import { presentChange } from '../../../lib/repository/reading/present-alerting.ts';
import { visibleChanges } from '../../../lib/repository/reading/visible-series.ts';
import { visibleTest } from '../../../lib/repository/reading/visible-test.ts';
import { givenFingerprint, watchedVariable } from '../../../lib/repository/reading/visible-variable.ts';
import { type Change, openChanges, stateOf } from '../../../lib/repository/records/alerting/changes.ts';
import { listChanges } from '../../../lib/repository/search/list-changes.ts';
import { maySee, type Principal, refuseUnless } from '../../../lib/results/access.ts';
import { repository } from '../../repository.ts';
import { openOperation, operation } from '../pipeline/operation.ts';
import { linked } from '../pipeline/replies/page-reply.ts';
import { json, noContent } from '../pipeline/replies/reply.ts';

/** Detected changes: lists, and what people decide about them. */
export const changeOperations = {
  'GET /api/alerting/changes': openOperation('change-list', async ({ query, caller }) => {
    const fingerprint = query.fingerprint?.trim() ? givenFingerprint(query.fingerprint) : undefined;
    if (query.var === undefined) {
      const { test, state, limit = 100, cursor } = query;
      if (test !== undefined) await visibleTest(repository(), caller, test);
      const selection = { test, state, fingerprint };
      const { changes, next } = await listChanges(repository(), caller, selection, { limit, cursor });
      const items = changes.map((one) => presentChange(one.change, one.variable, one.test));
      return linked(json(items), query, next);
    }
    refuseBesideVariable(query);
    const { variable, test } = await watchedVariable(repository(), caller, query.var);
    const all = await openChanges(repository().table).ofVariable(variable.id);
    const changes = await visibleChanges(repository(), caller, all, fingerprint);
    const selected = changes.filter((one) => query.state === undefined || stateOf(one) === query.state);
    return json(selected.map((change) => presentChange(change, variable, test)));
  }),

  'PUT /api/alerting/change/{id}': operation('change-confirm', async ({ path, body, caller }) => {
    if (body.id !== path.id)
      throw new DownpourError(
        'CHANGE_ID_DIFFERS',
        400,
        `the id ${body.id} in the body is not the id ${path.id} in the path; send the same id in both`,
      );
    const { description, confirmed } = body;
    const acknowledgement = { confirmed, ...(typeof description === 'string' && { description }) };
    const change = await changeableChange(path.id, caller);
    if (!(await openChanges(repository().table).acknowledge(change, acknowledgement)))
      throw noChange(path.id);
    return noContent;
  }),

  'DELETE /api/alerting/change/{id}': operation('change-dismiss', async ({ path, query, caller }) => {
    const change = await changeableChange(path.id, caller);
    const { state } = query;
    if (state !== undefined && state !== stateOf(change)) throw alreadyJudged(path.id, state);
    const acknowledgement = { confirmed: false, dismissed: true } as const;
    const seen = state && { confirmed: change.confirmed };
    const changes = openChanges(repository().table);
    if (!(await changes.acknowledge(change, acknowledgement, seen)))
      throw state && (await changes.find(path.id)) ? alreadyJudged(path.id, state) : noChange(path.id);
    return noContent;
  }),
};

async function changeableChange(id: number, caller: Principal): Promise<Change> {
  const change = await openChanges(repository().table).find(id);
  const [visible] = change ? await visibleChanges(repository(), caller, [change]) : [];
  const test = visible && (await repository().tests.byId(visible.testId));
  if (visible === undefined || test === undefined || !maySee(caller, test)) throw noChange(id);
  refuseUnless(caller, 'tester', test.owner);
  return visible;
}

const noChange = (id: number): DownpourError =>
  new DownpourError('CHANGE_NOT_FOUND', 404, `Change with id ${id} not found: ${lists.changes}`);

const alreadyJudged = (id: number, state: string): DownpourError =>
  new DownpourError(
    'CHANGE_JUDGED',
    409,
    `Change ${id} is no longer ${state}, because a user has changed its state since then. Read the change again before you dismiss it.`,
  );

/**
 * Rejects other filters together with `var`, because all changes of a variable are one reply.
 * @throws DownpourError REQUEST_INVALID (400).
 */
function refuseBesideVariable(query: Readonly<Record<string, unknown>>): void {
  const other = ['test', 'limit', 'cursor'].find((name) => query[name] !== undefined);
  if (other !== undefined)
    throw parameterInvalid(other, 'cannot be combined with `var`: send only one of the two');
}
