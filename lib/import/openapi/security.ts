import { shown } from '../draft/request.ts';
import { type Fields, fieldsOf, textOf } from '../json.ts';
import type { Parameter } from './parameters.ts';
import { type References, Unusable } from './references.ts';

/**
 * The credentials of a request: the first alternative that can be expressed. Values are never in the file.
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
  const kind = textOf(scheme.type);
  const place = textOf(scheme.in);
  if (kind === 'apiKey' && (place === 'header' || place === 'query' || place === 'cookie')) {
    return { place, name: textOf(scheme.name) ?? name };
  }
  const http = textOf(scheme.scheme)?.toLowerCase();
  const isAuthorization =
    kind === 'oauth2' ||
    kind === 'openIdConnect' ||
    (kind === 'http' && (http === 'bearer' || http === 'basic'));
  if (isAuthorization) return { place: 'header', name: 'authorization' };
  return `the authentication '${shown(name)}' (${shown([kind ?? 'unknown', http ?? ''].join(' ').trim())}), which is not built`;
}
