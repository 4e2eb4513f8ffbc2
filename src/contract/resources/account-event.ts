import type { CheckRowState } from './check-row.ts'

/** What a run changed of a check, as `CheckRowResource` has it. */
export interface CheckChange {
  readonly id: string
  readonly state: Exclude<CheckRowState, 'PAUSED' | 'PENDING' | 'UNKNOWN'>
  readonly since: string | null
  readonly lastResultId: string | null
  readonly lastRunAt: string | null
  readonly lastResponseTime: number | null
}

/** The event of `GET /v1/events` that has more than ids. */
export interface CheckEvents {
  /** The outcome of runs. */
  readonly checks: readonly CheckChange[]
}
