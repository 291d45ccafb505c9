import type { Path } from '../document/problem.ts';
import type { Checking } from './valid-part.ts';

/** Parts of the format that are not built yet, each with the one value that changes nothing. */
export const notBuilt = {
  document: {
    triggerUrl: undefined,
    statisticsCollectionPeriod: 1000,
  },
  http: {
    allowHttp1x: true,
    directHttp2: false,
  },
} as const;

/** Refuses by name and place what would otherwise be silently left out of a run. */
export function refuseNotBuilt(
  part: keyof typeof notBuilt,
  at: Path,
  { document, findings }: Checking,
): void {
  for (const [name, built] of Object.entries(notBuilt[part])) {
    const path = [...at, name];
    const value = document.read(path);
    if (value === undefined || value === built) continue;
    if (built === undefined) findings.error(path, `'${name}' is part of the format but not built yet`);
    else {
      const hint = `leave it out or write ${built}`;
      findings.error(path, `'${name}: ${value}' is part of the format but not built yet`, hint);
    }
  }
}
