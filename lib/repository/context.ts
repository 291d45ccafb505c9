import type { Evaluate } from '../results/scripts/evaluation.ts';
import type { Soon } from './ports/batching-table.ts';
import type { DatasetStore } from './ports/dataset-store.ts';
import type { RunStore } from './ports/run-store.ts';
import type { UploadStore } from './ports/upload-store.ts';
import type { Outside, RequestOutside } from './records/actions/outside.ts';
import type { Repository } from './repository.ts';
import type { Work } from './work/work.ts';

/** The stores and functions that all work on runs and datasets uses. */
export type RepositoryContext = {
  readonly repository: Repository;
  /** The store of the documents of runs. */
  readonly runs: RunStore;
  /** The store of the documents of datasets. */
  readonly datasets: DatasetStore;
  /** The store of the documents of unfinished uploads. */
  readonly uploads: UploadStore;
  /** Calls the JavaScript functions of labels and transformers. */
  readonly evaluate: Evaluate;
  /**
   * Creates tasks that are done after the response, and writes them to the outbox, the table of pending
   * tasks.
   */
  readonly work: Work;
  /**
   * Sends events to their subscribers outside the repository. Absent: this process cannot perform tasks that
   * send events.
   */
  readonly outside?: Outside;
  /** True when the platform has an event bus. The bus also gets events that no action receives. */
  readonly hasBus?: boolean;
  /** Sends requests to other hosts. Absent: this process cannot query datastores. */
  readonly requestOutside?: RequestOutside;
  /** The present time in epoch milliseconds. */
  readonly now: () => number;
  readonly soon: Soon;
};
