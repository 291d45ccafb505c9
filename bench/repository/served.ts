/**
 * The tables or a whole cloud of one version in another process, so that its CPU time and memory are separate
 * from those of its clients: `served.ts TREE tables|cloud DIRECTORY`. It reports its URL over IPC, and
 * answers each message with its usage so far.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The URL; a cloud also reports the key of the administrator. */
export type Listening = { readonly url: string; readonly key: string };

export type Used = { readonly cpuMs: number; readonly rssMb: number; readonly heapMb: number };

const [tree = '', kind = '', dir = ''] = process.argv.slice(2);
const from = (file: string) => import(pathToFileURL(join(tree, file)).href);

const started: Record<string, () => Promise<Listening>> = {
  async tables() {
    const { openTables } = await from('lib/local/tables/tables.ts');
    const { listen } = await from('lib/local/protocol/listen.ts');
    const { server } = await openTables({ dir, credentials: { bench: 'secret' }, tables: ['bench'] });
    return { url: await listen(server), key: '' };
  },
  async cloud() {
    const { startCloud } = await from('lib/local/cloud.ts');
    const { url, adminKeyFile } = await startCloud({ dataDir: dir, bundleDir: join(dir, 'functions') });
    return { url, key: readFileSync(adminKeyFile, 'utf8').trim() };
  },
};

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const used: Used = { cpuMs: (user + system) / 1e3, rssMb: rss / 2 ** 20, heapMb: heapUsed / 2 ** 20 };
  process.send?.(used);
});
process.send?.(await started[kind]?.());
