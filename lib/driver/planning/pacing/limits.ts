/** How long before its start a phase calls its drives, and how they take turns. */
export const pacing = {
  /**
   * Drives wake this long before a start that is known ahead, unless the deployment says otherwise: a cold
   * start, the plan, the connections.
   */
  leadMs: 5_000,
  /**
   * The same where the environments of a phase before it are there: half of it is the time in which many
   * drives hear of T0.
   */
  warmLeadMs: 4_000,
  /**
   * From the last user of a drive to its end, in which its environment is not free yet: it writes what it
   * measured.
   */
  endingMs: 2_000,
  /** Transitions of a drive until it sleeps: the start of its child, and the wait. */
  launchTransitions: 2,
  /**
   * Where drives take turns, so many environments are left for those that come before theirs: a map takes one
   * to three seconds to begin, in which turns pass, and a state that waits knows whole seconds only.
   */
  turnsReserve: 400,
  /**
   * Phases that begin a burst wait this long for the drives of all of them to be ready; longer where the
   * quotas of the region make so many drives come up more slowly.
   */
  readyMsMax: 30_000,
  /** A phase with a known start is held up this long by drives that are not ready; longer likewise. */
  readyGraceMs: 5_000,
  /**
   * So much earlier such drives are called, and so much longer they are waited for: the call there, and ten
   * round trips until they are ready.
   */
  afarMs: 4_000,
  /**
   * Drives that do the same at one instant, get ready or end, spread what they write over so many
   * milliseconds for each of them: about three writes of each, of the 4,000 a second that a new table takes.
   */
  jitterMsDrive: 1.5,
  /**
   * But no longer than this: what thousands need follows from what the deployment allows
   * (lib/cloud/warm-table.ts).
   */
  jitterMsMax: 1_500,
  /** Fewer at once do not wait for each other. */
  jitterDrivesMin: 100,
  /**
   * Over so long they take their leases, before any of them has read how many they are. It is less than what
   * the lead of many drives has to spare (`warmLeadMs`, and the spread).
   */
  leaseJitterMs: 750,
} as const;
