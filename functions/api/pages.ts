import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import type { WebFile } from '../../lib/bundle/browser/web-assets.ts';
import { environment } from '../../lib/names/environment.ts';
import { screenAt } from '../../lib/web/addresses/table.ts';
import { keyHeader, tokenSettings } from '../sign-in.ts';
import { webAssets } from './pages/assets.ts';
import { shellOf } from './pages/shell.ts';
import { acceptedFormat } from './pipeline/accepted-format.ts';
import { behindFront } from './pipeline/front/front.ts';
import { json } from './pipeline/replies/reply.ts';
import { acceptsCoding, isKnownValidator } from './pipeline/replies/representation.ts';
import type { Event, Handler, Headers, Reply } from './pipeline/types.ts';

/**
 * Serves the pages for browsers: one HTML page, the shell, for every screen, and the files below `/app/` that
 * the shell names. The contract of the API has no operation for them. Every path without another route comes
 * here, so this handler also answers unknown paths.
 */
export const handler: Handler = behindFront(async (event, context) => {
  const { http, requestId = context.awsRequestId } = event.requestContext ?? {};
  const method = http?.method ?? 'GET';
  const path = event.rawPath ?? '/';
  if (isApi(path)) return nowhere(method, path, requestId);
  if (method !== 'GET' && method !== 'HEAD') return otherMethod(method, path, requestId);
  const headers = lowerCase(event);
  if (path === '/' && prefersJson(headers)) return index();
  const file = /^\/app\/([\w.-]+)$/.exec(path)?.[1];
  if (file === undefined) return await page(path, baseOf(event, headers), headers);
  const { files } = await assets();
  const found = Object.hasOwn(files, file) ? files[file] : undefined;
  return found === undefined ? nowhere(method, path, requestId) : asset(found, headers);
});

let loading: ReturnType<typeof webAssets> | undefined;
function assets(): ReturnType<typeof webAssets> {
  loading ??= webAssets();
  return loading;
}

const isApi = (path: string): boolean => /^\/(?:api|openapi|realms)(?:\/|$)/.test(path);

function nowhere(method: string, path: string, requestId: string): Reply {
  const message = `there is no ${method} ${path}: /openapi lists all operations`;
  return json({ code: 'NOT_FOUND', message, requestId }, 404);
}

function otherMethod(method: string, path: string, requestId: string): Reply {
  const refusal = json(
    { code: 'METHOD_NOT_ALLOWED', message: `${path} accepts GET, HEAD, not ${method}`, requestId },
    405,
  );
  return { ...refusal, headers: { ...refusal.headers, allow: 'GET, HEAD' } };
}

const lowerCase = ({ headers }: Event): Headers =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));

/**
 * Whether a request comes from a program. Programs that open the URL get the addresses of the API, and
 * browsers get the page.
 */
const prefersJson = (headers: Headers): boolean =>
  acceptedFormat(headers, { 'application/json': true, 'text/html': false });

const index = (): Reply =>
  json({
    name: 'downpour',
    version: process.env[environment.version] ?? '0.0.0',
    runs: '/api/run/list',
    openapi: '/openapi',
    key: `send an API key in the header ${keyHeader()}`,
  });

/**
 * The part of a path that comes before all paths of Downpour. It is the stage of a private API, such as
 * `/downpour`, or the path of a proxy (`DOWNPOUR_PUBLIC_URL`), which removes it. Other front ends have no
 * such part.
 */
function baseOf({ requestContext, rawPath }: Event, { host }: Headers): string {
  const { stage, http } = requestContext ?? {};
  const base = `/${stage}`;
  const isBefore = http?.path === base || http?.path === base + rawPath;
  if (isBefore && /^\/\w+$/.test(base) && http?.path !== rawPath) return base;
  const proxy = URL.parse(process.env[environment.publicUrl] ?? '');
  // A caller on the same machine may use the API without the proxy. The path of the proxy is then not needed.
  const path = proxy !== null && proxy.host === host?.toLowerCase() ? proxy.pathname.replace(/\/+$/, '') : '';
  return /^[\w/.~-]+$/.test(path) ? path : '';
}

/**
 * The HTML page of every screen. An address without a screen gets it with status 404, and its script shows
 * the problem.
 */
async function page(path: string, base: string, headers: Headers): Promise<Reply> {
  const { script, styles, preloads } = await assets();
  const body = shellOf({ script, styles, preloads, base });
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const more = {
    etag,
    vary: 'accept',
    'cache-control': 'no-cache',
    'content-security-policy': policy(tokenSettings()?.issuer),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  };
  if (isKnownValidator(headers['if-none-match'], etag)) return { statusCode: 304, headers: more };
  return {
    statusCode: screenAt(path) === undefined ? 404 : 200,
    headers: { 'content-type': 'text/html; charset=utf-8', ...more },
    body,
  };
}

/**
 * The Content-Security-Policy of the page. It allows the page's own scripts and styles, and one Trusted Types
 * policy, with which the page shows the report of a run. Scripts may call the issuer, so that a person can
 * sign in there.
 */
function policy(issuer: string | undefined): string {
  const connect = issuer === undefined ? "'self'" : `'self' ${new URL(issuer).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types report',
  ].join('; ');
}

/** The name of a file contains a hash of its content, so a browser never needs to ask for the file again. */
function asset({ type, brotli, gzip }: WebFile, headers: Headers): Reply {
  const accepted = headers['accept-encoding'];
  const [coding, body] = acceptsCoding(accepted, 'br')
    ? ['br', brotli]
    : acceptsCoding(accepted, 'gzip')
      ? ['gzip', gzip]
      : [undefined, brotliDecompressSync(Buffer.from(brotli, 'base64')).toString('base64')];
  return {
    statusCode: 200,
    headers: {
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      ...(coding !== undefined && { 'content-encoding': coding }),
    },
    body,
    isBase64Encoded: true,
  };
}
