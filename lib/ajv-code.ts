const copying = /vErrors === null \? ([\w.]+) : vErrors\.concat\(\1\)/g;

/**
 * Makes code of Ajv append the errors of a part to those of the document. The generated code copies the list
 * of all errors for each part that a reference checks. It takes more than a minute for 90,000 wrong parts.
 */
export const appendErrors = (code: string): string =>
  code.replace(
    copying,
    (_, errors) => `vErrors === null ? [...${errors}] : (${errors}.forEach((e) => vErrors.push(e)), vErrors)`,
  );
