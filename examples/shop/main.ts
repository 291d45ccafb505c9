/** Runs the shop until it is told to stop: `node examples/shop/main.ts [PORT]`, or the port in `PORT`, else 8080. */
import { startShop } from './shop.ts';

const given = process.argv[2] ?? process.env.PORT ?? '8080';
const port = Number(given);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`${given} is no port: expected a whole number from 0 (any free port) to 65535`);
  process.exit(2);
}

const shop = await startShop({ port });
console.log(shop.url);
console.log('products, search, cart, checkout; its own counts are at /stats. Ctrl-C closes the shop.');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void shop.close());
