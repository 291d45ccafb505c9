import type { Target } from '../model/benchmark.ts';

type VersionChoice = Pick<Target, 'httpVersion' | 'protocol'>;

/** Selects the version of HTTP with which to connect to a target. */
export const versionOf = ({ httpVersion, protocol }: VersionChoice): NonNullable<Target['httpVersion']> =>
  httpVersion ?? (protocol === 'https' ? 'agreed' : '1.1');

/** The protocols to offer in a TLS handshake, the best first. */
export function alpnOf(target: VersionChoice): readonly string[] {
  const version = versionOf(target);
  if (version === 'agreed') return ['h2', 'http/1.1'];
  return version === '1.1' ? ['http/1.1'] : ['h2'];
}
