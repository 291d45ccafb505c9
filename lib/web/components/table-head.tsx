/**
 * The head of a table.
 * @param columns for each column its title, or its title and the CSS class of its cells, such as `number`.
 */
export function TableHead({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column, at) => {
          const [word, name] = typeof column === 'string' ? [column] : column;
          return (
            <th key={at} scope="col" class={name}>
              {word}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

export type Column = string | readonly [word: string, name: string | undefined];
