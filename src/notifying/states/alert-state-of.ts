import { initialAlertState } from '#alerting'
import type { AlertState } from '#alerting'
import type { CheckStateRow } from '#storage/checks'

/** Only this room writes the column, always with a state of `#alerting`. */
export const alertStateOf = (row: Pick<CheckStateRow, 'alertState'>): AlertState =>
  row.alertState === null ? initialAlertState : (row.alertState as AlertState)
