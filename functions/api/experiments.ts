import type { ExperimentProfileRequest } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { lists } from '../../lib/names/not-found-hints.ts';
import { visibleDataset } from '../../lib/repository/reading/visible-datasets.ts';
import { changeableTest, visibleTest } from '../../lib/repository/reading/visible-test.ts';
import { refuseTooLarge } from '../../lib/repository/records/definition-size.ts';
import { modelDescriptions } from '../../lib/repository/search/experiments/comparison-models.ts';
import { type ExperimentProfile, withVariables } from '../../lib/repository/search/experiments/profile.ts';
import { runExperiments } from '../../lib/repository/search/experiments/run-experiments.ts';
import { withinTime } from '../../lib/results/scripts/request-time-limit.ts';
import { repository } from '../repository.ts';
import { evaluate, processorMs } from '../scripts/script-engine.ts';
import { stores } from '../stores.ts';
import { openOperation, operation } from './pipeline/operation.ts';
import { json, noContent } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

export const handler = router({
  'GET /api/experiment/models': openOperation('experiment-models', async () => json(modelDescriptions)),

  'GET /api/experiment/run': openOperation('experiment-run', async ({ query, caller, now }) => {
    const found = await visibleDataset(repository(), caller, query.datasetId);
    if (found === undefined)
      throw new DownpourError('DATASET_NOT_FOUND', 404, `No dataset ${query.datasetId}`);
    const bounded = withinTime(evaluate, `test ${found.dataset.testId}`, processorMs);
    const context = { repository: repository(), runs: stores().runs, evaluate: bounded, now };
    return json(await runExperiments(context, caller, found.dataset));
  }),

  'GET /api/experiment/{testId}/profiles': openOperation('experiment-list', async ({ path, caller }) => {
    const test = await visibleTest(repository(), caller, path.testId);
    const profiles = await repository().parts.ofTest<ExperimentProfile>('experiments', test.id);
    const { variables } = await repository().alerting.ofTest(test.id);
    return json(profiles.map((profile) => withVariables(profile, variables)));
  }),

  'POST /api/experiment/{testId}/profiles': operation('experiment-put', async ({ path, body, caller }) => {
    const { id: testId } = await changeableTest(repository(), caller, path.testId);
    const parsed = parseProfile(body);
    const { parts } = repository();
    const isNew = typeof body.id !== 'number' || body.id < 1;
    const id = isNew ? await parts.newIds('experiments') : Number(body.id);
    const present = await parts.ofTest('experiments', testId);
    if (!isNew && !present.some((each) => each.id === id)) throw noProfile(id);
    const profile: ExperimentProfile = { ...parsed, id, testId };
    if (!(await parts.put('experiments', profile)))
      throw new DownpourError('TEST_NOT_FOUND', 404, `No test with id ${testId}: ${lists.tests}`);
    return json(id);
  }),

  'DELETE /api/experiment/{testId}/profiles/{profileId}': operation(
    'experiment-delete',
    async ({ path, caller }) => {
      const { id } = await changeableTest(repository(), caller, path.testId);
      if (!(await repository().parts.remove('experiments', id, path.profileId)))
        throw noProfile(path.profileId);
      return noContent;
    },
  ),
});

const noProfile = (id: number): DownpourError =>
  new DownpourError(
    'EXPERIMENT_NOT_FOUND',
    404,
    `No experiment profile ${id}: list the profiles of a test with GET /api/experiment/{testId}/profiles`,
  );

function parseProfile({ id: _, testId: __, ...body }: ExperimentProfileRequest) {
  for (const [words, labels] of [
    ['selector', body.selectorLabels],
    ['baseline', body.baselineLabels],
  ] as const)
    if ((labels ?? []).length === 0)
      throw new DownpourError(
        'EXPERIMENT_INVALID',
        400,
        `Experiment profile must have ${words} labels defined.`,
      );
  const { name, selectorLabels, selectorFilter, baselineLabels, baselineFilter } = body;
  const { comparisons, extraLabels } = body;
  const profile = {
    name,
    selectorLabels,
    selectorFilter: selectorFilter ?? null,
    baselineLabels,
    baselineFilter: baselineFilter ?? null,
    comparisons: comparisons ?? [],
    extraLabels: extraLabels ?? [],
  };
  refuseTooLarge('profile', profile);
  return profile;
}
