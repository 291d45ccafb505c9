import { type Address, addressOf } from './draft/address.ts';
import { Draft } from './draft/draft.ts';
import { camelCase, fileStem } from './draft/names.ts';
import { printableUrl, requestFrom } from './draft/request.ts';
import { Refusal } from './refusal.ts';

export type FirstDraft = { readonly draft: Draft; readonly address: Address; readonly name: string };

/**
 * Makes a first benchmark: one request to one address.
 * @throws Refusal for an invalid address.
 */
export function draftFor(url: string): FirstDraft {
  const address = addressOf(url);
  if ('wrong' in address)
    throw new Refusal(`Downpour cannot send load to '${printableUrl(url)}': ${address.wrong}`);
  if (address.credentials !== undefined) {
    throw new Refusal(
      'an address with user:password is refused, because secrets do not belong into a document; ' +
        'leave them out, write `authorization: !param AUTHORIZATION` under the headers of the request, ' +
        'and run with -P AUTHORIZATION="Basic ..."',
    );
  }
  const draft = new Draft();
  const request = requestFrom(draft, {
    method: 'GET',
    url: address.origin + address.path,
    headers: [],
    metric: sequenceName(address.path),
    comment: 'A request. Add `headers:` below it, or another step after it.',
  });
  if ('wrong' in request)
    throw new Refusal(`Downpour cannot send load to '${printableUrl(url)}': ${request.wrong}`);
  draft.sequence(sequenceName(address.path)).steps.push({ request });
  return { draft, address, name: fileStem(address.origin.replace(/^https?:\/\//, '')) };
}

/** Makes a name for a request from its path: the last part that is a word. */
export function sequenceName(path: string): string {
  const parts = path
    .replace(/[?].*$/s, '')
    .split('/')
    .map(camelCase);
  return parts.findLast((part) => /^\p{L}/u.test(part)) ?? 'frontPage';
}
