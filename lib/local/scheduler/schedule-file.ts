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
  readonly put: (schedule: StoredSchedule) => void;
  /** Deletes a schedule. False when no schedule has this name. */
  readonly remove: (name: string) => boolean;
};

/**
 * Opens the file of schedules. Each change replaces the whole file, so that it is always complete. A change
 * that cannot be written has no effect. Schedules are few and change rarely.
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
    put: (schedule) => replace(new Map(schedules).set(schedule.name, schedule)),
    remove(name) {
      const next = new Map(schedules);
      if (!next.delete(name)) return false;
      replace(next);
      return true;
    },
  };
}
