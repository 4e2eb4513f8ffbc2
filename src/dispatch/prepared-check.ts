import type { RunLimits } from '#contract'
import type { ClientCertificate } from '#storage'
import type { EffectiveCheck } from './effective-checks.ts'

/** A check made ready to run: everything that is the same for all its runs. */
export interface PreparedCheck {
  readonly effective: EffectiveCheck
  readonly variables: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  readonly limits: RunLimits
  readonly hasTemplates: boolean
  /** Why none of its runs can be made. */
  readonly scriptProblem: string | null
  /** Of its account, the latest first. */
  readonly certificates: readonly ClientCertificate[]
  /** Where a run that somebody asked for goes instead of the host of the check. */
  readonly environmentUrl?: string | null
}
