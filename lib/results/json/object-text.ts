/** The JSON text of an object from JSON texts of its members. */
export const objectText = (members: Iterable<readonly [string, string]>): string =>
  `{${[...members].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`;
