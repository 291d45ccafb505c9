/** The user's next step after a failed deployment, found by the words of the CDK. */
export const adviceFor = (output: string): string =>
  advices.find(([sign]) => sign.test(output))?.[1] ??
  'the lines above have the reason. CloudFormation restores the previous state';

const advices: readonly [sign: RegExp, advice: string][] = [
  [
    /Unable to resolve AWS account/,
    'AWS did not report the account of your credentials, so nothing was created or changed; check the network and AWS_ENDPOINT_URL, then run the same command again',
  ],
  [
    /paused fail state \((UPDATE_)?ROLLBACK_FAILED\)|UPDATE_ROLLBACK_FAILED/,
    'the stack could not go back to its previous state (UPDATE_ROLLBACK_FAILED): choose "Continue update rollback" in the CloudFormation console, then run the same command again',
  ],
  [
    /ongoing operation in progress and is not stable/,
    'another operation is changing the stack: wait for its end, then run the same command again',
  ],
  [
    /Failed deleting stack .* previously failed creation|ROLLBACK_COMPLETE.*cannot be updated/,
    'the first deployment failed and its rest could not be deleted: delete the stack in the CloudFormation console, then run the same command again',
  ],
  [
    /ROLLBACK_COMPLETE/,
    'the lines above have the reason. CloudFormation has removed the changes; fix the cause, and run the same command again',
  ],
];
