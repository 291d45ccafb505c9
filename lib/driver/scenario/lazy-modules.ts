/** A module that only some scenarios use. It is loaded only when it is needed. */
type Lazy<Module> = {
  /**
   * Loads the module. Code that compiles a step with this module must pass the promise to
   * `ScenarioEnvironment.load`. Users then start only after it is loaded.
   */
  load(): Promise<void>;
  /**
   * The loaded module.
   * @throws Error when it has not been loaded.
   */
  readonly module: Module;
};

export function lazily<Module>(name: string, load: () => Promise<Module>): Lazy<Module> {
  let loaded: Module | undefined;
  return {
    async load() {
      loaded ??= await load();
    },
    get module() {
      if (loaded === undefined)
        throw new Error(`${name} was not loaded before its first use; this is a bug in Downpour`);
      return loaded;
    },
  };
}
