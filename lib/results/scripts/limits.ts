/** Bounds of the functions that users write, each with its unit. */
export const scriptLimits = {
  /** Milliseconds of processor time that a function of a label or transformer may take for one value. */
  scriptMs: 50,
  /**
   * Wall-clock milliseconds of all calls of functions that one request may ask for, such as those of a
   * filter.
   */
  scriptsOfRequestMs: 10_000,
  /** Bytes of memory that it may take. */
  scriptBytesMax: 32 * 1024 * 1024,
  /** Lines that it may write to its console, and characters of each; what is beyond them is left out. */
  scriptLinesMax: 100,
  scriptLineLengthMax: 1000,
  /** Arrays and objects inside one another in what it gives. */
  scriptResultDepthMax: 300,
  /** Compiled functions that a warm process keeps, and characters of their text together. */
  scriptsKept: 500,
  scriptsKeptLength: 1024 * 1024,
} as const;
