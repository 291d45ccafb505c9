import type { Checking } from './valid-part.ts';

/** Keys of a document that are not built yet, each with the one value that changes nothing. */
export const notBuilt = {
  triggerUrl: undefined,
  statisticsCollectionPeriod: 1000,
} as const;

/** Refuses by name and place what would otherwise be silently left out of a run. */
export function refuseNotBuilt({ document, findings }: Checking): void {
  for (const [name, built] of Object.entries(notBuilt)) {
    const value = document.read([name]);
    if (value === undefined || value === built) continue;
    if (built === undefined) findings.error([name], `'${name}' is part of the format but not built yet`);
    else {
      const hint = `leave it out or write ${built}`;
      findings.error([name], `'${name}: ${value}' is part of the format but not built yet`, hint);
    }
  }
}
