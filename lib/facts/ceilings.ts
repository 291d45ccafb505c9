/**
 * The names of the ceilings of a deployment. lib/driver/planning/limits.ts has their meanings and defaults.
 */
export const ceilingNames = [
  'usersPerSecMax',
  'sessionsMax',
  'durationMsMax',
  'shardsMax',
  'connectionsMax',
  'connectionsShardMax',
  'dollarsMax',
] as const;
