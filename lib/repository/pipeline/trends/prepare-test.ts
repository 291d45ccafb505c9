import { repositoryKey } from '../../../names/repository-keys.ts';
import { firstUser, teamOf } from '../../../results/access.ts';
import type { Write } from '../../ports/table.ts';
import { type Variable, variableWrites } from '../../records/alerting/variables.ts';
import type { Label } from '../../records/schemas/labels.ts';
import { schemaWrites } from '../../records/schemas/schemas.ts';
import { definitionsChange, type Test } from '../../records/tests/tests.ts';
import type { Repository } from '../../repository.ts';
import {
  metricLabels,
  metricSchemaRecord,
  metricSeries,
  metricTransformer,
  metricVariables,
  runSchemaRecord,
} from './default-definitions.ts';

/** The records that prepareTest reads and writes. */
type Records = Pick<Repository, 'table' | 'tests' | 'labels' | 'alerting'>;

/**
 * Prepares a test for the runs of the load driver, so that it has trends without configuration: the
 * transformer of runs, series by phase and metric, and variables. A test that has transformers, fingerprint
 * labels or variables remains unchanged, so only its first run prepares it. A test whose member
 * `automaticVariables` is false remains unchanged too.
 */
export async function prepareTest(repository: Records, test: Test): Promise<void> {
  if (!isOpen(test)) return;
  if ((await repository.alerting.ofTest(test.id)).variables.length > 0) return;
  const transformer = await ensureDefinitions(repository);
  if (transformer === undefined) return;
  const variables = await newVariables(repository, test.id);
  await repository.tests.change(
    test.id,
    (present) =>
      // Another run may have prepared the test at the same time. Then the test is not changed.
      isOpen(present) ? { ...present, ...metricSeries, transformers: [transformer] } : undefined,
    async () => variables.flatMap(variableWrites),
  );
}

const isOpen = ({ automaticVariables, transformers = [], fingerprintLabels }: Test): boolean =>
  automaticVariables !== false && transformers.length === 0 && (fingerprintLabels ?? []).length === 0;

async function newVariables({ alerting }: Records, testId: number): Promise<readonly Variable[]> {
  const models = metricVariables.reduce((sum, variable) => sum + variable.models.length, 0);
  const firstId = await alerting.newVariableIds(metricVariables.length);
  let detectionId = await alerting.newDetectionIds(models);
  return metricVariables.map(({ models: own, ...variable }, order) => ({
    ...variable,
    id: firstId + order,
    testId,
    order,
    changeDetection: own.map((model) => ({ ...model, id: detectionId++ })),
  }));
}

/**
 * Makes the schemas of runs with their labels and their transformer, unless they exist.
 * @returns the id of the transformer. Undefined when people have removed it, or have a schema of their own
 *   with one of these URIs.
 */
async function ensureDefinitions({ table, labels }: Records): Promise<number | undefined> {
  const key = repositoryKey.runDefinitions();
  const made = await table.get(key);
  if (made !== undefined) {
    const id = Number(made.transformer);
    return (await table.get(repositoryKey.transformer(id))) === undefined ? undefined : id;
  }
  const metricId = await table.newIds('schema');
  const runId = await table.newIds('schema');
  const transformerId = await table.newIds('transformer');
  const firstLabel = await labels.newIds(metricLabels.length);
  const owned = { owner: teamOf(firstUser), access: 'PUBLIC' } as const;
  const transformer = { ...metricTransformer, ...owned, id: transformerId, schemaId: runId };
  const writes: readonly Write[] = [
    ...schemaWrites({ ...metricSchemaRecord, ...owned, id: metricId }),
    ...schemaWrites({ ...runSchemaRecord, ...owned, id: runId }),
    ...metricLabels.map((label, n): Write => {
      const id = firstLabel + n;
      const stored: Label = { ...label, ...owned, id, schemaId: metricId };
      return { put: { ...repositoryKey.label(metricId, id), ...stored } };
    }),
    { put: { ...repositoryKey.transformer(transformerId), ...transformer } },
    { put: { ...key, transformer: transformerId }, when: 'absent' },
  ];
  // A transaction may write each item only once, so the repeated writes of the version of definitions are
  // removed.
  const once = [...writes.filter((write) => write !== definitionsChange), definitionsChange];
  if ((await table.write(once)).length === 0) return transformerId;
  // If the write conflicts, another process has made the definitions.
  const others = await table.get(key);
  return others === undefined ? undefined : Number(others.transformer);
}
