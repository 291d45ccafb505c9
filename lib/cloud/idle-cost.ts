import { listPrices } from '../facts.ts';

/**
 * Dollars a month of resources that cost while nothing runs; whatever is not named costs only when it is used. An alarm with
 * an expression counts each metric in it, and the free tier is left out.
 */
export const idleDollarsMonthly: Readonly<Record<string, number>> = {
  'AWS::CloudWatch::Alarm': listPrices.alarmMonthDollars,
  'AWS::CloudWatch::Dashboard': listPrices.dashboardMonthDollars,
  'AWS::EC2::NatGateway': listPrices.natMonthDollars,
  'AWS::EC2::EIP': listPrices.addressMonthDollars,
};
