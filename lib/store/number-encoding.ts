/**
 * Converts numbers to a form that DynamoDB stores. DynamoDB stores numbers from 1e-130 to below 1e126, and
 * its client rejects integers from 2^53 on. Any other number is stored as a set that contains only its text.
 * Records have texts, numbers, lists and maps, but no sets, so a set is always a converted number.
 *
 * @returns the value itself when no part of it has to change.
 */
export const withKeptNumbers = <Value>(value: Value): Value => replaced(value, keptNumber) as Value;

export const withReadNumbers = <Value>(value: Value): Value => replaced(value, readNumber) as Value;

const keptNumber = (value: unknown): unknown =>
  typeof value !== 'number' || isTaken(value) ? value : new Set([String(value)]);

const readNumber = (value: unknown): unknown => (value instanceof Set ? Number([...value][0]) : value);

const isTaken = (number: number): boolean =>
  number === 0 || (Math.abs(number) >= 1e-130 && Math.abs(number) <= Number.MAX_SAFE_INTEGER);

function replaced(value: unknown, leaf: (value: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Set) return leaf(value);
  if (ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) {
    const list = value.map((each) => replaced(each, leaf));
    return list.some((each, n) => each !== value[n]) ? list : value;
  }
  const members = Object.entries(value);
  const others = members.map(([name, each]) => [name, replaced(each, leaf)] as const);
  return others.some(([, each], n) => each !== members[n]?.[1]) ? Object.fromEntries(others) : value;
}
