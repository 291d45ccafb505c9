/** A module that only some scenarios use, so that other scenarios need not load it. */
type Lazy<Module> = {
  /**
   * Loads the module. Code that compiles a user of the module passes this promise to
   * `ScenarioEnvironment.load`, so that it is complete before users come.
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
