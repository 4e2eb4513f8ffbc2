/**
 * The requirements of some types on the machine that runs them. `isolation`: of test files, with a separate network;
 * `scripts`: isolation of scripts, which may be weaker; `npm`: what suites are installed with; `model`: a model that follows
 * prompts; `icmp`: permission to send ICMP echo requests.
 */
export type RunRequirement = 'isolation' | 'scripts' | 'runtime' | 'browser' | 'npm' | 'model' | 'icmp'

/** The properties of the runs of a check that decide their needs. */
export type RunCondition = 'hasScripts' | 'usesChromium' | 'hasNoLearnedScript'

/** The requirements that one runner does not meet, each with a sentence for users. */
export type RunnerProblems = Readonly<Partial<Record<RunRequirement, string>>>
