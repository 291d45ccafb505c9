import { driving } from '../../limits.ts';

/** In how many turns, one a second, who judges a phase while its load goes on reads the reports of so many shards. */
export const earlyTurns = (shards: number): number =>
  Math.min(driving.earlyTurnsMax, Math.ceil(shards / driving.earlyDrivesTurn));

/** With more shards, more reports are read in a second than are meant to be: who judges sends load as well. */
export const earlyShardsMax = driving.earlyTurnsMax * driving.earlyDrivesTurn;
