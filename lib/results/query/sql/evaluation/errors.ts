/** What stands beside the reason of an error. */
export type ErrorParticulars = {
  /** Offset in the expression, in UTF-16 units from 0; absent when the error has no place in it. */
  readonly position?: number;
  /** PostgreSQL's second sentence, when it has one. */
  readonly detail?: string;
  /** PostgreSQL's advice, when it has one. */
  readonly hint?: string;
};

/** A path that is none, or an evaluation that failed or was stopped: SQLSTATE and reason as PostgreSQL 15 gives them. */
export class SqlPathError extends Error {
  /** Five characters, for example `42601` for a syntax error or `22012` for a division by zero. */
  readonly sqlState: string;
  readonly reason: string;
  readonly position?: number;
  readonly detail?: string;
  readonly hint?: string;

  constructor(sqlState: string, reason: string, particulars: ErrorParticulars = {}) {
    super(reason);
    this.name = 'SqlPathError';
    this.sqlState = sqlState;
    this.reason = reason;
    Object.assign(this, particulars);
  }
}

/** A result that PostgreSQL's type `numeric` cannot hold. */
export const numericOverflow = (): SqlPathError =>
  new SqlPathError('22003', 'value overflows numeric format');
