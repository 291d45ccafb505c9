import type { Target } from '../../model/benchmark.ts';

/** Replaces a value in a run document that may be a secret. */
export const hidden = '(hidden)';

/**
 * The parameters that a run document may show to all its readers. These are numbers, times, shares, switches,
 * and names of targets, which the document shows anyway. Any other text may be a password or a token.
 */
export function publicParameters(
  parameters: Readonly<Record<string, string>>,
  targets: readonly Pick<Target, 'key' | 'host' | 'authority' | 'protocol' | 'port'>[],
): Readonly<Record<string, string>> {
  const hosts = new Set(
    targets.flatMap(({ host, authority, protocol, port }) =>
      [host, authority, `${host}:${port}`].flatMap((name) => [name, `${protocol}://${name}`]),
    ),
  );
  const isPublic = (value: string): boolean => isPlain(value) || hosts.has(value.trim().replace(/\/$/, ''));
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, isPublic(value) ? value : hidden]),
  );
}

/** True for numbers of up to nine digits. Longer numbers may be those of cards and accounts. */
const isPlain = (value: string): boolean =>
  /^([-+]?\d{0,9}(\.\d{1,9})?\s*(ns|us|ms|s|m|h|%)?|true|false)$/i.test(value.trim());
