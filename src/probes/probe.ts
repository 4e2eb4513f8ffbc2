import { checkTypes } from '#contract'
import type { Observation, RunProgress, RunTask, WireCheckType, BundleOpened } from '#contract'
import type { Egress } from '#egress'
import type { Clock } from '#kernel'
import type { Runtimes, Sandbox, ApiScripts, PlaywrightRuns, SuiteRuns, AgentSessions } from '#scripting'
import type { ExplorePrompt } from './agentic/explore-prompt.ts'
import type { LargeBody } from './http/large-bodies.ts'
import type { NetworkEvidence } from './network-evidence/network-evidence.ts'

/** The part of a run task a probe needs. */
export type ProbeTask<T extends WireCheckType = WireCheckType> = Pick<
  RunTask<T>,
  'checkType' | 'request' | 'timeoutMs' | 'clientCertificate'
> &
  Partial<Pick<RunTask<T>, 'secrets' | 'limits' | 'code' | 'accountId' | 'proxyUrl'>>

export interface ProbeTools {
  readonly clock: Clock
  readonly egress: Egress
  /** Ends the probe early. */
  readonly signal: AbortSignal
  /** Sent by HTTP probes whose request sets none. */
  readonly userAgent: string
  /** Looks for the cause when a connection of an HTTP probe fails; absent where no evidence is wanted. */
  readonly networkEvidence?: NetworkEvidence
  /**
   * The permission to store a large body, which the caller releases. Text over 256 KB is returned undecoded then.
   * Without it the probe acquires one itself, decodes the body and releases it.
   */
  readonly largeBody?: LargeBody
  /** The runtimes of scripts. Absent where no scripts run. */
  readonly runtimes?: Runtimes
  /** Runs test files. Absent where no scripts run. */
  readonly playwright?: PlaywrightRuns
  /** The bytes of a golden file that the task names; null when it no longer exists. Absent where there are none. */
  readonly readGoldenFile?: (key: string) => Promise<Uint8Array | null>
  /** Runs Playwright projects. Absent where no scripts run. */
  readonly suites?: SuiteRuns
  /** The files that a run receives, and the directory of its files until they are stored. */
  readonly runFiles?: RunFiles
  /** Performs single actions of a model. Absent where no scripts run. */
  readonly agentSessions?: AgentSessions
  /** Lets a model follow a prompt. Absent without a model. */
  readonly explorePrompt?: ExplorePrompt
  /** Runs the scripts around requests. Absent where no scripts run. */
  readonly apiScripts?: ApiScripts
  /** Absent when nobody follows the run. */
  readonly progress?: ProgressListener
  /** Runs user code. Absent where no script can run. */
  readonly sandbox?: Sandbox
}

/** Receives the events of a run, and the secrets that appear during the run before any event that contains them. */
export interface ProgressListener {
  readonly add: (event: RunProgress) => void
  readonly hide: (secret: string) => void
}

export interface RunFiles {
  /** A code bundle of the account of the run. Rejects when the service cannot be reached. */
  openBundle(id: string): Promise<BundleOpened>
  /** A directory that only this process can read, which is removed when the files of the run are stored. */
  directory(): Promise<string>
}

/**
 * One observation over the network. Never throws and never rejects, ends within `runTimeOf` its task (and less than a
 * second for the evidence of a network failure), and leaves no socket open.
 */
export type Probe<T extends WireCheckType> = (task: ProbeTask<T>, tools: ProbeTools) => Promise<Observation<T>>

/** The longest time of a run, in milliseconds, whatever its task requests. */
export const runTimeOf = ({ checkType, timeoutMs }: Pick<ProbeTask, 'checkType' | 'timeoutMs'>): number =>
  Math.min(timeoutMs, checkTypes[checkType].runTimeLimitMs)
