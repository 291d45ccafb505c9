import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

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
 * Opens the file of schedules. Each change replaces the whole file, so that it is always complete. Schedules
 * are few and change rarely.
 */
export function openScheduleFile(path: string): ScheduleFile {
  const schedules = new Map<string, StoredSchedule>();
  if (existsSync(path))
    for (const schedule of JSON.parse(readFileSync(path, 'utf8')) as readonly StoredSchedule[])
      schedules.set(schedule.name, schedule);
  const write = (): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, JSON.stringify([...schedules.values()], null, 2), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  return {
    schedules,
    put: (schedule) => {
      schedules.set(schedule.name, schedule);
      write();
    },
    remove: (name) => {
      if (!schedules.delete(name)) return false;
      write();
      return true;
    },
  };
}
