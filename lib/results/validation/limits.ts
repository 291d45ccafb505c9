/** Bounds of the validation against JSON Schemas, each with its unit. */
export const validationLimits = {
  /** Violations of JSON Schemas that are stored for one run, and for each of its datasets. */
  validationErrorsMax: 100,
  /**
   * Bytes of a part of a run up to which all violations are reported. For a larger part, only the first
   * violation is reported.
   */
  validationAllBytesMax: 1024 * 1024,
  /** Wall-clock milliseconds of the validation of one part. */
  validationMs: 5000,
  /** Other schemas to which one JSON Schema may refer. */
  validationSchemasMax: 64,
} as const;
