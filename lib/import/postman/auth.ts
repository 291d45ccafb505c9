import type { Draft } from '../draft/draft.ts';
import { printable } from '../draft/request.ts';
import { fieldsOf, listOf, scalarText } from '../json.ts';
import { NotExpressible, type PostmanVariables } from './variables.ts';

/** A credential of a request, as a header or query parameter. */
export type Credential = {
  readonly location: 'header' | 'query';
  readonly name: string;
  readonly value: string;
};

/**
 * The credential of a request: the nearest `auth` of request, folder and collection.
 * @throws NotExpressible for kinds that Downpour does not support.
 */
export function credentialOf(
  auths: readonly unknown[],
  variables: PostmanVariables,
  draft: Draft,
): Credential | undefined {
  const auth = fieldsOf(auths.find((one) => one !== undefined && one !== null));
  const kind = scalarText(auth.type) ?? 'noauth';
  const fields = attributes(auth[kind]);
  switch (kind) {
    case 'noauth':
      return undefined;
    case 'apikey': {
      const name = fields.get('key') ?? 'x-api-key';
      const location = fields.get('in') === 'query' ? 'query' : 'header';
      return { location, name, value: secretOr(name, fields.get('value') ?? '', variables, draft) };
    }
    case 'bearer': {
      const token = variables.reads(fields.get('token') ?? '');
      const isVariable = /^\uFDD0[^\uFDD1]*\uFDD1$/.test(token);
      return header(
        isVariable
          ? `Bearer ${token}`
          : draft.secret('authorization', token, "bearer token, as 'Bearer TOKEN'"),
      );
    }
    case 'basic': {
      const user = [fields.get('username') ?? '', fields.get('password') ?? ''].join(':');
      return header(draft.secret('authorization', user, "basic authentication, as 'Basic BASE64'"));
    }
    case 'oauth2': {
      if (fields.get('addTokenTo') === 'queryParams')
        return {
          location: 'query',
          name: 'access_token',
          value: draft.secret('access_token', 'oauth2', 'OAuth 2'),
        };
      const prefix = printable(fields.get('headerPrefix') ?? 'Bearer');
      return header(
        draft.secret('authorization', `oauth2 ${prefix}`, `OAuth 2, as '${`${prefix} TOKEN`.trim()}'`),
      );
    }
    default:
      throw new NotExpressible(`the authentication '${printable(kind)}' is not supported`);
  }
}

const header = (value: string): Credential => ({ location: 'header', name: 'authorization', value });

function secretOr(name: string, value: string, variables: PostmanVariables, draft: Draft): string {
  const read = variables.reads(value);
  return read === value ? draft.secret(name, value, 'API key') : read;
}

/** The attributes of an `auth`. Version 2.1 lists them as `{key, value}`, and 2.0 has them as members. */
function attributes(value: unknown): ReadonlyMap<string, string> {
  const entries = Array.isArray(value)
    ? value.map((item) => [fieldsOf(item).key, fieldsOf(item).value] as const)
    : Object.entries(fieldsOf(value));
  return new Map(
    entries.flatMap(([key, item]) => [[scalarText(key) ?? '', scalarText(item) ?? ''] as const]),
  );
}

/** The items of a list that are not disabled. An item whose value is null has no text. */
export const enabledItems = (
  value: unknown,
): readonly { readonly name: string; readonly text: string | undefined }[] =>
  listOf(value)
    .map(fieldsOf)
    .filter(({ disabled }) => disabled !== true)
    .map(({ key, value: text }) => ({ name: scalarText(key) ?? '', text: scalarText(text) }));

/** The items of a list that are not disabled, by key and value. */
export const enabledPairs = (value: unknown): readonly (readonly [string, string])[] =>
  enabledItems(value).map(({ name, text = '' }) => [name, text] as const);
