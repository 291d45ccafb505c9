import { DownpourError, overloaded } from '../../../errors.ts';
import { repositoryKey } from '../../../names/repository-keys.ts';
import { itemsOf, type Table, type Write } from '../../ports/table.ts';
import { withKeyedMutex } from '../keyed-mutex.ts';
import type { RunRow } from './row.ts';

/**
 * Counts the bytes of the runs of each team, and keeps them below the limit. The bytes are counted even
 * without a limit, so that a new limit applies at once. Runs in the trash count until they are deleted
 * permanently.
 */
export type TeamStorage = ReturnType<typeof openTeamStorage>;

/** The name of the count of an owner's bytes, among the counts of runs. */
export const bytesName = ({ owner }: Pick<RunRow, 'owner'>): string => `bytes ${owner}`;

/** The team in the name of a count of bytes. Undefined for any other count. */
const teamIn = (name: string): string | undefined => /^bytes (.*)$/s.exec(name)?.[1];

/** The most attempts to write when writes for one team conflict. */
const attempts = 50;

/**
 * Opens the count of bytes.
 * @param bytesMax the limit of each team. Absent: no limit.
 */
export function openTeamStorage(table: Table, bytesMax?: number) {
  const { pk } = repositoryKey.runTotals(0);
  const mutexes = {};

  /** Reads the bytes of each team. A team without runs is left out. */
  async function usage(): Promise<ReadonlyMap<string, number>> {
    const used = new Map<string, number>();
    for await (const counts of itemsOf(table, pk))
      for (const [name, count] of Object.entries(counts)) {
        const team = teamIn(name);
        if (team !== undefined) used.set(team, (used.get(team) ?? 0) + Number(count));
      }
    return new Map([...used].filter(([, bytes]) => bytes > 0));
  }

  const usedBytes = async (team: string): Promise<number> => (await usage()).get(team) ?? 0;

  /** The error when further bytes would exceed the storage limit of the team. Undefined when they fit. */
  async function refusal(team: string, bytes: number): Promise<DownpourError | undefined> {
    if (bytesMax === undefined) return undefined;
    const used = await usedBytes(team);
    return used + bytes <= bytesMax ? undefined : full({ team, bytes, usedBytes: used, bytesMax });
  }

  return {
    bytesMax,
    usage,
    usedBytes,
    refusal,

    /**
     * Repeats a call that adds bytes to a team when it conflicts with another call. With a limit, one process
     * runs these calls one after the other.
     * @param call returns undefined when the write of the team's storage was rejected.
     */
    async withMutex<T>(name: string, call: () => Promise<T | undefined>): Promise<T> {
      const repeated = async (): Promise<T> => {
        for (let attempt = 0; attempt < attempts; attempt += 1) {
          const done = await call();
          if (done !== undefined) return done;
        }
        throw overloaded(
          `Downpour could not store the run, because other requests stored runs of ${name} during each of ${attempts} attempts; send the request again`,
        );
      };
      return bytesMax === undefined ? repeated() : withKeyedMutex(mutexes, name, repeated);
    },

    /**
     * The writes for a transaction that adds bytes to a team. Two concurrent transactions may both find
     * enough room. These writes make the later one fail and check again, so that both together keep the
     * limit.
     *
     * @param isJudged - false for a run to which the limit does not apply.
     * @throws DownpourError TEAM_STORAGE_FULL (507).
     */
    async reserve(team: string, bytes: number, isJudged = true): Promise<readonly Write[]> {
      if (bytesMax === undefined) return [];
      const key = repositoryKey.storageTurn(team);
      if (!isJudged) return [{ update: key, add: { turn: 1 } }];
      const before = await table.get(key);
      const refused = await refusal(team, bytes);
      if (refused !== undefined) throw refused;
      const when = before === undefined ? 'absent' : { turn: Number(before.turn) };
      return [{ update: key, add: { turn: 1 }, when }];
    },
  };
}

type Full = {
  readonly team: string;
  readonly bytes: number;
  readonly usedBytes: number;
  readonly bytesMax: number;
};

function full({ team, bytes, usedBytes, bytesMax }: Full): DownpourError {
  const [bound, used, more] = [bytesMax, usedBytes, bytes].map((count) => count.toLocaleString('en-US'));
  const message =
    `${team} may store ${bound} bytes of runs and stores ${used}: there is no space for ${more} more. ` +
    'Delete runs of the team for good (POST /api/run/{id}/trash, then DELETE /api/run/{id}), or ask the operator for a larger limit';
  return new DownpourError('TEAM_STORAGE_FULL', 507, message, { details: { team, usedBytes, bytesMax } });
}
