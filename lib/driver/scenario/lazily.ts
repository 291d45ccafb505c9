/** A module that only some scenarios use, so that no other one pays for its start. */
type Lazy<Module> = {
  /**
   * Is over before users come: who compiles what uses the module hands this to `ScenarioEnvironment.load`.
   */
  load(): Promise<void>;
  /** @throws Error when it has not been loaded. */
  readonly module: Module;
};

export function lazily<Module>(name: string, load: () => Promise<Module>): Lazy<Module> {
  let loaded: Module | undefined;
  return {
    async load() {
      loaded ??= await load();
    },
    get module() {
      if (loaded === undefined) throw new Error(`${name} was not loaded before it was used`);
      return loaded;
    },
  };
}
