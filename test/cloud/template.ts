import type { Template } from 'aws-cdk-lib/assertions';

/** A resource of the template: `Type`, `Properties` and the rest, untyped as CloudFormation is. */
export type Resource = ReturnType<Template['findResources']>[string];

/** Every resource with its logical id. */
export function resources(template: Template): [string, Resource][] {
  return Object.entries(template.toJSON().Resources as Record<string, Resource>);
}

/**
 * The Lambda function that the stack makes for a name in `lib/functions.ts`, such as `driver/reap`. Its
 * logical id contains the name.
 */
export function functionNamed(template: Template, name: string): [string, Resource] {
  // In a nested stack, an id begins at the construct below `Functions`, so the prefix is optional.
  const id = new RegExp(
    `^(\\w*Functions)?${name.split(/[/-]/).map(capitalise).join('')}Function[0-9A-F]{8}$`,
  );
  const found = resources(template).filter(
    ([key, { Type }]) => Type === 'AWS::Lambda::Function' && id.test(key),
  );
  if (found.length !== 1 || found[0] === undefined)
    throw new Error(`${found.length} functions are named ${name}`);
  return found[0];
}

/** Logical ids of the roles that a function runs as. */
export function rolesOf(template: Template, name: string): string[] {
  return [functionNamed(template, name)[1].Properties.Role['Fn::GetAtt'][0]];
}

/** A permission: an action on one resource. A condition of the policy may limit it to some keys. */
export type Grant = {
  readonly action: string;
  /** The resource as text. Logical ids replace references: `RunStorageBucket43D7E758/runs/*`. */
  readonly resource: string;
  /** The permitted partition keys of a table, or the prefixes of a bucket that may be listed. Absent: all. */
  readonly keys?: readonly string[];
  /** Keys that the policy excludes, although `keys` permits them. */
  readonly except?: readonly string[];
  /** The attributes of an item that a command of DynamoDB may name. Absent: all attributes. */
  readonly attributes?: readonly string[];
};

/** A statement of a policy, as CloudFormation has it. */
export type Statement = {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | string[]>>>>;
};

/** The statements of all policies of a function. */
export const statementsOf = (template: Template, name: string): Statement[] =>
  rolesOf(template, name).flatMap((role) => statementsOfRole(template, role));

function statementsOfRole(template: Template, role: string): Statement[] {
  const own = resources(template).find(([id]) => id === role)?.[1].Properties.Policies ?? [];
  const inside = own.flatMap(
    (each: { PolicyDocument: { Statement: Statement[] } }) => each.PolicyDocument.Statement,
  );
  const beside = resources(template)
    .filter(([, { Type }]) => Type === 'AWS::IAM::Policy')
    .filter(([, { Properties }]) => Properties.Roles.some((held: { Ref: string }) => held.Ref === role))
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
  return [...inside, ...beside];
}

/** All permissions of a function. */
export const grantsOf = (template: Template, name: string): Grant[] =>
  rolesOf(template, name).flatMap((role) => grantsOfRole(template, role));

/**
 * The permissions of a role.
 * @param role the logical id of the role.
 */
export function grantsOfRole(template: Template, role: string): Grant[] {
  return statementsOfRole(template, role).flatMap(({ Action, Resource, Condition }) => {
    const limited = keysIn(Condition);
    return [Action]
      .flat()
      .flatMap((action) => [Resource].flat().map((arn) => ({ action, resource: print(arn), ...limited })));
  });
}

/**
 * Alarms that cannot publish to their topic. A policy of a topic replaces the default policy, which lets the
 * whole account publish.
 */
export function silentAlarms(template: Template): string[] {
  const policies = resources(template).filter(([, { Type }]) => Type === 'AWS::SNS::TopicPolicy');
  const takesAlarms = (topic: string): boolean =>
    policies
      .filter(([, { Properties }]) => Properties.Topics.some((each: { Ref: string }) => each.Ref === topic))
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
      .some(
        ({ Effect, Action, Principal, Resource, Condition }) =>
          Effect === 'Allow' &&
          Action === 'sns:Publish' &&
          Principal.Service === 'cloudwatch.amazonaws.com' &&
          Resource.Ref === topic &&
          Condition?.StringEquals['aws:SourceAccount'].Ref === 'AWS::AccountId',
      );
  return resources(template)
    .filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm')
    .filter(([, { Properties }]) => {
      const topics: { Ref: string }[] = Properties.AlarmActions ?? [];
      return topics.length === 0 || !topics.every(({ Ref }) => takesAlarms(Ref));
    })
    .map(([id]) => id);
}

function keysIn(
  condition: Readonly<Record<string, Readonly<Record<string, string | string[]>>>> = {},
): Pick<Grant, 'keys' | 'except' | 'attributes'> {
  const except = condition['ForAllValues:StringNotLike']?.['dynamodb:LeadingKeys'];
  if (except !== undefined) return { keys: ['*'], except: [except].flat() };
  const leading = condition['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
  const keys = leading ?? condition.StringLikeIfExists?.['s3:prefix'];
  const attributes = condition['ForAllValues:StringEquals']?.['dynamodb:Attributes'];
  return {
    ...(keys === undefined ? {} : { keys: [keys].flat() }),
    ...(attributes === undefined ? {} : { attributes: [attributes].flat() }),
  };
}

/** The name of a resource as short text, with logical ids in place of references. */
export function print(arn: unknown): string {
  if (typeof arn === 'string') return arn;
  const { Ref: ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = arn as Record<string, unknown>;
  if (typeof ref === 'string') return ref;
  if (Array.isArray(attribute)) return String(attribute[0]);
  if (Array.isArray(join)) return (join[1] as unknown[]).map(print).join(String(join[0]));
  const select = (arn as Record<string, unknown>)['Fn::Select'];
  // The part of a reference that `Fn::Select` takes, such as `StateMachineArn[3]`.
  if (Array.isArray(select)) return `${print(select[1]['Fn::Split'][1])}[${select[0]}]`;
  throw new Error(`unknown form of a resource: ${JSON.stringify(arn)}`);
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
