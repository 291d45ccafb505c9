/** JSON texts by the ids of the labels. A label whose function failed has none. */
export type LabelValues = Readonly<Record<string, string>>;

/** The item of the label values of a dataset. */
export type ValuesItem = {
  readonly dataset: number;
  /** JSON texts by the ids of the labels. Absent: an object of the store has them. */
  readonly values?: LabelValues;
  /** The version of the definitions that made them. */
  readonly definitions: number;
};

/** A dataset with the values of its labels, by their ids. */
export type ValuedDataset = {
  readonly runId: number;
  readonly datasetId: number;
  readonly ordinal: number;
  readonly start: number;
  readonly stop: number;
  readonly values: LabelValues;
};
