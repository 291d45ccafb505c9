import type { Assignment } from '../model/plan.ts';
import type { DriveBackend, DriveEnvironment } from './backend.ts';
import type { EndReports } from './end-reports.ts';
import type { Flushing } from './flushing.ts';
import type { LiveEvaluation } from './live-evaluation/live-evaluation.ts';
import type { Recents } from './recents.ts';
import type { Sharing } from './sharing.ts';
import type { DriveRun } from './threads/drive-run.ts';

/** The parts of one drive, from its lease to its report. */
export type DriveParts = {
  readonly assignment: Assignment;
  readonly backend: DriveBackend;
  readonly environment: DriveEnvironment;
  readonly flushing: Flushing;
  readonly reports: EndReports;
  readonly recents: Recents;
  /** Undefined when nothing is judged while the load goes on. */
  readonly early: LiveEvaluation | undefined;
};

/** The same, connected. */
export type OpenDrive = DriveParts & {
  readonly run: DriveRun;
  /** Undefined when its users share nothing. */
  readonly sharing: Sharing | undefined;
};

/** When a drive starts, in epoch milliseconds by the clock of its machine. */
export type DriveStart = {
  readonly t0: number;
  /** T0 in true time, which users read. */
  readonly announcedT0: number;
  /** The start of its segment. */
  readonly startsAt: number;
};
