import { matchesLabels } from '#alerting'
import type { AlertSilenceRow, ReceivedAlertRow } from '#storage/alerts'

/** The silences that match an alert now, of those that have not ended. */
export const matchingSilences = (
  silences: readonly AlertSilenceRow[],
  { accountId, sourceId, labels }: Pick<ReceivedAlertRow, 'accountId' | 'sourceId' | 'labels'>,
  nowMs: number,
): readonly AlertSilenceRow[] =>
  silences.filter(
    (one) =>
      one.accountId === accountId &&
      (one.sourceId === null || one.sourceId === sourceId) &&
      one.startsAt.getTime() <= nowMs &&
      matchesLabels(one.matchers, labels),
  )
