import { DownpourError } from '../../../errors.ts';
import { repositoryKey } from '../../../names/repository.ts';
import { itemsOf, type Table, type Write } from '../../ports/table.ts';
import { inTurn } from '../in-turn.ts';
import type { RunRow } from './row.ts';

/**
 * How many bytes of runs a team keeps, and the bound on it. The counts of all runs have the bytes of each owner, whether there is a
 * bound or not: a bound is exact from the moment at which it is set. Runs of the trash count until they are erased.
 */
export type TeamStorage = ReturnType<typeof openTeamStorage>;

/** Bytes of a run by its owner, as the counts of runs have them. */
export const bytesName = ({ owner }: Pick<RunRow, 'owner'>): string => `bytes ${owner}`;

/** The team whose bytes a number of this name counts. */
const teamIn = (name: string): string | undefined => /^bytes (.*)$/s.exec(name)?.[1];

/** Commits of one team that meet are repeated so often. */
const attempts = 50;

/** @param bytesMax absent: a team may keep any number of bytes. */
export function openTeamStorage(table: Table, bytesMax?: number) {
  const { pk } = repositoryKey.runTotals(0);
  const lane = {};

  /** By team, those that keep none left out. */
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

  /** The refusal of so many bytes more; undefined where there is room. */
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
     * Repeats a call that writes room while other commits of the team count at the same time. With a bound those of one process take turns.
     * @param call undefined: the write of the room was refused.
     */
    async inTurn<T>(name: string, call: () => Promise<T | undefined>): Promise<T> {
      const repeated = async (): Promise<T> => {
        for (let attempt = 0; attempt < attempts; attempt += 1) {
          const done = await call();
          if (done !== undefined) return done;
        }
        throw new Error(`${name}: others stored runs of the team ${attempts} times in a row`);
      };
      return bytesMax === undefined ? repeated() : inTurn(lane, name, repeated);
    },

    /**
     * What is written together with bytes that a team gets. Of two commits of a team that counted at the same time the later one
     * is refused by this write and counts again, so that both together keep the bound.
     *
     * @param isJudged - false for a run that is kept whatever the bound says.
     * @throws DownpourError TEAM_STORAGE_FULL (507).
     */
    async room(team: string, bytes: number, isJudged = true): Promise<readonly Write[]> {
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
    `${team} may keep ${bound} bytes of runs and keeps ${used}: there is no room for ${more} more. ` +
    'Delete runs of the team for good (POST /api/run/{id}/trash, then DELETE /api/run/{id}), or ask the operator for a larger bound';
  return new DownpourError('TEAM_STORAGE_FULL', 507, message, { details: { team, usedBytes, bytesMax } });
}
