import type { PageData } from '../data/page-data.ts';
import { parseSelection, selectionText } from '../scales/time-selection.ts';
import { expanded } from './components/decompress-json.ts';
import { makeSortable } from './components/sortable-table.ts';
import { TimeCharts } from './components/time-charts.ts';
import { showDetails } from './metric-details.ts';
import { addTools } from './metric-tools.ts';
import { selectionTable } from './selection-table.ts';
import { addPanels } from './time-panels.ts';

/** The functions of the page around a report. */
export type ReportHost = {
  /** Announces a text in the live region of the page, for screen readers. */
  readonly say: (text: string) => void;
  /**
   * Called when the user has selected a time range of the run, in the form of an address. Undefined: the
   * whole run.
   */
  readonly selected: (selection: string | undefined) => void;
};

/** A report in a page, whose scripts are running. */
export type MountedReport = Disposable & {
  /** Shows a time range in the form that `selected` reports. Any other text shows the whole run. */
  readonly show: (selection: string | undefined) => void;
};

/**
 * Starts the scripts of a report whose markup is in `root`: charts over time, a table that sorts, details of
 * metrics. Parts that are readable without a script remain unchanged. The report file and the pages of the
 * repository use this function.
 *
 * @param data of the report, as the server makes it (`page/fragment.ts`).
 */
export async function mountReport(
  root: ParentNode,
  data: string,
  { say, selected }: ReportHost,
): Promise<MountedReport> {
  const table = root.querySelector<HTMLTableElement>('#metrics');
  if (table !== null) {
    makeSortable(table);
    addTools(root, table);
  }
  const values = await expanded<PageData>(data);
  const place = root.querySelector<HTMLElement>('#time-charts');
  if (values === undefined || place === null) {
    root
      .querySelector('.script-note')
      ?.replaceChildren(
        'This browser cannot decompress the data of the charts. The tables contain all numbers.',
      );
    return { show: () => undefined, [Symbol.dispose]: () => undefined };
  }
  const { origin, lengthMs } = values;
  let present: string | undefined;
  const selection = selectionTable(values, root, table);
  const charts = new TimeCharts([origin, origin + lengthMs], say, (from, to, isWhole) => {
    selection.select(from, to, isWhole);
    const text = isWhole ? undefined : selectionText({ from, to }, origin);
    if (text === present) return;
    present = text;
    selected(text);
  });
  selection.onReset(() => charts.showAll());
  place.hidden = false;
  addPanels(charts, place, values);
  root.querySelector('#time-figure')?.remove();
  if (table !== null) showDetails(table, values, charts);
  return {
    show(text) {
      if (text === present) return;
      const selection = text === undefined ? undefined : parseSelection(text, origin, lengthMs);
      present = selection && text;
      if (selection === undefined) charts.showAll();
      else charts.show(selection.from, selection.to);
    },
    [Symbol.dispose]: () => charts[Symbol.dispose](),
  };
}
