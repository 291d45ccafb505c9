/** Names of the state machines in further regions. Imports nothing. */

/** The state machine of a further region has the name of the one at home: `arn:aws:states:REGION:...`. */
export const machineIn = (region: string, machine: string): string =>
  machine.split(':').with(3, region).join(':');

/** The tag of such a state machine with the code of its drives, as plans name it. */
export const releaseTag = 'release';
