import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseStored } from '../data-folder/disk-errors.ts';

/** A stored schedule. Its times are in epoch milliseconds. */
export type StoredSchedule = {
  readonly name: string;
  readonly expression: string;
  readonly zone: string;
  readonly startAt?: number | undefined;
  readonly isDisabled?: boolean;
  readonly target: { readonly arn: string; readonly input: string };
  readonly createdAt: number;
  /** The time up to which the times of the schedule were delivered or reported as missed. */
  readonly doneUntil: number;
};

export type ScheduleFile = {
  readonly schedules: ReadonlyMap<string, StoredSchedule>;
  /** Stores changes together, by the names of the schedules. Undefined deletes a schedule. */
  readonly store: (changes: ReadonlyMap<string, StoredSchedule | undefined>) => void;
};

/**
 * Opens the file of schedules. Each change replaces the whole file, so that it is always complete. A change
 * that cannot be written has no effect. Schedules change rarely.
 */
export function openScheduleFile(path: string): ScheduleFile {
  const stored = existsSync(path)
    ? parseStored<readonly StoredSchedule[]>(readFileSync(path, 'utf8'), path)
    : [];
  let schedules: ReadonlyMap<string, StoredSchedule> = new Map(stored.map((each) => [each.name, each]));
  const replace = (next: ReadonlyMap<string, StoredSchedule>): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, JSON.stringify([...next.values()], null, 2), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    schedules = next;
  };
  return {
    get schedules() {
      return schedules;
    },
    store(changes) {
      const next = new Map(schedules);
      for (const [name, schedule] of changes)
        if (schedule === undefined) next.delete(name);
        else next.set(name, schedule);
      replace(next);
    },
  };
}
