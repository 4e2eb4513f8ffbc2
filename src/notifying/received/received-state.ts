import type { AlertState } from '#alerting'
import type { ReceivedAlertRow } from '#storage/alerts'

/** Sound: the column is written by this room only, from an `AlertState`. */
export const stateOfReceived = ({ alertState }: Pick<ReceivedAlertRow, 'alertState'>): AlertState =>
  alertState as unknown as AlertState
