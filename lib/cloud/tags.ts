import { Tags } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { type Settled, tagsIn } from './options/read.ts';

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
  for (const [key, value] of [...Object.entries({ service, stack, stage, owner }), ...tagsIn(tags)])
    if (value !== undefined) Tags.of(scope).add(key, value);
  // IAM refuses a role with two tags whose names differ only in capitals.
  for (const [key] of tagsIn(tags)) {
    const usual = key.toLowerCase();
    if (usual !== key && usual in { service, stack, stage, owner }) Tags.of(scope).remove(usual);
  }
}
