/** Bounds of the functions that users write, each with its unit. */
export const scriptLimits = {
  /** Milliseconds of processor time that a function of a label or transformer may take for one value. */
  scriptMs: 50,
  /**
   * Milliseconds of processor time to write the result of a function as JSON. No code of the function runs
   * then, so this time does not count for the function. A megabyte of text takes 70 ms.
   */
  scriptWritingMs: 1000,
  /** Milliseconds of processor time for all functions of one request, such as those of experiments. */
  scriptsOfRequestMs: 10_000,
  /** The most bytes of memory that a function may take. */
  scriptBytesMax: 32 * 1024 * 1024,
  /** The most lines that a function may write to its console. Further lines are left out. */
  scriptLinesMax: 100,
  /** The most characters of a line that a function writes to its console. A longer line is cut. */
  scriptLineLengthMax: 1000,
  /**
   * The most characters of the locales and options of one call of `toLocaleString`. The time limit of a
   * function does not end this call, and a list of 16,000 locales takes seconds.
   */
  scriptLocaleLengthMax: 1000,
  /** The most levels of nested arrays and objects in the result of a function. */
  scriptResultDepthMax: 300,
  /** The most compiled functions that a process keeps for later calls. */
  scriptsKept: 500,
  /** The most characters that the texts of all kept functions may have together. */
  scriptsKeptLength: 1024 * 1024,
} as const;
