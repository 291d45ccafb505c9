import type { ChangeDetectionUpdate } from '../../lib/api.generated.ts';
import { descriptions } from '../../lib/detection/model-descriptions.ts';
import { defaultModels } from '../../lib/detection/models.ts';
import { DownpourError } from '../../lib/errors.ts';
import { lists } from '../../lib/names/not-found-hints.ts';
import { finishRemoval } from '../../lib/repository/pipeline/removal/perform-removal.ts';
import { regrouping } from '../../lib/repository/pipeline/series/measure-again.ts';
import {
  dashboardOf,
  presentDetection,
  presentRecalculation,
  presentVariable,
} from '../../lib/repository/reading/present-alerting.ts';
import { lastVisible } from '../../lib/repository/reading/visible-series.ts';
import { changeableTest, visibleTest } from '../../lib/repository/reading/visible-test.ts';
import { givenFingerprint } from '../../lib/repository/reading/visible-variable.ts';
import { parseVariables } from '../../lib/repository/records/alerting/requests.ts';
import type { Variable } from '../../lib/repository/records/alerting/variables.ts';
import { refuseTooLarge } from '../../lib/repository/records/definition-size.ts';
import { walked } from '../../lib/repository/records/paged-list.ts';
import { visibleOf } from '../../lib/repository/records/visible-lists.ts';
import { jobOf, startJob } from '../../lib/repository/work/jobs/jobs.ts';
import { teamGroup } from '../../lib/repository/work/work.ts';
import { repository } from '../repository.ts';
import { withJobs, workContext } from '../work-context.ts';
import { actionOperations } from './alerting/action.ts';
import { changeOperations } from './alerting/changes.ts';
import { grafanaOperations } from './alerting/grafana.ts';
import { missingDataOperations } from './alerting/missing-data.ts';
import { openOperation, operation } from './pipeline/operation.ts';
import { jsonPage } from './pipeline/replies/page-reply.ts';
import { removalReply } from './pipeline/replies/removal-reply.ts';
import { json, noContent } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

export const handler = router({
  ...actionOperations,
  ...changeOperations,
  ...missingDataOperations,
  ...grafanaOperations,

  'GET /api/alerting/variables': openOperation('variable-list', async ({ query, caller }) => {
    if (query.test !== undefined) {
      const test = await visibleTest(repository(), caller, query.test);
      const { variables } = await repository().alerting.ofTest(test.id);
      const page = walked(variables, ({ order, id }) => [order, id], query);
      return jsonPage(query, { ...page, items: page.items.map(presentVariable) });
    }
    const visible = new Set(visibleOf(caller, await repository().tests.list()).map(({ id }) => id));
    const variables = (await repository().alerting.list()).filter(({ testId }) => visible.has(testId));
    const page = walked(variables, ({ id }) => [id], query);
    return jsonPage(query, { ...page, items: page.items.map(presentVariable) });
  }),

  'POST /api/alerting/variables': operation('variable-replace', async ({ query, body, caller }) => {
    const { id: test, owner } = await changeableTest(repository(), caller, query.test);
    const { alerting } = repository();
    const decide = async (present: readonly Variable[]) => {
      const parsed = await parseVariables(alerting, test, present, body);
      for (const variable of parsed) refuseTooLarge('variable', variable);
      return parsed;
    };
    const due = await alerting.set(test, decide, (ids) => {
      const task = { kind: 'remove', of: 'variables', test, ids } as const;
      return workContext().work.entry(task, 'now', { group: teamGroup(owner) });
    });
    return due === undefined ? noContent : removalReply(finishRemoval(workContext(), due));
  }),

  'GET /api/alerting/dashboard': openOperation('alerting-dashboard', async ({ query, caller }) => {
    const { id } = await visibleTest(repository(), caller, query.test);
    if (query.fingerprint?.trim()) givenFingerprint(query.fingerprint);
    return json(dashboardOf(id, (await repository().alerting.ofTest(id)).variables));
  }),

  'POST /api/alerting/recalculate': operation('datapoints-recalculate', async ({ query, caller, now }) => {
    const { id: test } = await changeableTest(repository(), caller, query.test);
    await startJob(repository().table, workContext().work, { kind: 'measures', test }, now);
    return noContent;
  }),

  'GET /api/alerting/recalculate': operation('datapoints-recalculation', async ({ query, caller }) => {
    const { id: test } = await visibleTest(repository(), caller, query.test);
    return json(presentRecalculation(await jobOf(repository().table, { kind: 'measures', test })));
  }),

  'POST /api/alerting/datapoint/last': operation('datapoint-last', async ({ body, caller }) => {
    const fingerprint = givenFingerprint(body.fingerprint ?? '');
    const found = await Promise.all(
      [...new Set(body.variables)].map(async (variable) => {
        const timestamp = await lastVisible(repository(), caller, variable, fingerprint);
        return timestamp === undefined ? [] : [{ variable, timestamp }];
      }),
    );
    return json(found.flat());
  }),

  'POST /api/alerting/changeDetection': operation(
    'change-detection-update',
    async ({ query, body, caller }) => {
      const before = await changeableTest(repository(), caller, query.testId);
      const parsed = parseUpdate(body);
      const changed = await withJobs(regrouping(before, parsed), (also) =>
        repository().tests.change(
          query.testId,
          (test) => ({ ...test, ...parsed }),
          async () => also,
        ),
      );
      if (changed === undefined) throw noTest(`No test with id ${query.testId}: ${lists.tests}`);
      return noContent;
    },
  ),

  'GET /api/alerting/changeDetectionModels': openOperation('change-detection-models', async () =>
    json(descriptions()),
  ),

  'GET /api/alerting/defaultChangeDetectionConfigs': openOperation('change-detection-defaults', async () =>
    json(defaultModels.map(presentDetection)),
  ),
});

/**
 * Parses a request to change the labels and functions with which a test detects changes. An absent member
 * becomes null.
 */
const parseUpdate = (body: ChangeDetectionUpdate) => ({
  timelineLabels: body.timelineLabels ?? null,
  timelineFunction: body.timelineFunction ?? null,
  fingerprintLabels: body.fingerprintLabels ?? null,
  fingerprintFilter: body.fingerprintFilter ?? null,
});

const noTest = (message: string): DownpourError => new DownpourError('TEST_NOT_FOUND', 404, message);
