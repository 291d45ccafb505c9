/**
 * The suffix of the keys of a changed document. Each revision has keys of its own, so a reader of an older
 * row still finds the older document and index.
 */
const revised = (revision: number): string => (revision === 0 ? '' : `.${revision}`);

/** Keys of objects. `run` is the uploaded document, byte for byte. */
export const objectKey = {
  run: (id: number, revision = 0): string => `runs/${id}/run${revised(revision)}.json`,
  /** The index of a document: the positions of its members, and columns of its arrays. */
  index: (id: number, revision = 0): string => `runs/${id}/index${revised(revision)}`,
  /** The metadata that was uploaded with a document, as a JSON array. */
  metadata: (id: number): string => `runs/${id}/metadata.json`,
  /** The HdrHistogram log with all seconds of the run of a burst, compressed. */
  histograms: (id: number): string => `runs/${id}/histograms`,
  /** The numbers of a run that a comparison needs, compressed. They are computed from its document. */
  measured: (id: number): string => `runs/${id}/measured`,
  /** The document of a dataset, below the key of its run. */
  dataset: (run: number, id: number): string => `runs/${run}/datasets/${id}/document.json`,
  datasetIndex: (run: number, id: number): string => `runs/${run}/datasets/${id}/index`,
  /** Label values of a dataset that are too large for the table. */
  labelValues: (run: number, dataset: number): string => `runs/${run}/datasets/${dataset}/values.json`,
  /** A response that is too large for Lambda. It is deleted after a day. */
  answer: (request: string): string => `answers/${request}.json`,
  /**
   * The document and the settings of the bursts that a schedule starts. The object exists as long as the
   * schedule.
   */
  scheduled: (id: string): string => `schedules/${id}/order.json`,
  scheduledFile: (id: string, sha256: string): string => `schedules/${id}/files/${sha256}`,
  /** A file that a document needs, by its SHA-256. It is deleted when its burst is over. */
  file: (upload: string, sha256: string): string => `files/${upload}/${sha256}`,
  burst: (burst: string): string => `bursts/${burst}/`,
  document: (burst: string): string => `bursts/${burst}/document.yaml`,
  parameters: (burst: string): string => `bursts/${burst}/parameters.json`,
  plan: (burst: string): string => `bursts/${burst}/plan.json`,
  /** The parts of a plan that users see. They remain when the plan is deleted. */
  outline: (burst: string): string => `bursts/${burst}/outline.json`,
  partial: (burst: string, phase: number, shard: number, segment: number): string =>
    `bursts/${burst}/partials/${phase}/${shard}-${segment}.zst`,
  /** A part of a drive's measurements, stored while the drive runs. The parts are numbered in order. */
  flush: (burst: string, phase: number, shard: number, segment: number, number: number): string =>
    `bursts/${burst}/flushes/${phase}/${shard}-${segment}/${number}.zst`,
  /** The merged measurements of a group of drives. */
  group: (burst: string, phase: number, group: number): string =>
    `bursts/${burst}/groups/${phase}/${group}.zst`,
  /** The values that the users of a drive shared, for drives of later phases. */
  shared: (burst: string, phase: number, shard: number, segment: number): string =>
    `bursts/${burst}/shared/${phase}/${shard}-${segment}.json.gz`,
  phaseStatistics: (burst: string, phase: number): string => `bursts/${burst}/phases/${phase}.zst`,
} as const;
