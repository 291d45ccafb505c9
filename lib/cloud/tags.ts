import { type Stack, Tags } from 'aws-cdk-lib';
import type { Settled } from './options/read.ts';

/** Puts the tags of a deployment on everything in a stack: those of the cost page, and those of the team. */
export function label(stack: Stack, { service, stack: name, stage, owner, tags = '' }: Settled): void {
  const own = tags.split(',').flatMap((pair) => {
    const [, key, value] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    return key === undefined ? [] : [[key, value] as const];
  });
  for (const [key, value] of [...Object.entries({ service, stack: name, stage, owner }), ...own])
    if (value !== undefined) Tags.of(stack).add(key, value);
}
