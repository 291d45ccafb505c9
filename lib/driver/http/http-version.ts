import type { Target } from '../model/benchmark.ts';

type Asked = Pick<Target, 'httpVersion' | 'protocol'>;

/** How the version of HTTP is chosen for a target. */
export const versionOf = ({ httpVersion, protocol }: Asked): NonNullable<Target['httpVersion']> =>
  httpVersion ?? (protocol === 'https' ? 'agreed' : '1.1');

/** What is offered in a TLS handshake, the best first. */
export function alpnOf(target: Asked): readonly string[] {
  const version = versionOf(target);
  if (version === 'agreed') return ['h2', 'http/1.1'];
  return version === '1.1' ? ['http/1.1'] : ['h2'];
}
