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
  readonly kind: 'FAILED_RUNS' | 'MINUTES_FAILING'
  readonly value: number
}

const runs = [1, 2, 3, 4, 5] as const
const minutes = [5, 10, 15, 30] as const

type AlertSettings = NonNullable<CheckDraft['alertSettings']>

/** The alert settings with a threshold; null where the form does not have its value. */
export function withThreshold(settings: AlertSettings, { kind, value }: ProposedThreshold): AlertSettings | null {
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
