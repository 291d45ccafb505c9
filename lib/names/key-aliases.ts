/**
 * Aliases of the function of keys. Each gives a key with fewer rights to callers that IAM lets invoke it.
 * Imports nothing.
 */
export const keyAliases = ['drive', 'read'] as const;

export type KeyAlias = (typeof keyAliases)[number];

/** The alias in the ARN of an invocation, `arn:aws:lambda:REGION:ACCOUNT:function:NAME:ALIAS`. */
export const keyAliasIn = (invokedArn = ''): KeyAlias | undefined =>
  keyAliases.find((alias) => alias === invokedArn.split(':')[7]);
