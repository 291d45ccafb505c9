import type { Assignment } from '../model/plan.ts';
import type { DriveBackend, DriveEnvironment } from './backend.ts';
import type { EndReports } from './end-reports.ts';
import type { Flushing } from './flushing.ts';
import type { LiveEvaluation } from './live-evaluation/live-evaluation.ts';
import type { Recents } from './recent-seconds.ts';
import type { Sharing } from './shared-data-handover.ts';
import type { DriveRun } from './threads/drive-run.ts';
import type { Turns } from './work-in-pieces.ts';

/** The objects that one drive needs from its lease to its report. */
export type DriveParts = {
  readonly assignment: Assignment;
  readonly backend: DriveBackend;
  readonly environment: DriveEnvironment;
  readonly flushing: Flushing;
  /** Runs longer work on the drive's own event loop in small pieces. */
  readonly turns: Turns;
  readonly reports: EndReports;
  readonly recents: Recents;
  /** Judges limits during the load. Undefined when no limit is judged then. */
  readonly early: LiveEvaluation | undefined;
};

/** The objects of a drive after its connections are open. */
export type OpenDrive = DriveParts & {
  readonly run: DriveRun;
  /** The shared data of the drive's users. Undefined when they share nothing. */
  readonly sharing: Sharing | undefined;
};

/** The start of a drive's load. Instants are epoch milliseconds by the clock of its machine, unless noted. */
export type DriveStart = {
  readonly t0: number;
  /** T0 in true time, for the variables that users read. */
  readonly announcedT0: number;
  /** The start of the drive's segment, in epoch milliseconds. */
  readonly startsAt: number;
};
