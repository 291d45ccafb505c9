import { element } from './elements.ts';

/**
 * Makes the heads of a table into buttons that sort its rows. A row is sorted by `data-v` of its cell if it
 * exists, otherwise by the text. Numbers start with the largest. A row of the class `detail` stays below its
 * main row.
 */
export function makeSortable(table: HTMLTableElement): void {
  const heads = [...table.querySelectorAll<HTMLTableCellElement>('thead th')];
  for (const [at, head] of heads.entries()) {
    const button = element('button', { type: 'button' }, ...head.childNodes);
    head.replaceChildren(button);
    button.addEventListener('click', () => {
      const isNumber = head.classList.contains('n');
      const before = head.getAttribute('aria-sort');
      const next =
        before === null
          ? isNumber
            ? 'descending'
            : 'ascending'
          : before === 'ascending'
            ? 'descending'
            : 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', next);
      sort(table, at, next === 'ascending' ? 1 : -1);
    });
  }
}

function sort(table: HTMLTableElement, at: number, sign: 1 | -1): void {
  const body = table.tBodies[0];
  if (body === undefined) return;
  const groups: HTMLTableRowElement[][] = [];
  for (const row of body.rows) {
    if (row.classList.contains('detail')) groups.at(-1)?.push(row);
    else groups.push([row]);
  }
  const keyed = groups.map((rows) => ({ rows, key: keyOf(rows[0]?.cells[at]) }));
  keyed.sort((one, other) => sign * compared(one.key, other.key));
  body.append(...keyed.flatMap(({ rows }) => rows));
}

function keyOf(cell: HTMLTableCellElement | undefined): number | string {
  const value = cell?.dataset.v;
  return value === undefined ? (cell?.textContent ?? '') : Number(value);
}

function compared(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return `${one}`.localeCompare(`${other}`, 'en', { numeric: true });
}
