import type { Input } from '../../../api/operations.ts'
import type { CheckDraft } from '../../../check-forms/check-draft.ts'

type Proposed = Input<'backTestCheck'>['body']

/** The changes of a draft about alerts; those left to the account or a group stay as they are. */
export function proposedOf(before: CheckDraft, draft: CheckDraft): Proposed {
  const areRetriesChanged = JSON.stringify(before.retryStrategy) !== JSON.stringify(draft.retryStrategy)
  return {
    ...(draft.useGlobalAlertSettings === false && draft.alertSettings && { alertSettings: draft.alertSettings }),
    ...(areRetriesChanged && draft.retryStrategy !== undefined && { retryStrategy: draft.retryStrategy }),
  }
}

/** A threshold that an address proposes, as the tab of noise does. */
export interface ProposedThreshold {
  readonly kind: 'FAILED_RUNS' | 'MINUTES_FAILING' | 'FAILED_OF_RUNS' | 'PASSED_RUNS'
  readonly value: number
  /** Of FAILED_OF_RUNS. */
  readonly windowRuns?: number
}

const runs = [1, 2, 3, 4, 5] as const
const minutes = [5, 10, 15, 30] as const

type AlertSettings = NonNullable<CheckDraft['alertSettings']>

/** The alert settings with a threshold; null where the form does not have its value. */
export function withThreshold(settings: AlertSettings, proposed: ProposedThreshold): AlertSettings | null {
  const { kind, value, windowRuns = 0 } = proposed
  if (kind === 'PASSED_RUNS')
    return isCount(value, 1) ? { ...settings, runBasedRecovery: { passedRunThreshold: value } } : null
  if (kind === 'FAILED_OF_RUNS') {
    const isWindow = isCount(value, 1) && isCount(windowRuns, 2) && value <= windowRuns
    return isWindow ? { ...settings, windowBasedEscalation: { failedRunThreshold: value, runs: windowRuns } } : null
  }
  const { windowBasedEscalation: _replaced, ...others } = settings
  return withoutWindow(others, kind, value)
}

/** The most runs that a policy looks back on. */
const mostRuns = 20
const isCount = (value: number, least: number): boolean =>
  Number.isInteger(value) && value >= least && value <= mostRuns

function withoutWindow(settings: AlertSettings, kind: ProposedThreshold['kind'], value: number): AlertSettings | null {
  if (kind === 'FAILED_RUNS') {
    const failedRunThreshold = runs.find((one) => one === value)
    return failedRunThreshold === undefined
      ? null
      : { ...settings, escalationType: 'RUN_BASED', runBasedEscalation: { failedRunThreshold } }
  }
  const minutesFailingThreshold = minutes.find((one) => one === value)
  return minutesFailingThreshold === undefined
    ? null
    : { ...settings, escalationType: 'TIME_BASED', timeBasedEscalation: { minutesFailingThreshold } }
}
