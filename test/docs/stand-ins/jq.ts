/**
 * Replaces jq on a machine without it. It follows a path of names and indexes, and passes its input on for
 * any other expression. `npm run test:peers -- --only shell` runs the commands of the documentation with the
 * real jq.
 */
import { text } from 'node:stream/consumers';

const input = await text(process.stdin);
const filter = process.argv.at(-1) ?? '.';
if (/^(\.\w+|\.\[\d+\])+$/.test(filter)) {
  let value: unknown = JSON.parse(input);
  for (const [name] of filter.matchAll(/\w+/g)) value = (value as Record<string, unknown>)[name];
  const isRaw = process.argv.includes('-r') && typeof value === 'string';
  console.log(isRaw ? value : JSON.stringify(value));
} else process.stdout.write(input);
