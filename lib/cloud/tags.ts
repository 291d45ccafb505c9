import { Tags } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { Settled } from './options/read.ts';

/** Puts the tags of a deployment on everything below: those of the cost page, and those of the team. */
export function label(
  scope: IConstruct,
  {
    service,
    stack,
    stage,
    owner,
    tags = '',
  }: Pick<Settled, 'service' | 'stack' | 'stage' | 'owner' | 'tags'>,
): void {
  const own = tags.split(',').flatMap((pair) => {
    const [, key, value] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    return key === undefined ? [] : [[key, value] as const];
  });
  for (const [key, value] of [...Object.entries({ service, stack, stage, owner }), ...own])
    if (value !== undefined) Tags.of(scope).add(key, value);
}
