/** When the prices below were read. */
export const idleDollarsAsOf = '2026-11-20';

/**
 * Dollars a month of resources that cost while nothing runs, at the list prices of us-east-1; whatever is not named costs only
 * when it is used. An alarm with an expression counts each metric in it; the free tier is left out.
 */
export const idleDollarsMonthly: Readonly<Record<string, number>> = {
  /** https://aws.amazon.com/cloudwatch/pricing/ */
  'AWS::CloudWatch::Alarm': 0.1,
  'AWS::CloudWatch::Dashboard': 3,
  /** 0.045 an hour. https://aws.amazon.com/vpc/pricing/ */
  'AWS::EC2::NatGateway': 32.85,
  /** 0.005 an hour for a public address. */
  'AWS::EC2::EIP': 3.65,
};
