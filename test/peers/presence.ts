import { findPeers } from './peers.ts';

/** The last line of `npm test`: the number of tests with peers, and whether this machine can run them. */
export function peersLine(): string {
  const all = findPeers();
  const files = all.reduce((sum, peer) => sum + peer.files.length, 0);
  const missing = all.filter((peer) => peer.missing.length > 0).map(({ name }) => name);
  const can =
    missing.length === 0 ? 'this machine has all of them' : `this machine lacks ${missing.join(', ')}`;
  return `npm run test:peers runs ${files} more test files, with ${all.length} peers such as Go, Java and a browser; ${can}`;
}
