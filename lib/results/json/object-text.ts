/** An object as JSON text, of members that are JSON texts. */
export const objectText = (members: Iterable<readonly [string, string]>): string =>
  `{${[...members].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`;
