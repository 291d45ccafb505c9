/** Label values as JSON texts, by the ids of the labels. A label whose function failed has no value. */
export type LabelValues = Readonly<Record<string, string>>;

/** The table item of the label values of a dataset. */
export type ValuesItem = {
  readonly dataset: number;
  /**
   * The values as JSON texts, by the ids of the labels. Absent: the values are too large and are stored as an
   * object.
   */
  readonly values?: LabelValues;
  /** The version of the definitions that made the values. */
  readonly definitions: number;
};

/** A dataset with its label values by the ids of the labels. */
export type ValuedDataset = {
  readonly runId: number;
  readonly datasetId: number;
  readonly ordinal: number;
  readonly start: number;
  readonly stop: number;
  readonly values: LabelValues;
};
