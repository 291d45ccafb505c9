import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

export type BudgetProps = {
  /** The limit in US dollars a month. */
  readonly dollars: number;
  /** Value of the tag `stack` on all resources of this deployment. */
  readonly stack: string;
  /** The email address that gets notifications. Absent: the budget is visible only in the billing console. */
  readonly email?: string | undefined;
};

/**
 * A budget for the bill of this deployment. AWS services report their costs within a day, so the alarm on the
 * cost of drives is faster. The budget sees costs only after the tag `stack` was activated as a cost
 * allocation tag.
 */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { dollars, stack, email }: BudgetProps) {
    super(scope, id);
    const subscribers = email === undefined ? [] : [{ subscriptionType: 'EMAIL', address: email }];
    const notification = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        comparisonOperator: 'GREATER_THAN',
        notificationType,
        threshold,
        thresholdType: 'PERCENTAGE',
      },
      subscribers,
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: dollars, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:stack$${stack}`] },
      },
      // A budget without subscribers has no notifications, because AWS rejects a notification without a
      // subscriber.
      ...(subscribers.length === 0
        ? {}
        : {
            notificationsWithSubscribers: [
              notification('ACTUAL', 80),
              notification('ACTUAL', 100),
              notification('FORECASTED', 100),
            ],
          }),
    });
  }
}
