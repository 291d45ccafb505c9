import type { Ending } from '../../lib/local/state-machine/interpreter/execution.ts';
import type { Mood } from './aws/calls.ts';
import type { Dynamo } from './aws/dynamo.ts';
import type { Fargate } from './aws/fargate.ts';
import type { Lambda } from './aws/lambda.ts';
import { api } from './constants.ts';
import { documentOf } from './document.ts';
import { target } from './drive/target.ts';
import type { Machines } from './machine/machines.ts';
import type { Answer, Client } from './outside/client.ts';
import { type Starter, stopAsTheCommandLine } from './outside/stopping.ts';
import type { Scenario } from './scenario.ts';
import type { World } from './time/world.ts';

type Parts = {
  readonly world: World;
  readonly client: Client;
  readonly machines: Machines;
  readonly lambda: Lambda;
  readonly fargate: Fargate;
  readonly mood: Mood;
  readonly dynamo: Dynamo;
};

/** The state of a burst as the API reports it. */
export type Status = {
  readonly state: string;
  readonly endedAt?: number;
  readonly runId?: number;
  readonly reason?: string;
  readonly phases: readonly { readonly name: string; readonly status: string }[];
};

/** The burst as a user sees it. Instants are in the true time, in epoch milliseconds. */
export type Observed = {
  /** The reason why the API rejected the burst. Absent: it was started. */
  readonly refused?: string;
  readonly postedAt: number;
  readonly endedAt: number;
  readonly stopAskedAt?: number;
  readonly ending?: Ending;
  readonly status?: Status;
  /** The number of status requests of watching users, by HTTP status of the answer. */
  readonly watched: Readonly<Record<string, number>>;
  /** The number of functions that still ran some time after the end of the burst, although none should. */
  readonly left: number;
};

const burst = 'b-20261122-120000-sim0';

/** Starts a burst, watches it, stops it if the scenario has a stop, and waits for its end. */
export async function runBurst(
  scenario: Scenario,
  { world, client, machines, lambda, fargate, mood, dynamo }: Parts,
): Promise<Observed> {
  const key = await client.firstKey();
  const postedAt = world.now;
  mood.chaos = scenario.chaos;
  const posted = await post(scenario, client, key, dynamo);
  const watched: Record<string, number> = {};
  const ended = machines.ending(burst);
  if (ended === undefined) return { postedAt, endedAt: world.now, refused: posted.body, watched, left: 0 };
  let isOver = false;
  for (let watcher = 0; watcher < scenario.watchers; watcher += 1)
    void watch(client, key, world, () => isOver, watched);
  const stopping =
    scenario.stopAfterMs === undefined
      ? undefined
      : stop(
          client,
          world,
          { burst, key, stopToken: tokenIn(posted) },
          scenario.stopAfterMs,
          () => isOver,
          () => {
            if (scenario.crowded !== true) return;
            lambda.isCrowded = true;
            world.after(crowdedMs, () => {
              lambda.isCrowded = false;
            });
          },
        );
  const ending = await machines.allEnded();
  const endedAt = world.now;
  isOver = true;
  mood.chaos = 0;
  // Killed drives cannot report their end, so Downpour gets some time to detect them.
  await world.sleep(leftAloneMs);
  const answer = await client.insist(
    'api/burst-get',
    `GET /api/burst/${burst}`,
    { key, path: { id: burst } },
    insistMs,
  );
  const status = answer.status === 200 ? (JSON.parse(answer.body) as Status) : undefined;
  return {
    postedAt,
    endedAt,
    ...(ending === undefined ? {} : { ending }),
    ...(status === undefined ? {} : { status }),
    watched,
    left: lambda.atWork + fargate.atWork,
    ...(await stopping),
  };
}

/**
 * Requests a burst. The API accepts a limited number of shards, so a larger burst is requested with that
 * number. The other shards are added before the burst is planned.
 */
async function post(scenario: Scenario, client: Client, key: string, dynamo: Dynamo): Promise<Answer> {
  const { seed, shards, executor } = scenario;
  const headers = { 'idempotency-key': `key-${seed}` };
  const ask = (most: number): Promise<Answer> => {
    const body = { id: burst, document: documentOf(scenario), shards: most, seed, executor };
    return client.insist('api/burst-start', 'POST /api/burst', { key, body, headers }, insistMs);
  };
  const answer = await ask(shards);
  if (!/shards must be <= 1000/.test(answer.body)) return answer;
  const again = await ask(1_000);
  const record = { pk: burst, sk: 'burst' };
  dynamo.place('bursts', record, { ...dynamo.item('bursts', record), shards });
  return again;
}

/** The stop token of a burst. Older releases return none. */
const tokenIn = ({ body }: Answer): string | undefined =>
  (JSON.parse(body) as { readonly stopToken?: string }).stopToken;

const insistMs = 60_000;
const crowdedMs = 20_000;
const leftAloneMs = 60_000;

async function watch(
  client: Client,
  key: string,
  world: World,
  isOver: () => boolean,
  watched: Record<string, number>,
): Promise<void> {
  while (!isOver()) {
    const { status } = await client.ask('api/burst-get', `GET /api/burst/${burst}`, {
      key,
      path: { id: burst },
    });
    watched[status] = (watched[status] ?? 0) + 1;
    await world.sleep(api.watchMs);
  }
}

/** Stops the burst `afterMs` milliseconds after the first request reached the target. */
async function stop(
  client: Client,
  world: World,
  starter: Starter,
  afterMs: number,
  isOver: () => boolean,
  before: () => void,
): Promise<Pick<Observed, 'stopAskedAt'>> {
  while (target.arrivals.length === 0 && !isOver()) await world.sleep(100);
  await world.sleep(afterMs);
  if (isOver()) return {};
  before();
  const stopAskedAt = world.now;
  // Whether the stop worked is judged by the load at the target, so an error of the call is ignored.
  await stopAsTheCommandLine(client, world, starter).catch(() => undefined);
  return { stopAskedAt };
}
