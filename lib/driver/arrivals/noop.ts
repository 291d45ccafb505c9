import type { ArrivalsOf } from '../model/arrivals.ts';
import type { ArrivalKind } from './arrival-kind.ts';

declare module '../model/arrivals.ts' {
  interface ArrivalNumbers {
    readonly noop: object;
  }
}

export const nobody: ArrivalsOf<'noop'> = { kind: 'noop' };

export const noop: ArrivalKind<'noop'> = {
  kind: nobody.kind,
  summary: 'Starts no users. Use this phase as a pause for which other phases wait.',
  description: 'Starts no users. Use this phase as a pause for which other phases wait.',
  fields: {},
  written: { duration: '5s' },
  example: {},
  startsUsers: false,
  parse: () => nobody,
  parseDuration: (writtenMs) => writtenMs,
  model: () => ({
    repeats: false,
    peakUsersPerSec: 0,
    description: '',
    loadKey: 'duration',
    sessions: () => 0,
    share: () => nobody,
    knownDurationMs: (writtenMs) => writtenMs ?? 0,
    plannedUsers: () => 0,
    expectedUsers: () => 0,
    schedule: () => undefined,
  }),
};
