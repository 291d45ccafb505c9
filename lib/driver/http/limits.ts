/** Connections to targets. */
export const connecting = {
  /**
   * Looking a target's name up, connecting and shaking hands; also how long opening may go without any
   * progress.
   */
  reachMsMax: 2_500,
  /** Pause after an attempt to open a connection that failed. */
  retryPauseMs: 50,
  /**
   * Connections of one target that are being opened at once in a drive. Thousands at one instant keep an
   * event loop from its own answers until the first of them are late.
   */
  openingsAtOnce: 250,
  /**
   * Opening the core connections of a target may take so long: well below the time that a phase waits for its
   * drives.
   */
  openingCoreMsMax: 20_000,
  /** Of the core connections so many in a hundred have to be open; the others open when they are needed. */
  openedPercentMin: 90,
  /**
   * An event loop that stands still for longer while connections are opened is the reason why they are late.
   */
  openingStallMs: 500,
  /** Addresses of one target that are tried before a run. */
  addressesMax: 8,
  /**
   * A server that does not answer a TLS greeting within this time is taken for a plain one; one that says
   * nothing for as long behind a handshake has accepted the client.
   */
  greetingMsMax: 500,
  /** Idle time after which the operating system asks whether the other side is still there. */
  probeMs: 60_000,
  /**
   * Bodies up to this size are copied behind their head and written with it, which saves up to a microsecond;
   * larger ones are handed over as they are, which saves up to half of the time from 4 KB on.
   */
  joinedBytesMax: 2 * 1024,
  /** A TLS handshake whose target says nothing else; before any load also the longest that one may take. */
  handshakeMs: 10_000,
  /** A TLS handshake without a limit: nobody waits longer for one. */
  handshakeMsMax: 24 * 3_600_000,
} as const;
