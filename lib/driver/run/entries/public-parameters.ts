import type { Target } from '../../model/benchmark.ts';

/** The text that replaces a parameter in a run document when its value may be a secret. */
export const hidden = '(hidden)';

/**
 * The parameters as a run document shows them to everyone who can read the document. A value that may be
 * secret is hidden. Downpour shows numbers, times, shares, switches, and names of targets, which the document
 * shows anyway. Any other text may be a password or a token.
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

/**
 * True for `true` and `false`, and for numbers of up to nine digits, with or without a unit. A longer number
 * may be that of a bank card or an account.
 */
const isPlain = (value: string): boolean =>
  /^([-+]?\d{0,9}(\.\d{1,9})?\s*(ns|us|ms|s|m|h|%)?|true|false)$/i.test(value.trim());
