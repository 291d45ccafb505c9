/** Bounds of the functions that users write, each with its unit. */
export const scriptLimits = {
  /** Milliseconds of processor time that a function of a label or transformer may take for one value. */
  scriptMs: 50,
  /**
   * Milliseconds of processor time to write a result as JSON. No code of the function runs then, so this time
   * does not count for the function. A megabyte of text takes 70 ms.
   */
  scriptWritingMs: 1000,
  /** Milliseconds of processor time for all functions of one request, such as those of experiments. */
  scriptsOfRequestMs: 10_000,
  /** Bytes of memory that a function may take. */
  scriptBytesMax: 32 * 1024 * 1024,
  /** Lines that a function may write to its console. Further lines are left out. */
  scriptLinesMax: 100,
  /** Characters of a line that a function writes to its console. A longer line is cut. */
  scriptLineLengthMax: 1000,
  /**
   * Characters of the locales and options of one call of `toLocaleString`. The time of a function does not
   * limit this call, and a list of 16,000 locales takes seconds.
   */
  scriptLocaleLengthMax: 1000,
  /** Levels of nested arrays and objects in the result of a function. */
  scriptResultDepthMax: 300,
  /** Compiled functions that a warm process keeps. */
  scriptsKept: 500,
  /** Characters of the texts of all kept functions together. */
  scriptsKeptLength: 1024 * 1024,
} as const;
