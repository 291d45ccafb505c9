type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Makes an element with attributes and children. Attributes that are false or undefined are left out. A text
 * is never read as markup.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : `${value}`);
  }
  made.append(...children);
  return made;
}

/** A table of texts; the first column names the rows. */
export function tableOf(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): HTMLElement {
  const table = element(
    'table',
    {},
    element('caption', { class: 'aside' }, caption),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...heads.map((head, at) => element('th', { scope: 'col', class: at > 0 && 'n' }, head)),
      ),
    ),
    element(
      'tbody',
      {},
      ...rows.map((cells) =>
        element(
          'tr',
          {},
          ...cells.map((cell, at) =>
            at === 0 ? element('th', { scope: 'row' }, cell) : element('td', { class: 'n' }, cell),
          ),
        ),
      ),
    ),
  );
  return element('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': caption }, table);
}

/** Makes an element that the user can open. Its content is made when it is opened. */
export function folded(summary: string, content: () => Node): HTMLDetailsElement {
  const details = element('details', {}, element('summary', {}, summary));
  details.addEventListener('toggle', () => details.append(content()), { once: true });
  return details;
}
