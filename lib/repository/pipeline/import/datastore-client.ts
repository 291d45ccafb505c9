import { DownpourError } from '../../../errors.ts';
import type { RepositoryContext } from '../../context.ts';
import { isAllowed } from '../../records/actions/actions.ts';
import type { Datastore } from '../../records/datastores/datastores.ts';
import { datastoreLimits } from './limits.ts';

/**
 * Requests a path below the URL of a datastore: with GET, or with POST when there is a JSON text.
 * @throws DownpourError DATASTORE_FAILED (400) for any response that is not a success.
 */
export type ReadDatastore = (path: string, body?: string) => Promise<Uint8Array>;

/** The context for queries of datastores. */
export type DatastoreContext = Pick<RepositoryContext, 'repository' | 'requestOutside'>;

/**
 * Returns the function that queries a datastore with its credentials.
 * @throws DownpourError DATASTORE_FAILED (400) when the datastore may not be queried.
 */
export async function readerOf(
  { repository, requestOutside }: DatastoreContext,
  datastore: Datastore,
): Promise<ReadDatastore> {
  if (requestOutside === undefined)
    throw new Error('a bug in Downpour: this process has no access to datastores');
  const { name, url } = datastore;
  if (!isAllowed(url, await repository.actions.sites()))
    throw failed(
      `Downpour may not query the datastore '${name}', because ${url} is not below an allowed site; an administrator can allow the site with POST /api/action/allowedSites`,
    );
  const headers = { accept: 'application/json', ...credentials(datastore) };
  return async (path, body) => {
    const request = {
      headers,
      bytesMax: datastoreLimits.datastoreReplyBytesMax,
      ...(body !== undefined && { body }),
    };
    const { status, body: answer } = await requestOutside(url + path, request).catch((cause: unknown) => {
      throw failed(
        `the request to the datastore '${name}' failed: ${cause instanceof Error ? cause.message : cause}`,
        undefined,
        cause,
      );
    });
    if (status === 200) return answer;
    const reason =
      status === 401 || status === 403
        ? 'the datastore rejects the credentials; correct them with PUT /api/config/datastore'
        : reasonIn(answer);
    throw failed(
      `the datastore '${name}' answered the request for ${url}${path.replace(/\?.*/s, '')} with HTTP status ${status}${reason && `: ${reason}`}`,
      { status },
    );
  };
}

/**
 * The error of a failed request to a datastore.
 * @param details the status of the datastore's response.
 */
export const failed = (message: string, details?: { readonly status: number }, cause?: unknown) =>
  new DownpourError('DATASTORE_FAILED', 400, message, { details, cause });

function credentials({ type, name, authentication }: Datastore): Readonly<Record<string, string>> {
  const missing = (what: string): DownpourError =>
    failed(`the datastore '${name}' has no ${what} yet; send the ${what} with PUT /api/config/datastore`);
  switch (authentication.type) {
    case 'none':
      return {};
    case 'api-key':
      if (authentication.apiKey === undefined) throw missing('API key');
      return type === 'COLLECTORAPI'
        ? { token: authentication.apiKey }
        : { authorization: `ApiKey ${authentication.apiKey}` };
    case 'username': {
      const { username, password } = authentication;
      if (password === undefined) throw missing('password');
      const pair = Buffer.from(`${username}:${password}`).toString('base64');
      return { authorization: `Basic ${pair}` };
    }
  }
}

/** The datastore's explanation of an error, if it is short. */
function reasonIn(answer: Uint8Array): string {
  const text = new TextDecoder().decode(answer.subarray(0, 2000));
  const [, reason = ''] = /"reason"\s*:\s*"([^"\\]{1,300})"/.exec(text) ?? [];
  return reason;
}
