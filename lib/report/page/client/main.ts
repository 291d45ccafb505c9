import type { PageData } from '../data/page-data.ts';
import { dataIn } from './components/data-block.ts';
import { makeSortable } from './components/sortable-table.ts';
import { TimeCharts } from './components/time-charts.ts';
import { showDetails } from './metric-details.ts';
import { addTools } from './metric-tools.ts';
import { selectionTable } from './selection.ts';
import { addPanels } from './time-panels.ts';

/** Starts the scripts of the page. All parts that are readable without a script stay unchanged. */
async function start(): Promise<void> {
  const table = document.querySelector<HTMLTableElement>('#metrics');
  if (table !== null) {
    makeSortable(table);
    addTools(table);
  }
  const data = await dataIn<PageData>('data');
  const place = document.querySelector<HTMLElement>('#time-charts');
  const note = document.querySelector<HTMLElement>('.script-note');
  if (data === undefined || place === null) {
    if (note !== null)
      note.textContent =
        'This browser cannot decompress the data of the charts. The tables contain all numbers.';
    return;
  }
  const live = document.querySelector<HTMLElement>('#live');
  const say = (text: string): void => {
    if (live !== null) live.textContent = text;
  };
  const selection = selectionTable(data, table);
  const charts = new TimeCharts([data.origin, data.origin + data.lengthMs], say, selection.select);
  selection.onReset(() => charts.showAll());
  place.hidden = false;
  addPanels(charts, place, data);
  document.querySelector('#time-figure')?.remove();
  if (table !== null) showDetails(table, data, charts);
  document.documentElement.dataset.ready = 'true';
}

void start();
