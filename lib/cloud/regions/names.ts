/** Names of further regions that a deployment and its command line share. Imports nothing. */

/** The regions that the option names. */
export const regionsOf = (option: string | undefined): readonly string[] => [...new Set(option?.split(','))];

/** Name of the stack with the drives of a further region. */
export const driverStack = (stack: string, region: string): string => `${stack}-${region}`;

/** The state machine of a further region has the name of the one at home: `arn:aws:states:REGION:...`. */
export const machineIn = (region: string, machine: string): string =>
  machine.split(':').with(3, region).join(':');

/** The parameters of such a stack. They are outputs of the deployment with the same names. */
export const regionParameters = ['StateMachineArn', 'RunsBucket', 'BurstsTable'] as const;
