import { listPrices } from '../facts.ts';

/** A resource of a CloudFormation template, as far as its price is judged by it. */
type Resource = { readonly Type: string; readonly Properties?: unknown };
type Resources = Readonly<Record<string, Resource>>;

/** Hours of a month, as AWS counts them. */
const monthHours = 730;

/**
 * How Lambda asks a queue for messages while there are none: by five connections, each of which waits for 20 seconds.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
const polling = { connections: 5, waitS: 20 } as const;

/** Units that `work/sweep` reads at each time when nothing waits; a test counts them. */
export const sweepReads = 21;
/** Seconds that it takes then, rounded up generously: most of it is waiting for the table. */
const sweepS = 0.2;

/** Dollars a month of one queue that a function is handed the messages of. */
export const queueMonthDollars =
  ((polling.connections * monthHours * 3600) / polling.waitS) * listPrices.queueRequestDollars;

/**
 * Dollars a month of what costs while nothing runs, by its kind; all other resources cost only when they are used. Free tiers are
 * left out.
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
      of('AWS::EC2::EIP').length * listPrices.addressMonthDollars,
  };
}

export const idleDollars = (resources: Resources): number => sum(Object.values(idleCost(resources)));

/** AWS bills each metric that an alarm looks at: one with an expression looks at several. */
function metricsOf({ Properties }: Resource): number {
  const { Metrics = [] } = Properties as { readonly Metrics?: readonly { readonly MetricStat?: unknown }[] };
  return Math.max(1, Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length);
}

/** What a rule of the clock invokes in a month; a rule that waits for events invokes nothing while there are none. */
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

/** Dollars of a month in which nothing waits and `work/sweep` is invoked each minute. */
export const sweepMonthDollars = (memoryMb: number): number =>
  monthHours *
  60 *
  (listPrices.invocationDollars +
    (memoryMb / 1024) * sweepS * listPrices.gbSecondDollars +
    sweepReads * listPrices.tableReadDollars);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
