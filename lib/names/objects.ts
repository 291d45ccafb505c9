/** A document that was changed has a new place, so that its row, its index and itself agree at any time. */
const revised = (revision: number): string => (revision === 0 ? '' : `.${revision}`);

/** Object keys. `run` holds what was uploaded, byte for byte. */
export const objectKey = {
  run: (id: number, revision = 0): string => `runs/${id}/run${revised(revision)}.json`,
  /** Beside the document: where its members lie, and columns of its arrays. */
  index: (id: number, revision = 0): string => `runs/${id}/index${revised(revision)}`,
  /** Beside the document: an array of what was uploaded with it. */
  metadata: (id: number): string => `runs/${id}/metadata.json`,
  /** Beside the document of a burst's run: HdrHistogram's log of all its seconds, compressed. */
  histograms: (id: number): string => `runs/${id}/histograms`,
  /** Among what belongs to its run. */
  dataset: (run: number, id: number): string => `runs/${run}/datasets/${id}/document.json`,
  datasetIndex: (run: number, id: number): string => `runs/${run}/datasets/${id}/index`,
  /** Label values of a dataset that are too large for the table, among what belongs to its run. */
  labelValues: (run: number, dataset: number): string => `runs/${run}/datasets/${dataset}/values.json`,
  /** A reply that was too large for the platform; gone after a day. */
  answer: (request: string): string => `answers/${request}.json`,
  /** What a schedule starts, as long as there is the schedule. */
  scheduled: (id: string): string => `schedules/${id}/order.json`,
  scheduledFile: (id: string, sha256: string): string => `schedules/${id}/files/${sha256}`,
  /** A file that came with a document, under its own SHA-256; gone when its burst is over. */
  file: (upload: string, sha256: string): string => `files/${upload}/${sha256}`,
  burst: (burst: string): string => `bursts/${burst}/`,
  document: (burst: string): string => `bursts/${burst}/document.yaml`,
  parameters: (burst: string): string => `bursts/${burst}/parameters.json`,
  plan: (burst: string): string => `bursts/${burst}/plan.json`,
  /** What is shown of a plan; stays when the plan goes. */
  outline: (burst: string): string => `bursts/${burst}/outline.json`,
  partial: (burst: string, phase: number, shard: number, segment: number): string =>
    `bursts/${burst}/partials/${phase}/${shard}-${segment}.zst`,
  /** What a drive wrote down while it was at work, one after the other. */
  flush: (burst: string, phase: number, shard: number, segment: number, number: number): string =>
    `bursts/${burst}/flushes/${phase}/${shard}-${segment}/${number}.zst`,
  /** What a group of drives measured together. */
  group: (burst: string, phase: number, group: number): string =>
    `bursts/${burst}/groups/${phase}/${group}.zst`,
  /** What the users of a drive shared, for the drives after it. */
  shared: (burst: string, phase: number, shard: number, segment: number): string =>
    `bursts/${burst}/shared/${phase}/${shard}-${segment}.json.gz`,
  phaseStatistics: (burst: string, phase: number): string => `bursts/${burst}/phases/${phase}.zst`,
} as const;
