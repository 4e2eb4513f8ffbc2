import type { CheckRowState } from './check-row.ts'

/** What a run changed of a check, as `CheckRowResource` has it. */
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
