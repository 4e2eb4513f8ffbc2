import type { RunLimits } from '#contract'
import type { ClientCertificate } from '#storage'
import type { EffectiveCheck } from './effective-checks.ts'

/** A check prepared to run: everything that is the same for all its runs. */
export interface PreparedCheck {
  readonly effective: EffectiveCheck
  readonly variables: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  readonly limits: RunLimits
  readonly hasTemplates: boolean
  /** Why its runs cannot be executed; null when they can. */
  readonly scriptProblem: string | null
  /** Of its account, the latest first. */
  readonly certificates: readonly ClientCertificate[]
  /** The URL of the environment that a requested run is sent to instead of the host of the check. */
  readonly environmentUrl?: string | null
}
