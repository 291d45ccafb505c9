/** The user's next step after a failed command of the CDK, found by the words of the CDK and of AWS. */
export const adviceFor = (output: string): string =>
  advices.find(([sign]) => sign.test(output))?.[1] ??
  'the lines above have the reason. CloudFormation undoes the changes that it has made';

/**
 * The list is searched in its order, and the first pattern that is found in the output decides. States of the
 * stack come first, because the user must act on them.
 */
const advices: readonly [sign: RegExp, advice: string][] = [
  [
    /Unable to resolve AWS account/,
    'AWS did not report the account of your credentials, so nothing was created or changed; check the network and AWS_ENDPOINT_URL, then run the same command again',
  ],
  [
    /decreases account's UnreservedConcurrentExecution below/,
    'Lambda counted the old and the new reservations together: deploy once with --concurrency 100 --drive-concurrency none, which reserves nothing, then run the same command again with --forget concurrency',
  ],
  [
    /UPDATE_ROLLBACK_FAILED/,
    'the stack could not go back to its previous state (UPDATE_ROLLBACK_FAILED): choose "Continue update rollback" in the CloudFormation console, then run the same command again',
  ],
  [
    /DELETE_FAILED|ROLLBACK_FAILED/,
    'CloudFormation could not delete all resources of the stack: remove the reason in the lines above, for example empty the bucket, and delete the stack with npm run destroy',
  ],
  [
    /TerminationProtection is enabled/,
    'the stack is protected: disable its termination protection in the CloudFormation console, then run the same command again',
  ],
  [
    /_IN_PROGRESS state and can ?not be updated|in status \w+_IN_PROGRESS|in its current (execution )?status|ChangeSet \[.*\] does not exist|ChangeSet is currently in progress/,
    'another operation is changing the stack: wait for its end, then run the same command again',
  ],
  [
    /ROLLBACK_COMPLETE/,
    'the lines above have the reason. CloudFormation has undone this operation; fix the cause, and run the same command again',
  ],
  [
    /security token|ExpiredToken|InvalidClientTokenId/,
    'AWS does not accept the credentials any more. CloudFormation continues the change: sign in again, wait until the change ends, then run the same command again',
  ],
  [
    /is not authorized to perform|AccessDenied/,
    'the credentials lack a permission, which the lines above name. Get the permission, then run the same command again',
  ],
  [
    /Rate exceeded|Throttling|Limit exceeded/,
    'AWS limits the rate of calls in this account: wait some minutes, then run the same command again',
  ],
];
