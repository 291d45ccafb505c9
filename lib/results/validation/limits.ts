/** Bounds of the validation against JSON Schemas, each with its unit. */
export const validationLimits = {
  /** The most violations of JSON Schemas that are stored for one run, and for each of its datasets. */
  validationErrorsMax: 100,
  /**
   * The most bytes of a part of a run for which all violations are reported. For a larger part, only the
   * first violation is reported.
   */
  validationAllBytesMax: 1024 * 1024,
  /** The most wall-clock milliseconds that the validation of one part may take. */
  validationMs: 5000,
  /** The most other schemas to which one JSON Schema may refer. */
  validationSchemasMax: 64,
} as const;
