import type { CheckRowState } from './check-row.ts'

/** The change of a check by a run, in the shape of `CheckRowResource`. */
export interface CheckChange {
  readonly id: string
  readonly state: Exclude<CheckRowState, 'PAUSED' | 'PENDING' | 'UNKNOWN'>
  /** The state before these runs, so that counts follow; null: it had none. */
  readonly before: CheckChange['state'] | null
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
