import { step } from '#alerting'
import type { Step } from '#alerting'
import { Fault } from '#kernel'
import { findCheckAlert, findLocationNames, listDecisionsOfAlert } from '#storage/alerts'
import type { AlertDecisionRow } from '#storage/alerts'
import type { Store } from '#storage/database'

export interface ExplainedAlert {
  readonly checkAlertId: string
  readonly checkId: string
  readonly steps: readonly Step[]
  readonly decisions: readonly AlertDecisionRow[]
  readonly locationNames: ReadonlyMap<string, string>
}

/** How an alert came about, and what was decided of it later. Throws CHECK_ALERT_NOT_FOUND. */
export async function explainAlert({ db }: Store, accountId: string, id: string): Promise<ExplainedAlert> {
  const alert = await findCheckAlert(db, accountId, id)
  if (alert === null) throw new Fault('CHECK_ALERT_NOT_FOUND')
  const decisions = await listDecisionsOfAlert(db, accountId, id)
  return {
    checkAlertId: alert.id,
    checkId: alert.checkId,
    steps: decisions.length === 0 ? [step('EXPLAIN_NOT_RECORDED')] : [],
    decisions,
    locationNames: await findLocationNames(db),
  }
}
