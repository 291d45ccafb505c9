/**
 * schemathesis asks a server of this machine what its contract says, and holds each answer to it: no answer is a 5xx, none has a
 * status, a content type or a form that the contract does not list. `npm run conformance:api`; .ci/run does it. The requests follow
 * from the contract and the seed. Three times: with an administrator's key, without a key, and without one where anonymous reading
 * is on.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiDocument } from '../../../lib/contract/document.ts';
import { startCloud } from '../../../lib/local/cloud.ts';
import { environment } from '../../../lib/store/names.ts';
import { fill } from './fill.ts';
import { type Asked, schemathesis } from './schemathesis.ts';
import { settings } from './settings.ts';

const contractFile = join(import.meta.dirname, '../../../schema/openapi.json');
const contract: ApiDocument = JSON.parse(await readFile(contractFile, 'utf8'));
const all = Object.values(contract.paths).flatMap((path) => Object.values(path)).length;
const folder = await mkdtemp(join(tmpdir(), 'downpour-contract-'));
try {
  const asked = [
    await asking('as an administrator', { phases: 'examples,coverage,fuzzing', admin: true }),
    await asking('without a key', { phases: 'examples' }),
    await asking('anonymously', { phases: 'examples,fuzzing', anonymous: true }),
  ];
  console.log(`\n${asked.map(line).join('; ')}`);
  if (asked.some(({ passed, wrong }) => !passed || wrong > 0)) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

type Caller = { readonly phases: string; readonly anonymous?: boolean; readonly admin?: boolean };
type Told = Asked & { readonly name: string };

/** On a server of its own, for what one caller changes the next would see. */
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
    await writeFile(config, settings(contract, await fill(cloud.url, key)));
    console.log(`\n${name}:`);
    const asking = { url: cloud.url, contract: contractFile, config, phases };
    return { name, ...(await schemathesis({ ...asking, key: admin ? key : undefined })) };
  } finally {
    await cloud.close();
  }
}

function line({ name, requests, operations, succeeded, wrong }: Told): string {
  return `${name}: ${requests} requests of ${operations} of ${all} operations, ${succeeded} with a success, ${wrong} wrong`;
}
