/** Names of further regions that a deployment and its command line share. Imports nothing. */

/** The further regions in the text of the option `regions`. */
export const regionsOf = (option: string | undefined): readonly string[] => [...new Set(option?.split(','))];

/** Name of the stack with the drives of a further region. */
export const driverStack = (stack: string, region: string): string => `${stack}-${region}`;

/**
 * The parameters of the stack of a further region. The deployment has outputs with the same names, and `npm
 * run deploy` passes their values on.
 */
export const regionParameters = ['StateMachineArn', 'RunsBucket', 'BurstsTable'] as const;
