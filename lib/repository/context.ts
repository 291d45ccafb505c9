import type { Evaluate } from '../results/scripts/evaluate.ts';
import type { DatasetStore } from './ports/dataset-store.ts';
import type { Soon } from './ports/gathered-table.ts';
import type { RunStore } from './ports/run-store.ts';
import type { UploadStore } from './ports/upload-store.ts';
import type { AskOutside, Outside } from './records/actions/outside.ts';
import type { Repository } from './repository.ts';
import type { Work } from './work/work.ts';

/** What work on runs is done with. */
export type RepositoryContext = {
  readonly repository: Repository;
  /** Documents of runs. */
  readonly runs: RunStore;
  /** Documents of datasets. */
  readonly datasets: DatasetStore;
  /** Documents on their way to a run. */
  readonly uploads: UploadStore;
  /** Calls the functions of labels and transformers. */
  readonly evaluate: Evaluate;
  /** What becomes due on the way. */
  readonly work: Work;
  /** The way to those who are told of events; absent: work that tells nobody. */
  readonly outside?: Outside;
  /** The platform has a bus, which takes every event, whoever listens to it. */
  readonly hasBus?: boolean;
  /** The way to those who are asked; absent: work that asks nobody. */
  readonly ask?: AskOutside;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly soon: Soon;
};
