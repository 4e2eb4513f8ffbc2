/**
 * What the runs of some types need of the machine that runs them. `isolation`: of test files, with a network of their own;
 * `scripts`: isolation of scripts, which may be weaker; `npm`: what suites are installed with; `model`: a model that follows
 * prompts; `icmp`: permission to send ICMP echo requests.
 */
export type RunRequirement = 'isolation' | 'scripts' | 'runtime' | 'browser' | 'npm' | 'model' | 'icmp'

/** What the runs of a check may have, or lack, on which their needs depend. */
export type RunCondition = 'hasScripts' | 'usesChromium' | 'hasNoLearnedScript'

/** What one runner lacks, each with a sentence for users. */
export type RunnerProblems = Readonly<Partial<Record<RunRequirement, string>>>
