/**
 * The URIs of the documents that Downpour makes. The driver writes them into `$schema`, and the repository
 * has labels for documents of these URIs.
 */

/** The URI of a run of the load driver (schema/run.schema.json). */
export const runSchema = 'urn:downpour:run';

/** The URI of a dataset of the repository with the numbers of one phase and metric of a run. */
export const runMetricSchema = 'urn:downpour:run:metric';
