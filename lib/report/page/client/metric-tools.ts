/** The field that finds rows of the table, and the button that shows all of them. */
export function addTools(root: ParentNode, table: HTMLTableElement): void {
  const find = root.querySelector<HTMLInputElement>('#metrics-find');
  const more = root.querySelector<HTMLButtonElement>('#metrics-more');
  const tools = find?.closest<HTMLElement>('.tools');
  if (!find || !more || !tools) return;
  tools.hidden = false;
  const show = (): void => {
    const query = find.value.trim().toLowerCase();
    for (const row of table.querySelectorAll<HTMLTableRowElement>('tbody > tr:not(.detail)')) {
      const names = `${row.cells[0]?.textContent} ${row.cells[1]?.textContent}`.toLowerCase();
      const isFolded = query === '' && !more.hidden && row.classList.contains('more');
      row.hidden = isFolded || !names.includes(query);
      if (row.nextElementSibling?.classList.contains('detail')) {
        (row.nextElementSibling as HTMLElement).hidden = row.hidden;
      }
    }
  };
  find.addEventListener('input', show);
  more.addEventListener('click', () => {
    more.hidden = true;
    show();
    find.focus();
  });
  show();
}
