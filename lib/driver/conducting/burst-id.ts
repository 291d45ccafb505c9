/**
 * Makes an id that sorts by time and can be read aloud: `b-20261120-053633-k3f9`. The id has the second in
 * UTC and four random characters, so each second has a million ids. If two bursts get the same id, the store
 * rejects the second, because its first write requires that no such burst exists.
 *
 * @param now epoch milliseconds.
 * @param below returns a random whole number from 0 to less than `most`.
 */
export function burstId(now: number, below: (most: number) => number): string {
  const [day, time] = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T');
  const tail = Array.from({ length: 4 }, () => characters[below(characters.length)]).join('');
  return `b-${day}-${time}-${tail}`;
}

/**
 * The characters of an id. The letters i, l, o and u are left out, because they look like other characters or
 * make words.
 */
const characters = '0123456789abcdefghjkmnpqrstvwxyz';
