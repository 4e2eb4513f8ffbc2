import type { RunLimits, RuntimeId } from '#contract'
import type { ClientCertificate } from '#storage'
import type { PreparedCode } from './code/prepare-code.ts'
import type { EffectiveCheck } from './effective-checks.ts'

/** A check prepared to run: everything that is the same for all its runs. */
export interface PreparedCheck {
  readonly effective: EffectiveCheck
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
  /** Of a dry run whose result has traces. */
  readonly includesTraces?: boolean
  /** The URL of the environment that a requested run is sent to instead of the host of the check. */
  readonly environmentUrl?: string | null
  /** Whether a requested run updates the golden files of its check. */
  readonly updateSnapshots?: boolean
}
