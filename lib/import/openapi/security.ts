import { printable } from '../draft/request.ts';
import { type Fields, fieldsOf, scalarText } from '../json.ts';
import type { Parameter } from './parameters.ts';
import { type References, Unusable } from './references.ts';

/**
 * The credentials of a request: the first alternative that a document can express. Empty when the request is
 * allowed without credentials. The document never contains their values.
 * @throws Unusable when a document can express no alternative.
 */
export function credentialsFor(
  alternatives: readonly unknown[],
  schemes: Fields,
  references: References,
): readonly Parameter[] {
  if (alternatives.length === 0 || alternatives.some((one) => Object.keys(fieldsOf(one)).length === 0))
    return [];
  const ways = alternatives.map((one) =>
    Object.keys(fieldsOf(one)).map((name) =>
      credential(name, references.resolve(Object.hasOwn(schemes, name) ? schemes[name] : undefined)),
    ),
  );
  const usable = ways.find((way) => way.every((one) => typeof one !== 'string'));
  if (usable !== undefined) return usable.filter((one) => typeof one !== 'string');
  throw new Unusable(`it needs ${ways.flat().find((one) => typeof one === 'string')}`);
}

function credential(name: string, scheme: Fields): Parameter | string {
  const kind = scalarText(scheme.type);
  const location = scalarText(scheme.in);
  if (kind === 'apiKey' && (location === 'header' || location === 'query' || location === 'cookie')) {
    return { location, name: scalarText(scheme.name) ?? name };
  }
  const http = scalarText(scheme.scheme)?.toLowerCase();
  const isAuthorization =
    kind === 'oauth2' ||
    kind === 'openIdConnect' ||
    (kind === 'http' && (http === 'bearer' || http === 'basic'));
  if (isAuthorization) {
    const form = http === 'basic' ? 'Basic BASE64' : 'Bearer TOKEN';
    return { location: 'header', name: 'authorization', form };
  }
  return `the authentication '${printable(name)}' (${printable([kind ?? 'unknown', http ?? ''].join(' ').trim())}), which is not supported`;
}
