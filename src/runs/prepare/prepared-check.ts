import type { CheckDefinition, CheckSettings, RunLimits, RuntimeId } from '#contract'
import type { ClientCertificate } from '#storage/checks'
import type { PreparedCode } from '../code/prepare-code.ts'

/** The inputs that runs need of a check, with the settings of its group applied. */
export interface RunCheck extends Pick<CheckDefinition, 'accountId' | 'id' | 'checkType' | 'name' | 'activated'> {
  readonly request: CheckSettings['request']
  readonly shouldFail: boolean
  /** Empty without a group. */
  readonly groupBaseUrl: string
}

/** A check prepared to run: everything that is the same for all its runs. */
export interface PreparedCheck {
  readonly check: RunCheck
  readonly variables: Readonly<Record<string, string>>
  /** The names of variables whose values are secret. */
  readonly secretKeys: ReadonlySet<string>
  readonly secrets: readonly string[]
  readonly limits: RunLimits
  readonly hasTemplates: boolean
  /** Null when its runs have no code. */
  readonly code: PreparedCode | null
  /** That of the check, of its group or of its account. */
  readonly runtimeId: RuntimeId | null
  /** Of its account, the latest first. */
  readonly certificates: readonly ClientCertificate[]
  /** Whether its runs also have variables by the names of the hosted product. */
  readonly isDropIn?: boolean
  /** The member of `tracestate` that its runs send; null: they send no trace. */
  readonly traceMember?: string | null
  /** Of a dry run whose result has traces. */
  readonly includesTraces?: boolean
  /** Whether somebody follows what its runs write. */
  readonly isWatched?: boolean
  /** The URL of the environment that a requested run is sent to instead of the host of the check. */
  readonly environmentUrl?: string | null
  /** Whether a requested run updates the golden files of its check. */
  readonly updateSnapshots?: boolean
}
