/** Says that what was read may be an error of SQL/JSON path, so that it has to be evaluated. */
export class Unproven extends Error {
  constructor(cause: unknown) {
    super('a row cannot be judged by the index', { cause });
    this.name = 'Unproven';
  }
}
