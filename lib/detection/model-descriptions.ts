import { leastRuns } from './change-points/segment-splits.ts';
import { type Model, type ModelName, modelNames, parseModel } from './models.ts';

/** A description of a model and its settings for users. */
export type Description = {
  readonly name: ModelName;
  readonly title: string;
  readonly description: string;
  readonly ui: readonly ({
    readonly name: string;
    readonly title: string;
    readonly description: string;
  } & Control)[];
  readonly defaults: Readonly<Record<string, unknown>>;
};

/** The form element for a setting, as web pages of the original server build it. */
type Control = {
  readonly type: 'LOG_SLIDER' | 'ENUM' | 'NUMBER_BOUND';
  readonly properties: Readonly<Record<string, unknown>>;
};

export const descriptions = (): readonly Description[] =>
  modelNames.map((name) => {
    const { title, description, settings } = texts[name];
    const ui = Object.entries(settings).map(([setting, [heading, text, control]]) => ({
      name: setting,
      title: heading,
      description: text,
      ...control,
    }));
    // The settings of the model with their defaults. Every setting has a default, so an empty object is a
    // valid configuration.
    const { config } = parseModel(name, {}) as Model;
    // The setting `deviations` is off by default and then missing from the model. The description lists it
    // all the same.
    const off = name === 'relativeDifference' ? { deviations: 0 } : {};
    return { name, title, description, ui, defaults: { model: name, ...config, ...off } };
  });

type Texts = {
  readonly title: string;
  readonly description: string;
  readonly settings: Readonly<Record<string, readonly [title: string, text: string, control: Control]>>;
};

/** A slider from `min` to `max` units. The value of the setting is the number of units divided by `scale`. */
const slider = (min: number, max: number, { unit = '', scale = 1, discrete = false } = {}): Control => ({
  type: 'LOG_SLIDER',
  properties: { scale, min, max, discrete, unit },
});

const percent = { unit: '%', scale: 100 } as const;
const whole = { discrete: true } as const;
const numberBound: Control = { type: 'NUMBER_BOUND', properties: {} };

const texts: Readonly<Record<ModelName, Texts>> = {
  relativeDifference: {
    title: 'Relative difference of means',
    description:
      'Compares the newest datapoints with the mean of the earlier datapoints since the last change. With a window of 1, the model compares only the newest datapoint.',
    settings: {
      threshold: [
        'Threshold',
        'Largest difference that is not a change, as a part of the mean: 0.2 is 20 %.',
        slider(1, 1000, percent),
      ],
      window: ['Window', 'The number of last datapoints that are compared.', slider(1, 1000, whole)],
      minPrevious: [
        'Datapoints before',
        'The model reports nothing while fewer values precede the window.',
        slider(1, 1000, whole),
      ],
      filter: [
        'Value of the window',
        'mean, median, min or max of its datapoints.',
        {
          type: 'ENUM',
          properties: { options: { mean: 'Mean', median: 'Median', min: 'Minimum', max: 'Maximum' } },
        },
      ],
      deviations: [
        'Standard errors',
        'The window must also differ by this number of standard errors of the datapoints before it. 0 means that only the threshold decides.',
        slider(0, 100),
      ],
    },
  },
  fixedThreshold: {
    title: 'Fixed threshold',
    description:
      'Reports a change for each datapoint that is below the lower bound or above the upper bound.',
    settings: {
      min: [
        'Lower bound',
        '`{"enabled": true, "inclusive": true, "value": 10}`: inclusive allows the value itself.',
        numberBound,
      ],
      max: ['Upper bound', 'Has the same members as the lower bound.', numberBound],
    },
  },
  eDivisive: {
    title: 'Change points of the whole series',
    description:
      'Divides the series at the point where both parts differ most, then divides each part in the same way, until the parts differ only by chance. The model limits false alarms, tolerates outliers, and expects that neighbouring values can be similar.',
    settings: {
      chance: [
        'False alarms',
        'The share of stable series in which Downpour may report a false change: 0.01 means one series in a hundred.',
        slider(0.01, 20, percent),
      ],
      persistence: [
        'Persistence',
        'Smallest number of datapoints of a level, 3 or more.',
        slider(leastRuns, 1000, whole),
      ],
      leastChange: [
        'Least change',
        'Smallest size of a change, as a part of the median: 0.01 is 1 %.',
        slider(0, 1000, percent),
      ],
    },
  },
};
