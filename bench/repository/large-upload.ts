import { setTimeout as pause } from 'node:timers/promises';
import type { Listening, Used } from './served.ts';

/** The milliseconds between two requests for the state of an upload whose document is being read. */
const askAgainMs = 200;

/** Measures an upload in parts, several at a time. A release that cannot upload in parts has no figures. */
export async function largeUpload(
  { url, key, used }: Listening & { readonly used: () => Promise<Used> },
  megabytes: number,
): Promise<Readonly<Record<string, number>>> {
  const { head, rows, tail } = pieces();
  const count = Math.ceil((megabytes * 1e6) / rows.length);
  const sizeBytes = head.length + count * rows.length + tail.length;
  const call = async (path: string, body?: string): Promise<Response> => {
    const headers = { 'content-type': 'application/json', 'X-Downpour-API-Key': key };
    return fetch(url + path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) });
  };
  const before = await used();
  const startedAt = performance.now();
  const begun = await call('/api/run/upload', JSON.stringify({ sizeBytes }));
  if (begun.status !== 201) return {};
  const { id, missing } = (await begun.json()) as {
    readonly id: number;
    readonly missing: { readonly url: string; readonly start: number; readonly bytes: number }[];
  };
  const document = (start: number, bytes: number): Buffer => {
    const part = Buffer.allocUnsafe(bytes);
    for (let at = 0; at < bytes; ) {
      const place = start + at;
      const inRows = place - head.length;
      const [piece, from] =
        inRows < 0
          ? [head, place]
          : inRows < count * rows.length
            ? [rows, inRows % rows.length]
            : [tail, inRows - count * rows.length];
      at += piece.copy(part, at, from);
    }
    return part;
  };
  const next = async (): Promise<void> => {
    for (let part = missing.shift(); part !== undefined; part = missing.shift()) {
      const body = document(part.start, part.bytes) as Buffer<ArrayBuffer>;
      const answer = await fetch(part.url, { method: 'PUT', body });
      if (!answer.ok)
        throw new Error(`the upload of a part returned status ${answer.status}: ${await answer.text()}`);
    }
  };
  await Promise.all([next(), next(), next(), next()]);
  const arrivedAt = performance.now();
  for (;;) {
    const done = await call(
      `/api/run/upload/${id}/complete?test=large&start=$.info.startTime&stop=2026-01-02`,
    );
    if (done.status === 202) break;
    const words = await done.text();
    if (done.status !== 503 && !words.includes('UPLOAD_INDEXING'))
      throw new Error(`the upload returned status ${done.status}: ${words}`);
    await pause(askAgainMs);
  }
  const completedAt = performance.now();
  const after = await used();
  const name = `an upload of ${megabytes} MB`;
  return {
    [`${name}: seconds`]: (completedAt - startedAt) / 1000,
    [`${name}: seconds of this to assemble and index it`]: (completedAt - arrivedAt) / 1000,
    [`${name}: CPU ms of the server`]: after.cpuMs - before.cpuMs,
    [`${name}: memory of the server at the end, MB`]: after.rssMb,
  };
}

function pieces() {
  const row = (n: number) =>
    JSON.stringify({ test: `test ${n}`, requests: n * 7, p99: n + 0.25, note: `row ${n}` });
  const rows = Buffer.from(Array.from({ length: 10_000 }, (_, n) => `${row(n)},\n`).join(''));
  const head = Buffer.from('{"info":{"startTime":1767225600000},"results":[');
  return { head, rows, tail: Buffer.from('null]}') };
}
