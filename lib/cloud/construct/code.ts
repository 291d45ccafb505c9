import type { Bundles } from '../lambda/bundles.ts';

/** The program files of a release of Downpour. */
export type Code = {
  readonly bundles: Bundles;
  /** The file of the state machine of bursts. `stop.asl.json` lies next to it. */
  readonly definition: string;
  /** The version that `GET /api/config/version` returns. */
  readonly version: string;
  /** The commit that `GET /api/config/version` also returns. Absent: unknown. */
  readonly commit?: string | undefined;
};
