/**
 * URIs of the documents that Downpour makes. The driver writes them into `$schema`, and the repository gives
 * documents of these URIs their labels.
 */

/** A run of the load driver (schema/run.schema.json). */
export const runSchema = 'urn:downpour:run';

/** The numbers of one phase and metric of a run: a dataset of the repository. */
export const runMetricSchema = 'urn:downpour:run:metric';
