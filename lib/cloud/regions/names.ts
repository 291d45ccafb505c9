/** What a deployment and those who deploy it must agree on about its further regions. Imports nothing. */

/** The regions that the option names. */
export const regionsOf = (option: string | undefined): readonly string[] => [...new Set(option?.split(','))];

/** Name of the stack with the drives of a further region. */
export const driverStack = (stack: string, region: string): string => `${stack}-${region}`;

/** What such a stack is told of the deployment, by parameters: its outputs of the same names. */
export const regionParameters = ['StateMachineArn', 'RunsBucket', 'BurstsTable'] as const;
