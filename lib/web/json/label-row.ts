import { childrenOf, type Exact, exact } from './exact.ts';

/** Label values of a dataset with their exact digits, by the names of the labels. */
export type LabelRow = {
  readonly runId: number;
  readonly datasetId: number;
  readonly values: ReadonlyMap<string, Exact>;
};

/** Parses the rows in a reply of the API, which is a JSON array. */
export const labelRows = (reply: string): readonly LabelRow[] => childrenOf(exact(reply)).children.map(rowOf);

function rowOf(row: Exact): LabelRow {
  const members = new Map(childrenOf(row).children.map((child) => [child.name, child]));
  const values = childrenOf(members.get('values') ?? exact('{}')).children;
  return {
    runId: Number(members.get('runId')?.text),
    datasetId: Number(members.get('datasetId')?.text),
    values: new Map(values.map((value) => [String(value.name), value])),
  };
}
