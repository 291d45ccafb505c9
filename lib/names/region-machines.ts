/** The names of the state machines in further regions. This file imports nothing. */

/**
 * The ARN of the state machine in a further region. It has the name of the state machine in the home region:
 * `arn:aws:states:REGION:...`.
 */
export const machineIn = (region: string, machine: string): string =>
  machine.split(':').with(3, region).join(':');

/** The tag of a further region's state machine that names the code of its drives, as plans name it. */
export const releaseTag = 'release';
