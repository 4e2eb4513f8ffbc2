/** What the runs of some types need of the machine that runs them. */
export type RunRequirement = 'isolation' | 'runtime' | 'browser'

/** What one runner lacks, each with a sentence for users. */
export type RunnerProblems = Readonly<Partial<Record<RunRequirement, string>>>
