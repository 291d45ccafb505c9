import { listPrices } from '../facts/prices.ts';

/** The parts of a resource of a CloudFormation template that determine its price. */
type Resource = { readonly Type: string; readonly Properties?: unknown };
type Resources = Readonly<Record<string, Resource>>;

/** The hours in a month for which AWS bills. */
const monthHours = 730;

/**
 * Lambda polls an empty queue with five connections, and each of them waits for 20 seconds.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
const polling = { connections: 5, waitS: 20 } as const;

/**
 * The read units that one run of the function `work/sweep` needs when there is no work. A test counts them.
 */
export const sweepReads = 21;
/**
 * The seconds of one run of `work/sweep` without work, rounded up generously. Most of the time is waiting for
 * the table.
 */
const sweepS = 0.2;

/** Dollars a month of one queue that invokes a function. */
export const queueMonthDollars =
  ((polling.connections * monthHours * 3600) / polling.waitS) * listPrices.queueRequestDollars;

/**
 * Dollars a month of resources that cost without use, by their kind. All other resources cost only when they
 * are used. Free tiers are not included.
 */
export function idleCost(resources: Resources) {
  const of = (type: string): readonly Resource[] =>
    Object.values(resources).filter(({ Type }) => Type === type);
  return {
    alarms: sum(of('AWS::CloudWatch::Alarm').map(metricsOf)) * listPrices.alarmMonthDollars,
    dashboard: of('AWS::CloudWatch::Dashboard').length * listPrices.dashboardMonthDollars,
    queues: of('AWS::Lambda::EventSourceMapping').length * queueMonthDollars,
    clock: sum(of('AWS::Events::Rule').map((rule) => clockMonthDollars(rule, resources))),
    network:
      of('AWS::EC2::NatGateway').length * listPrices.natMonthDollars +
      of('AWS::EC2::EIP').length * listPrices.addressMonthDollars +
      sum(of('AWS::EC2::VPCEndpoint').map(zonesOf)) * listPrices.endpointMonthDollars,
    firewall:
      sum(of('AWS::WAFv2::WebACL').map(webAclMonthDollars)) +
      of('AWS::SecretsManager::Secret').length * listPrices.secretMonthDollars,
  };
}

export const idleDollars = (resources: Resources): number => sum(Object.values(idleCost(resources)));

/**
 * The number of availability zones of an interface endpoint, because AWS bills each zone. A gateway endpoint
 * has no subnets, and costs nothing.
 */
function zonesOf({ Properties }: Resource): number {
  const { SubnetIds = [] } = Properties as { readonly SubnetIds?: readonly unknown[] };
  return SubnetIds.length;
}

function webAclMonthDollars({ Properties }: Resource): number {
  const { Rules = [] } = Properties as { readonly Rules?: readonly unknown[] };
  return listPrices.webAclMonthDollars + Rules.length * listPrices.webAclRuleMonthDollars;
}

/**
 * The number of metrics of an alarm, because AWS bills each of them. An alarm with an expression has several.
 */
function metricsOf({ Properties }: Resource): number {
  const { Metrics = [] } = Properties as { readonly Metrics?: readonly { readonly MetricStat?: unknown }[] };
  return Math.max(1, Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length);
}

/**
 * The cost of the invocations by a scheduled rule in a month. A rule for events invokes nothing without
 * events.
 */
function clockMonthDollars({ Properties }: Resource, resources: Resources): number {
  const { ScheduleExpression = '', Targets = [] } = Properties as {
    readonly ScheduleExpression?: string;
    readonly Targets?: readonly { readonly Arn: { readonly 'Fn::GetAtt'?: readonly string[] } }[];
  };
  const [, every] = /^rate\((\d+) minutes?\)$/.exec(ScheduleExpression) ?? [];
  if (every === undefined) return 0;
  const monthly = Targets.map(({ Arn }) =>
    sweepMonthDollars(memoryMbOf(resources[Arn['Fn::GetAtt']?.[0] ?? ''])),
  );
  return sum(monthly) / Number(every);
}

function memoryMbOf(target: Resource | undefined): number {
  const { MemorySize = 0 } = (target?.Properties ?? {}) as { readonly MemorySize?: number };
  return MemorySize;
}

/** Dollars a month of an idle `work/sweep` that is invoked each minute. */
export const sweepMonthDollars = (memoryMb: number): number =>
  monthHours *
  60 *
  (listPrices.invocationDollars +
    (memoryMb / 1024) * sweepS * listPrices.gbSecondDollars +
    sweepReads * listPrices.tableReadDollars);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
