/** Particulars of a query error beside its reason. */
export type QueryErrorDetails = ErrorOptions & {
  /** Offset in the expression in UTF-16 units from 0; absent for an error that has no place in it. */
  readonly position?: number;
  /** A second sentence, as PostgreSQL gives with some errors. */
  readonly detail?: string;
  /** Advice, as PostgreSQL gives with some errors. */
  readonly hint?: string;
};

/**
 * A query that cannot be answered: a text that is no expression, an evaluation that failed, or one that was
 * stopped. The message is the reason that the caller reads. SQLSTATEs are PostgreSQL's: 42601 syntax, 22xxx
 * data, 54000 too many results or characters, 54001 too complex or nested too deeply, 57014 too many steps or
 * too much time, 2201B regular expression.
 */
export class QueryError extends Error {
  /** Five characters. */
  readonly sqlState: string;
  readonly position?: number;
  readonly detail?: string;
  readonly hint?: string;

  constructor(sqlState: string, message: string, { cause, ...details }: QueryErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'QueryError';
    this.sqlState = sqlState;
    Object.assign(this, details);
  }
}

/**
 * An error whose way out is a path that reaches less.
 * @param excess what is too much, with its bound.
 * @param example names such a path.
 */
export const tooMuch = (sqlState: '54000' | '57014', excess: string, example = ''): QueryError =>
  new QueryError(sqlState, `${excess}; ask for a narrower path${example}`);

export const tooManyResults = (resultsMax: number): QueryError =>
  tooMuch('54000', `the query has more than ${resultsMax} results`);

export const resultTooLong = (lengthMax: number): QueryError =>
  tooMuch('54000', `the result has more than ${lengthMax} characters`);
