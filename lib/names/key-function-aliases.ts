/**
 * The aliases of the function that issues keys. Each alias gives a key with fewer rights to callers that IAM
 * allows to invoke it. This file imports nothing.
 */
export const keyAliases = ['drive', 'read'] as const;

export type KeyAlias = (typeof keyAliases)[number];

/**
 * The alias in the ARN of an invocation, such as `arn:aws:lambda:REGION:ACCOUNT:function:NAME:ALIAS`.
 * Undefined when the ARN has no alias.
 */
export const keyAliasIn = (invokedArn = ''): KeyAlias | undefined =>
  keyAliases.find((alias) => alias === invokedArn.split(':')[7]);
