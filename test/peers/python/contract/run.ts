/**
 * schemathesis makes requests from the contract and a seed, sends them to a local server, and checks that
 * each answer is as the contract states: no status 5xx, and no status, content type or form that the contract
 * does not list. It runs three times: with an administrator's key, without a key, and without a key when
 * anonymous reading is allowed. `npm run test:peers -- --only python` starts it.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiDocument } from '../../../../lib/contract/openapi-types.ts';
import { startCloud } from '../../../../lib/local/cloud.ts';
import { environment } from '../../../../lib/names/environment.ts';
import { openClients } from '../../../../lib/store/clients.ts';
import { openTable } from '../../../../lib/store/dynamo-table.ts';
import { acceptedRequests } from './accepted.ts';
import { fill } from './fill.ts';
import { type Asked, schemathesis } from './schemathesis.ts';
import { settings } from './settings.ts';

const contractFile = join(import.meta.dirname, '../../../../schema/openapi.json');
const contract: ApiDocument = JSON.parse(await readFile(contractFile, 'utf8'));
const all = Object.entries(contract.paths).flatMap(([path, operations]) =>
  Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
);
const administrator = 'as an administrator';
/**
 * At least this many operations must succeed for the administrator. For the others, the record was already
 * deleted, or a burst must be running.
 */
const leastSucceeded = 150;
const folder = await mkdtemp(join(tmpdir(), 'downpour-contract-'));
try {
  const asked = [
    await asking(administrator, { phases: 'examples,coverage,fuzzing', admin: true }),
    await asking('without a key', { phases: 'examples' }),
    await asking('anonymously', { phases: 'examples,fuzzing', anonymous: true }),
  ];
  console.log(`\n${asked.map(line).join('; ')}`);
  const missed = asked.flatMap(missing);
  for (const problem of missed) console.error(problem);
  if (missed.length > 0 || asked.some(({ passed, wrong }) => !passed || wrong > 0)) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

type Caller = { readonly phases: string; readonly anonymous?: boolean; readonly admin?: boolean };
type Told = Asked & { readonly name: string };

/**
 * Runs schemathesis as one caller. Each caller has its own server, because its requests change the records.
 */
async function asking(name: string, { phases, anonymous, admin }: Caller): Promise<Told> {
  const dataDir = join(folder, name.replaceAll(' ', '-'));
  const cloud = await startCloud({
    dataDir,
    environment: {
      [environment.targets]: '127.0.0.1',
      ...(anonymous && { [environment.anonymous]: 'true' }),
    },
  });
  try {
    const key = (await readFile(cloud.adminKeyFile, 'utf8')).trim();
    const config = `${dataDir}.toml`;
    const accepted = `${dataDir}.json`;
    await skipIds(cloud.environment);
    const filled = await fill(cloud.url, key);
    await writeFile(config, settings(contract, filled));
    await writeFile(accepted, JSON.stringify(acceptedRequests(contract, filled)));
    console.log(`\n${name}:`);
    const asking = { url: cloud.url, contract: contractFile, config, accepted, phases };
    return { name, ...(await schemathesis({ ...asking, key: admin ? key : undefined })) };
  } finally {
    await cloud.close();
  }
}

/**
 * The examples and limits of the contract have small ids. The existing records have larger ids, so that no
 * request deletes them by chance.
 */
async function skipIds(variables: Readonly<Record<string, string>>): Promise<void> {
  // Clients read their region and their keys from these variables.
  Object.assign(process.env, variables);
  const { dynamo } = openClients();
  const table = openTable(dynamo, variables[environment.repositoryTable] ?? '');
  const kinds = [
    'action',
    'allowed-site',
    'change',
    'change-detection',
    'dataset',
    'datastore',
    'experiment',
    'label',
  ];
  const others = [
    'missing-data-rule',
    'run',
    'schema',
    'test',
    'transformer',
    'variable',
    'view',
    'view-component',
  ];
  for (const kind of [...kinds, ...others]) await table.newIds(kind, 5000);
  dynamo.destroy();
}

/**
 * Every caller must request every operation, and enough operations must succeed for the administrator.
 * Returns a sentence for each violation.
 */
function missing({ name, operations, succeeded }: Told): readonly string[] {
  const unasked = all
    .filter((line) => !operations.has(line))
    .map((line) => `${name}: ${line} was never asked`);
  if (name !== administrator || succeeded.size >= leastSucceeded) return unasked;
  const refused = all.filter((line) => !succeeded.has(line)).join(', ');
  return [
    ...unasked,
    `${name}: ${succeeded.size} operations had a success, not ${leastSucceeded}; none had ${refused}`,
  ];
}

function line({ name, requests, operations, succeeded, wrong }: Told): string {
  return `${name}: ${requests} requests of ${operations.size} of ${all.length} operations, ${succeeded.size} with a success, ${wrong} wrong`;
}
