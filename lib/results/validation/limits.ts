/** Bounds of the validation against JSON Schemas, each with its unit. */
export const validationLimits = {
  /** Violations of JSON Schemas that are kept of one run, and of each of its datasets. */
  validationErrorsMax: 100,
  /** Bytes of a part of a run of which all violations are looked for; of a larger one the first. */
  validationAllBytesMax: 1024 * 1024,
  /** Wall-clock milliseconds of the validation of one part. */
  validationMs: 5000,
  /** Other schemas that one JSON Schema may refer to. */
  validationSchemasMax: 64,
} as const;
