/** JSON texts by the ids of the labels; a label whose function failed has none. */
export type LabelValues = Readonly<Record<string, string>>;

/** What the table has of the label values of a dataset. */
export type ValuesItem = {
  readonly dataset: number;
  /** JSON texts by the ids of the labels; absent: they are an object. */
  readonly values?: LabelValues;
  /** Of the definitions that they were made with. */
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
