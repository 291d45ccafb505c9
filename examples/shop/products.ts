/** A product of the shop. Prices are in cents. */
export type Product = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly priceCents: number;
};

const kinds = [
  'umbrella',
  'raincoat',
  'rubber boots',
  'gutter',
  'rain barrel',
  'watering can',
  'sou’wester',
  'poncho',
];
const colours = ['blue', 'grey', 'yellow', 'green', 'red'];
const traits = ['light', 'sturdy', 'folding', 'lined', 'large'];

/** All 200 products, the same at every start. */
export const products: readonly Product[] = Array.from(
  { length: kinds.length * colours.length * traits.length },
  (_, n) => {
    const kind = kinds[n % kinds.length];
    const colour = colours[Math.floor(n / kinds.length) % colours.length];
    const trait = traits[Math.floor(n / (kinds.length * colours.length))];
    return {
      id: n + 1,
      name: `${trait} ${colour} ${kind}`,
      description: `A ${trait} ${kind} in ${colour}, for the days on which it pours. Item ${n + 1} of our rain collection.`,
      priceCents: 990 + ((n * 370) % 9000),
    };
  },
);

/** The product with the id in a path, or undefined. */
export function findProduct(id: string | number): Product | undefined {
  return /^[1-9]\d{0,5}$/.test(String(id)) ? products[Number(id) - 1] : undefined;
}

/**
 * The products that match, the best first: a word in the name counts three times as much as a word in the
 * description. The search takes CPU time on purpose.
 */
export function searchProducts(query: string): readonly Product[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return products
    .map((product) => ({ product, score: words.reduce((sum, word) => sum + score(product, word), 0) }))
    .filter((match) => match.score > 0)
    .sort((a, b) => b.score - a.score || a.product.id - b.product.id)
    .map((match) => match.product);
}

function score({ name, description }: Product, word: string): number {
  return occurrences(name, word) * 3 + occurrences(description.toLowerCase(), word);
}

function occurrences(text: string, word: string): number {
  return text.split(word).length - 1;
}
