import { grouped } from '../../words.ts';
/** Details of a query error in addition to its reason. */
export type QueryErrorDetails = ErrorOptions & {
  /** Offset in the expression in UTF-16 units from 0; absent for an error without a position. */
  readonly position?: number;
  /** A second sentence, as in some errors of PostgreSQL. */
  readonly detail?: string;
};

/**
 * The error of a query without an answer: its expression is invalid, or its evaluation failed or was stopped.
 * The message is the reason, for the caller. SQLSTATEs are PostgreSQL's: 42601 syntax, 22xxx data, 54000 too
 * many results or characters, 54001 too complex or nested too deeply, 57014 too many steps or too much time,
 * 2201B regular expression.
 */
export class QueryError extends Error {
  /** The SQLSTATE, five characters. */
  readonly sqlState: string;
  readonly position?: number;
  readonly detail?: string;

  constructor(sqlState: string, message: string, { cause, ...details }: QueryErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'QueryError';
    this.sqlState = sqlState;
    Object.assign(this, details);
  }
}

/**
 * An error for a query that would cost too much.
 * @param excess the exceeded bound.
 * @param example a more specific path that would work.
 */
export const tooMuch = (sqlState: '54000' | '57014', excess: string, example = ''): QueryError =>
  new QueryError(sqlState, `${excess}; use a path that selects less${example}`);

export const tooManyResults = (resultsMax: number): QueryError =>
  tooMuch('54000', `the query has more than ${resultsMax} results`);

export const resultTooLong = (bytesMax: number): QueryError =>
  tooMuch('54000', `the result has more than ${grouped(bytesMax)} bytes`);
