import type { Settled } from '../../lib/cloud/options/read.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { JudgeAdopted } from '../../lib/store/adopted/adopted.ts';
import { type Deployed, fileOf, recall, rememberedStages } from './stage-file.ts';

/**
 * For each option that names an existing store (a table or a bucket): the output of the stack with the name
 * of the stage's own store.
 */
const outputOf = {
  bucket: 'RunsBucket',
  repositoryTable: 'RepositoryTable',
  identityTable: 'IdentityTable',
} as const;

type Store = keyof typeof outputOf;

/**
 * Rejects existing stores that do not fit, with all problems at once. Stores that the stage already uses are
 * not checked again.
 * @param folder with a file of options for each stage.
 * @throws DownpourError `STORES_REFUSED` (409)
 */
export async function refuseStores(
  options: Settled & { readonly region: string },
  deployed: Deployed | undefined,
  { folder, judge }: { readonly folder: string; readonly judge: JudgeAdopted },
): Promise<void> {
  const isNew = (store: Store): boolean =>
    options[store] !== undefined && options[store] !== deployed?.outputs[outputOf[store]];
  const stores = (Object.keys(outputOf) as Store[]).filter(isNew);
  if (stores.length === 0) return;
  const named = Object.fromEntries(stores.map((store) => [store, options[store]]));
  const isKept = options.data === 'keep';
  const problems = [
    ...(deployed !== undefined && !isKept
      ? [
          `stage ${options.stage} has the option data=discard, so Downpour would delete the bucket and the tables that this stage uses now: deploy with --data keep first`,
        ]
      : []),
    ...(deployed === undefined && options.bucket === undefined && options.repositoryTable !== undefined
      ? [
          'the option repositoryTable also needs the option bucket, because the bucket has the documents of the runs in the table',
        ]
      : []),
    ...(await usedElsewhere(folder, options, named)),
    ...(await judge(named, { region: options.region, isKept, key: options.kmsKeyArn })),
  ];
  if (problems.length === 0) return;
  throw new DownpourError(
    'STORES_REFUSED',
    409,
    `nothing was changed, because Downpour cannot use the existing bucket or tables: ${problems.join('; ')}`,
  );
}

/**
 * The problem when another stage uses the same store. Both deployments would do the background work of one
 * repository.
 */
async function usedElsewhere(
  folder: string,
  { stage }: Settled,
  named: Readonly<Partial<Record<Store, string>>>,
): Promise<readonly string[]> {
  const others = (await rememberedStages(folder)).filter((each) => each !== stage);
  const found = await Promise.all(
    others.map(async (other) => {
      const { deployed } = await recall(fileOf(other, folder));
      const used = Object.entries(named).filter(
        ([store, name]) => deployed?.outputs[outputOf[store as Store]] === name,
      );
      return used.map(([, name]) => `${name} is already in use by stage ${other}, so name another store`);
    }),
  );
  return found.flat();
}

/**
 * The options with which a later deployment can use the tables and the bucket that remain after a deletion.
 * Undefined when one of their names is unknown.
 */
export function adoptingFlags({ outputs }: Pick<Deployed, 'outputs'>): string | undefined {
  const { RunsBucket, RepositoryTable, IdentityTable } = outputs;
  return RunsBucket === undefined || RepositoryTable === undefined || IdentityTable === undefined
    ? undefined
    : `--bucket ${RunsBucket} --repository-table ${RepositoryTable} --identity-table ${IdentityTable}`;
}
