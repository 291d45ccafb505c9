import { environment, type LogLevel, logLevels } from '../lib/names/environment.ts';
import { printableJson } from '../lib/words.ts';
import { readableStack } from './readable-stack.ts';

/**
 * The subject of a line of the log. It never has requests, headers, documents or parameters, because these
 * contain secrets.
 */
export type Subject = {
  readonly burst?: string;
  readonly run?: number;
  /** The number of the phase in the plan. */
  readonly phase?: number;
  readonly shard?: number;
  readonly segment?: number;
  readonly route?: string;
  readonly requestId?: string | undefined;
};

/**
 * The log of all functions: one JSON object in each line, `{timestamp, level, message, function, ...subject,
 * error}`. Lines below the level of the environment (INFO by default) are not written. docs/operations.md
 * shows how to query them.
 *
 * Downpour has its own code for this. The usual library would add 23 kB (34 with its metrics) to the 12 kB of
 * the smallest bundle. That library keeps its state per process, which the functions of one machine share.
 */
export const log = {
  debug: (message: string, subject?: Subject): void => write('debug', message, subject),
  info: (message: string, subject?: Subject): void => write('info', message, subject),
  warn: (message: string, subject?: Subject, error?: unknown): void => write('warn', message, subject, error),
  error: (message: string, subject?: Subject, error?: unknown): void =>
    write('error', message, subject, error),
};

function write(level: LogLevel, message: string, subject: Subject = {}, error?: unknown): void {
  if (logLevels.indexOf(level) < logLevels.indexOf(leastLevel())) return;
  const line = {
    timestamp: new Date().toISOString(),
    level: level.toUpperCase(),
    message: masked(message),
    function: process.env.AWS_LAMBDA_FUNCTION_NAME,
    ...subject,
    ...(error === undefined ? {} : { error: loggedError(error) }),
  };
  writeLine(JSON.stringify(line), level);
}

function leastLevel(): LogLevel {
  const named = process.env[environment.logLevel]?.toLowerCase();
  return logLevels.find((level) => level === named) ?? 'info';
}

/**
 * Writes a line of JSON. On Lambda it writes to the output directly, because `console` there adds a prefix.
 */
export function writeLine(json: string, level: LogLevel): void {
  const line = printableJson(json);
  if (process.env.AWS_LAMBDA_RUNTIME_API !== undefined) process.stdout.write(`${line}\n`);
  else console[methods[level]](line);
}

const methods = { debug: 'debug', info: 'log', warn: 'warn', error: 'error' } as const;

export type LoggedError = {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
  /** The errors that this error joins. */
  readonly errors?: readonly LoggedError[];
};

/** An error with its causes, to a limited depth, and the first errors that it joins. */
function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { name: typeof error, message: masked(String(error)) };
  const { name, message, stack, cause } = error;
  return {
    name,
    message: masked(message),
    ...(stack === undefined ? {} : { stack: masked(readableStack(stack)) }),
    ...(cause === undefined || depth >= causesMax ? {} : { cause: loggedError(cause, depth + 1) }),
    ...(error instanceof AggregateError &&
      depth < causesMax && {
        errors: error.errors.slice(0, joinedMax).map((each) => loggedError(each, depth + 1)),
      }),
  };
}

const causesMax = 5;
const joinedMax = 10;

/** Removes secrets from messages of other programs: credentials in URLs and headers, and API keys. */
export const masked = (text: string): string =>
  text
    .replace(/(:\/\/)[^\s/?#]*@/g, '$1***@')
    .replace(/\b(Bearer|Basic) +[\w.~+/=-]+/gi, '$1 ***')
    .replace(/\bdpr_(\d+)_[\w-]+/g, 'dpr_$1_***');
