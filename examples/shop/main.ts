/**
 * Runs the shop until you stop it: `npx node examples/shop/main.ts [PORT] [--tls]`, or on the port in `PORT`,
 * or on 8080. With `--tls` it uses the certificate in examples/data/shop.crt, which only these examples
 * trust.
 */
import { readFile } from 'node:fs/promises';
import { startShop } from './shop.ts';

const words = process.argv.slice(2);
const given = words.find((word) => word !== '--tls') ?? process.env.PORT ?? '8080';
const port = Number(given);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`${given} is no port: expected a whole number from 0 (any free port) to 65535`);
  process.exit(2);
}

const beside = (file: string): Promise<string> => readFile(new URL(file, import.meta.url), 'utf8');
const tls = { key: await beside('shop.key'), cert: await beside('../data/shop.crt') };
const shop = await startShop({ port, ...(words.includes('--tls') ? { tls } : {}) });
console.log(shop.url);
console.log('products, search, cart, checkout; its own counts are at /stats. Ctrl-C closes the shop.');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void shop.close());
