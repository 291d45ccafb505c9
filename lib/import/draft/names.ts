/**
 * `Product list / 2` becomes `productList2`, `X-API-Key` becomes `xApiKey`; letters of every script are kept.
 */
export const camelCase = (text: string): string =>
  text
    .normalize('NFC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (/^\p{Lu}+$/u.test(word) ? word.toLowerCase() : word))
    .map((word, index) =>
      word.replace(/^./u, (first) => (index === 0 ? first.toLowerCase() : first.toUpperCase())),
    )
    .join('')
    .slice(0, nameCharsMax);

const nameCharsMax = 60;

/** A name that a pattern can read: ASCII letters and digits, a letter first. */
export function variableName(text: string): string {
  const name = camelCase(text).replace(/[^A-Za-z0-9]/g, '');
  return /^[A-Za-z]/.test(name) ? name : `value${name}`;
}

/** `accessToken` becomes `ACCESS_TOKEN`. */
export const parameterName = (variable: string): string =>
  variable.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();

/** Makes names unique: the second `cart` is `cart2`, or what `again` makes of it. */
export class UniqueNames {
  readonly #taken: Set<string>;
  /** The number of times that each name was asked for; counting goes on from there. */
  readonly #asked = new Map<string, number>();

  constructor(...reserved: readonly string[]) {
    this.#taken = new Set(reserved);
  }

  take(wanted: string, again = (count: number): string => `${wanted}${count}`): string {
    let name = wanted;
    let count = this.#asked.get(wanted) ?? 1;
    while (this.#taken.has(name)) {
      count += 1;
      name = again(count);
    }
    this.#asked.set(wanted, count);
    this.#taken.add(name);
    return name;
  }
}

/** A name for a file: `shop.example.com:8080` becomes `shop-example-com-8080`. */
export const fileStem = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, nameCharsMax) || 'benchmark';
