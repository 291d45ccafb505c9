import type { ColumnSource } from 'hyparquet-writer';
import type { ValueRow } from '../../../lib/repository/search/list-values.ts';

/** The content type of Apache Parquet. */
export const parquetType = 'application/vnd.apache.parquet';

/**
 * Makes an Apache Parquet file of rows, with a column for each label. Numbers are DOUBLE, as labels are
 * measured. Texts and booleans keep their type. A label with other values, or with several types, is JSON.
 * Missing values are null.
 */
export async function rowsParquet(rows: readonly ValueRow[]): Promise<Buffer> {
  // The library is loaded on demand, because few requests need it.
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const labels = [...new Set(rows.flatMap(({ values }) => [...values.keys()]))];
  const named = [...columnNames(labels)].map(([label, name]) => columnOf(label, name, rows));
  const columnData = [...ownColumns(rows), ...named];
  return Buffer.from(parquetWriteBuffer({ columnData }));
}

const own = ['runId', 'datasetId', 'start', 'stop'] as const;

const ownColumns = (rows: readonly ValueRow[]): readonly ColumnSource[] =>
  own.map((name) => {
    const numbers = rows.map((row) => row[name]);
    return name === 'start' || name === 'stop'
      ? { name, data: numbers.map((ms) => new Date(ms)), type: 'TIMESTAMP' }
      : { name, data: numbers.map(BigInt), type: 'INT64' };
  });

/**
 * The column names of labels. A label with the name of a fixed column gets the prefix `label.`, several times
 * if another label has that name.
 */
function columnNames(labels: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>([...own, ...labels]);
  return new Map(
    labels.map((label) => {
      let name = label;
      if ((own as readonly string[]).includes(label)) while (taken.has(name)) name = `label.${name}`;
      return [label, name];
    }),
  );
}

function columnOf(label: string, name: string, rows: readonly ValueRow[]): ColumnSource {
  const texts = rows.map(({ values }) => values.get(label) ?? 'null');
  const data: readonly unknown[] = texts.map((text) => JSON.parse(text));
  const kinds = new Set(data.filter((value) => value !== null).map((value) => typeof value));
  const [kind] = kinds.size === 1 ? kinds : [];
  if (kind === 'number') return { name, data: [...data], type: 'DOUBLE' };
  if (kind === 'boolean') return { name, data: [...data], type: 'BOOLEAN' };
  if (kind === 'string') return { name, data: [...data], type: 'STRING' };
  return { name, data: texts.map((text) => (text === 'null' ? null : text)), type: 'STRING' };
}
