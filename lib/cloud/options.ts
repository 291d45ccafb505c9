import { DownpourError } from '../errors.ts';
import type { DownpourProps } from './stack.ts';
import { type StageName, stages } from './stage.ts';

/** The options of `cdk deploy -c name=value`: all properties but those that the checkout decides. */
export type Options = Omit<DownpourProps, 'bundles' | 'definition' | 'version'> & {
  /** Name of the CloudFormation stack, which `--stack` of the command line refers to. */
  readonly stack: string;
};

/**
 * Reads the options out of the CDK's context, where every value is text.
 * Throws `DEPLOYMENT_OPTION` (400) for a value that cannot be meant.
 */
export function readOptions(context: (name: string) => unknown): Options {
  const text = (name: string): string | undefined => readText(name, context(name));
  const amount = (name: string): number | undefined => readAmount(name, context(name));
  const share = (name: string): number | undefined => readShare(name, context(name));
  const count = (name: string): number | undefined => readCount(name, context(name));
  const stage = readStage(text('stage') ?? 'sandbox');
  return {
    stage,
    stack: text('stack') ?? `downpour-${stage}`,
    service: text('service'),
    targets: text('targets'),
    ceilings: text('ceilings'),
    maxErrors: share('maxErrors'),
    leadMs: count('leadMs'),
    commonDialect: text('commonDialect'),
    driveConcurrency: count('driveConcurrency'),
    driveDollarsPerHour: amount('driveDollarsPerHour'),
    requestsPerSec: amount('requestsPerSec'),
    requestsBurst: count('requestsBurst'),
    alarmEmail: text('alarmEmail'),
    permissionsBoundary: text('permissionsBoundary'),
    owner: text('owner'),
  };
}

function readStage(value: string): StageName {
  if (Object.hasOwn(stages, value)) return value as StageName;
  throw refusal('stage', value, `one of ${Object.keys(stages).join(', ')}`);
}

function readText(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw refusal(name, value, 'a text that is not empty');
}

function readAmount(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number) && number > 0) return number;
  throw refusal(name, value, 'a number above 0');
}

function readShare(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && number >= 0 && number <= 1) return number;
  throw refusal(name, value, 'a number from 0 to 1');
}

function readCount(name: string, value: unknown): number | undefined {
  const amount = readAmount(name, value);
  if (amount === undefined || Number.isInteger(amount)) return amount;
  throw refusal(name, value, 'a whole number above 0');
}

function refusal(name: string, value: unknown, expected: string): DownpourError {
  return new DownpourError('DEPLOYMENT_OPTION', 400, `-c ${name}=${String(value)}: expected ${expected}`);
}
