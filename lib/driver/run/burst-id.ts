/**
 * An id that sorts by time and can be read aloud: `b-20261120-053633-k3f9`, the second in UTC and four random signs.
 * A million ids for each second; whoever puts the burst finds out when two are the same.
 */
export function burstId(now: number, below: (most: number) => number): string {
  const [day, time] = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T');
  const tail = Array.from({ length: 4 }, () => signs[below(signs.length)]).join('');
  return `b-${day}-${time}-${tail}`;
}

/** Without i, l, o and u, which are mistaken for others or make words. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz';
