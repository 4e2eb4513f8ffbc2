import type { AgenticTask, LogLine, TaskCode } from '#contract'
import type { Clock } from '#kernel'
import type { AgentSessions, PlaywrightProgress, PlaywrightRuns } from '#scripting'
import type { ExplorePrompt } from './explore-prompt.ts'
import type { PromptScope } from './prompt-scope.ts'

/** Shared by the parts of one run. */
export interface RunContext {
  readonly agent: AgenticTask
  readonly code: TaskCode
  readonly scope: PromptScope
  readonly accountId: string
  readonly playwright: PlaywrightRuns
  readonly agentSessions: AgentSessions
  /** Null without a model. */
  readonly explorePrompt: ExplorePrompt | null
  readonly userAgent: string
  readonly signal: AbortSignal
  /** Epoch milliseconds at which the run must have ended. */
  readonly deadline: number
  readonly clock: Clock
  readonly note: (level: LogLine['level'], msg: string) => void
  /** Told what the script does; absent: nobody follows the run. */
  readonly onProgress?: (progress: PlaywrightProgress) => void
}
