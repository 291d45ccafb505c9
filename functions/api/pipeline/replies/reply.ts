import type { Reply } from '../types.ts';

export const json = (body: unknown, statusCode = 200): Reply => jsonText(JSON.stringify(body), statusCode);

export const jsonText = (body: string, statusCode = 200): Reply => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body,
});

export const text = (body: string, statusCode = 200): Reply => ({
  statusCode,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

export const noContent: Reply = { statusCode: 204 };
