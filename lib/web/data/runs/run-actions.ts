import { api } from '../api.ts';
import { forgetOthers, reload } from '../cache.ts';
import { expireList } from '../lists/run-list.ts';

function changed(id: number): void {
  reload(`run ${id} `);
  forgetOthers();
  expireList();
}

/** Reads the description of a run that the server has now, and its version. Empty: the run has none. */
export async function descriptionOf(id: number) {
  const { description, version } = await api.run.by(id).summary.get();
  return { stored: description ?? '', version };
}

/**
 * Changes this version of the description of a run, and loads the run's values on the screen again.
 * @throws ApiError also when the description has another version.
 */
export async function describeRun(id: number, text: string, replaces: string | undefined): Promise<void> {
  await api.run.by(id).description.post({ query: { replaces }, body: text });
  changed(id);
}

export async function trashRun(id: number, isTrashed: boolean): Promise<void> {
  await api.run.by(id).trash.post({ query: { isTrashed } });
  changed(id);
}

/** Makes the datasets of a run again. Returns the number of new datasets. */
export async function recalculateRun(id: number): Promise<number> {
  const datasets = await api.run.by(id).recalculate.post();
  changed(id);
  return datasets.length;
}
