/**
 * Replaces curl on a machine without it. It has only the options that the commands of the documentation use.
 * `npm run test:peers -- --only shell` runs these commands with the real curl.
 */
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    get: { type: 'boolean', short: 'G', default: false },
    silent: { type: 'boolean', short: 's', default: false },
    data: { type: 'string', short: 'd', multiple: true, default: [] },
    'data-urlencode': { type: 'string', multiple: true, default: [] },
    request: { type: 'string', short: 'X' },
  },
});
const encoded = values['data-urlencode'].map((pair) => {
  const at = pair.indexOf('=');
  return `${pair.slice(0, at + 1)}${encodeURIComponent(pair.slice(at + 1))}`;
});
const data = [...values.data, ...encoded].join('&');
const hasBody = !values.get && data !== '';
const headers = new Headers(hasBody ? { 'content-type': 'application/x-www-form-urlencoded' } : {});
for (const line of values.header) {
  const at = line.indexOf(':');
  headers.set(line.slice(0, at), line.slice(at + 1).trim());
}
for (const url of positionals) {
  const address = values.get && data !== '' ? `${url}${url.includes('?') ? '&' : '?'}${data}` : url;
  const method = values.request ?? (hasBody ? 'POST' : 'GET');
  const answer = await fetch(address, { method, headers, ...(hasBody && { body: data }) });
  process.stdout.write(Buffer.from(await answer.arrayBuffer()));
}
