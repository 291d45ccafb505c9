import { devNull } from 'node:os';
import { localTasksMax } from '../facts/fargate.ts';
import { localRegion, environment as names } from '../names/environment.ts';
import { commit, version } from '../project.ts';
import { functionArn } from './function-host/messages.ts';

export const accessKeyId = 'local';
export const bucket = 'downpour-runs';
export const tables = {
  repository: 'downpour-repository',
  /** This table keeps its name of earlier releases, because data folders contain it under that name. */
  identity: 'downpour-catalogue',
  bursts: 'downpour-bursts',
} as const;

type Endpoints = {
  readonly s3: string;
  readonly dynamodb: string;
  readonly sfn: string;
  readonly scheduler: string;
  readonly sqs: string;
};

/** The environment variables that functions get on one machine. */
export const variables = (
  secret: string,
  endpoints: Endpoints,
  stateMachineArn: string,
): Readonly<Record<string, string>> => ({
  ...awsVariables(secret, endpoints),
  ...downpourVariables(stateMachineArn),
  [names.queueNow]: `${endpoints.sqs}/000000000000/now`,
  [names.queueLater]: `${endpoints.sqs}/000000000000/later`,
});

/**
 * Variables for the AWS SDK. They replace all of the caller's own AWS configuration, so that no part of it
 * reaches a function.
 */
const awsVariables = (secret: string, endpoints: Endpoints): Readonly<Record<string, string>> => ({
  AWS_REGION: localRegion,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secret,
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  // Without `HOME`, the SDK asks the system for the home folder of the user. This fails in a container whose
  // user has a number and no name.
  HOME: devNull,
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_ENDPOINT_URL_S3: endpoints.s3,
  AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
  AWS_ENDPOINT_URL_SFN: endpoints.sfn,
  AWS_ENDPOINT_URL_SCHEDULER: endpoints.scheduler,
  AWS_ENDPOINT_URL_SQS: endpoints.sqs,
});

/**
 * Settings of a deployment that the caller's environment may replace. Requests to metadata addresses are
 * always rejected.
 */
const settings = {
  [names.service]: undefined,
  [names.anonymous]: undefined,
  [names.auditDays]: undefined,
  [names.teamStorageGB]: undefined,
  [names.publicUrl]: undefined,
  [names.oidcIssuer]: undefined,
  [names.oidcAudience]: undefined,
  [names.oidcClientId]: undefined,
  [names.commonDialect]: undefined,
  [names.passwordLengthMin]: undefined,
  [names.privacyStatement]: undefined,
  [names.ceilings]: undefined,
  [names.targets]: '*',
  [names.maxErrors]: undefined,
  // On one machine functions start fast, and many servers close a connection that was idle for five seconds.
  // So Downpour calls drives only this many milliseconds before their phase.
  [names.leadMs]: '1500',
  [names.segmentMsMax]: undefined,
  [names.regions]: undefined,
  // On one machine a task of Fargate is a process, and at most this many run at once.
  [names.fargateTasks]: String(localTasksMax),
  // No time server is asked, because all drives of one machine share its clock.
  [names.timeServer]: undefined,
} as const;

function downpourVariables(stateMachineArn: string): Readonly<Record<string, string>> {
  const taken = Object.entries(settings).flatMap(([name, usual]) => {
    const value = process.env[name] ?? usual;
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    [names.runsBucket]: bucket,
    [names.repositoryTable]: tables.repository,
    [names.identityTable]: tables.identity,
    [names.burstsTable]: tables.bursts,
    [names.stateMachineArn]: stateMachineArn,
    [names.version]: version(),
    [names.commit]: commit(),
    [names.startedAt]: String(Date.now()),
    [names.scheduleGroup]: 'local',
    [names.scheduleRole]: 'arn:aws:iam::000000000000:role/local',
    [names.scheduleQueue]: 'arn:aws:sqs:local:000000000000:local',
    [names.scheduledFunction]: functionArn('driver/start-scheduled'),
    [names.reapFunction]: functionArn('driver/reap'),
    ...Object.fromEntries(taken),
  };
}
