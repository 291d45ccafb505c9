/**
 * Converts a text to camel case: `Product list / 2` becomes `productList2`, `X-API-Key` becomes `xApiKey`.
 * Letters of every script remain.
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

/** Converts a text to a variable name that patterns can read: ASCII letters and digits, a letter first. */
export function variableName(text: string): string {
  const name = camelCase(text).replace(/[^A-Za-z0-9]/g, '');
  return /^[A-Za-z]/.test(name) ? name : `value${name}`;
}

/** Converts a variable name to a parameter name: `accessToken` becomes `ACCESS_TOKEN`. */
export const parameterName = (variable: string): string =>
  variable.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();

/** Makes names unique: the second `cart` becomes `cart2`, or the name that `again` returns. */
export class UniqueNames {
  readonly #used: Set<string>;
  /** The number of times that each name was requested. A repeated name gets the next number as its suffix. */
  readonly #counts = new Map<string, number>();

  constructor(...reserved: readonly string[]) {
    this.#used = new Set(reserved);
  }

  take(name: string, again = (count: number): string => `${name}${count}`): string {
    let unique = name;
    let count = this.#counts.get(name) ?? 1;
    while (this.#used.has(unique)) {
      count += 1;
      unique = again(count);
    }
    this.#counts.set(name, count);
    this.#used.add(unique);
    return unique;
  }
}

/** Makes a file name of a text: `shop.example.com:8080` becomes `shop-example-com-8080`. */
export const fileStem = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, nameCharsMax) || 'benchmark';
