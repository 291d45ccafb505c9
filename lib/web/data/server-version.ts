import { signal } from '@preact/signals';
import type { WebConfig } from '../../api.generated.ts';
import { ApiError } from '../../client/index.ts';
import { anonymousApi, setKeyHeader } from './api.ts';

/** The server's answer to `GET /api/config/web`. Undefined until the answer has come. */
export const server = signal<WebConfig | undefined>(undefined);

/** True when the version of the server has changed since this page was loaded. */
export const isNewer = signal(false);

export async function loadServer(): Promise<void> {
  const loaded = await anonymousApi.config.web.get();
  setKeyHeader(loaded.keyHeader.toLowerCase());
  const first = server.peek();
  if (first !== undefined && first.version !== loaded.version) isNewer.value = true;
  else server.value = loaded;
}

/**
 * Checks for a newer version. If the server does not answer, the next request of the screen reports the
 * problem.
 */
export async function checkVersion(): Promise<void> {
  await answers();
}

/** Whether the server answers now. Its answer also shows whether it has a newer version. */
export async function answers(): Promise<boolean> {
  try {
    await loadServer();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
