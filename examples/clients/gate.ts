// Starts a burst, and fails when it is worse than the last five of its test: `node gate.ts shop.hf.yaml`.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { client, query, start, watch } from 'downpour/client';

const api = client(process.env.DOWNPOUR_URL ?? '', { apiKey: process.env.DOWNPOUR_API_KEY });
const document = readFileSync(process.argv[2] ?? '', 'utf8');
const { id } = await start(api, { document });
for await (const { phase, second, requestsPerSec } of watch(api, id))
  console.log(`${phase} ${second} s: ${Math.round(requestsPerSec)} requests per second`);
const { state, test, createdAt: to, runId: run = 0 } = await api.burst.by(id).get();
console.log(
  'p99 in ns:',
  await query<number>(api, run, "$.stats[0].total.summary.percentileResponseTime['99.0']"),
);
const { runs } = await api.run.list.get({ query: { test, to, limit: 5 } });
const sides = { baseline: runs.map((each) => each.id).join(), candidate: `${run}` };
const { outcome, reason } = await api.compare.get({ query: sides });
console.log(`${state}, ${outcome}: ${reason}`);
process.exit(state === 'passed' && outcome !== 'worse' ? 0 : 1);
