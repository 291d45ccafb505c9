type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  /** The options. Each has a value and a word that the page shows. */
  readonly options: readonly (readonly [value: string, word: string])[];
  readonly choose: (value: string) => void;
};

/** A list of options with its label. */
export function Choice({ label, value, options, choose }: ChoiceProps) {
  return (
    <label>
      <span class="quiet">{label} </span>
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {options.map(([name, word]) => (
          <option key={name} value={name}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}
