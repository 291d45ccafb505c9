import { environment, type LogLevel, logLevels } from '../lib/names/environment.ts';
import { readableStack } from './readable-stack.ts';

/** What a line is about. Never requests, headers, documents or parameters: these hold secrets. */
export type Subject = {
  readonly burst?: string;
  readonly run?: number;
  /** Number of the phase in the plan. */
  readonly phase?: number;
  readonly shard?: number;
  readonly segment?: number;
  readonly route?: string;
  readonly requestId?: string | undefined;
};

/**
 * The log of all functions: one JSON object a line, `{timestamp, level, message, function, ...subject, error}`. Lines
 * below the level of the environment (INFO unless it says otherwise) are not written. docs/operations.md says how to ask
 * them.
 *
 * A few lines of our own, because the usual library adds 23 kB (34 with its metrics) to the 12 of the smallest bundle, and keeps its state per
 * process where functions of one machine share one.
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
    ...(error === undefined ? {} : { error: shownError(error) }),
  };
  writeLine(JSON.stringify(line), level);
}

function leastLevel(): LogLevel {
  const named = process.env[environment.logLevel]?.toLowerCase();
  return logLevels.find((level) => level === named) ?? 'info';
}

/** On Lambda past the console, which would put words of its own in front of the object. */
export function writeLine(line: string, level: LogLevel): void {
  if (process.env.AWS_LAMBDA_RUNTIME_API !== undefined) process.stdout.write(`${line}\n`);
  else console[methods[level]](line);
}

const methods = { debug: 'debug', info: 'log', warn: 'warn', error: 'error' } as const;

export type ShownError = {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: ShownError;
};

/** With its causes, as far as somebody would read them. */
function shownError(error: unknown, depth = 0): ShownError {
  if (!(error instanceof Error)) return { name: typeof error, message: masked(String(error)) };
  const { name, message, stack, cause } = error;
  return {
    name,
    message: masked(message),
    ...(stack === undefined ? {} : { stack: masked(readableStack(stack)) }),
    ...(cause === undefined || depth >= causesMax ? {} : { cause: shownError(cause, depth + 1) }),
  };
}

const causesMax = 5;

/** Messages of others may quote what they failed with: users of URLs, credentials of headers, API keys. */
export const masked = (text: string): string =>
  text
    .replace(/(:\/\/)[^\s/@]*@/g, '$1***@')
    .replace(/\b(Bearer|Basic) +[\w.~+/=-]+/gi, '$1 ***')
    .replace(/\bdpr_(\d+)_[\w-]+/g, 'dpr_$1_***');
