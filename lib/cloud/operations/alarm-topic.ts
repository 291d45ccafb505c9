import { Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as kms from 'aws-cdk-lib/aws-kms';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

/**
 * The topic of all alarms of a region.
 * @param email gets the notifications. It must confirm the subscription once.
 * @param key encrypts them. Absent: a key of AWS does.
 */
export function createTopic(scope: Construct, email: string, key?: kms.IKey): sns.Topic {
  const topic = new sns.Topic(scope, 'Topic', { enforceSSL: true, masterKey: key });
  topic.addSubscription(new EmailSubscription(email));
  // The topic has a policy against unencrypted connections. It replaces the default policy, which lets the
  // whole account publish, including CloudWatch. So CloudWatch must be permitted here.
  const { account } = Stack.of(scope);
  topic.grantPublish(
    new iam.ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': account } },
    }),
  );
  Validations.of(topic).acknowledge({
    id: 'Serverless::Serverless-SNSRedrivePolicy',
    reason: 'If an alarm mail does not arrive, the alarm is still red in the CloudWatch console.',
  });
  return topic;
}
