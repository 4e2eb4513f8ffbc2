import type { AlertFacts, LaterAlertFacts } from '#contract'

const unknown: Required<LaterAlertFacts> = {
  target: null,
  failingSince: null,
  heldBack: null,
  reasons: [],
  limits: null,
  answer: null,
  locations: null,
  cause: null,
  differences: [],
  nextReminder: null,
  outageSeconds: null,
  heartbeat: null,
  fallback: null,
  drillId: null,
  received: null,
}

/** The facts that notifications of earlier versions do not have, null or empty where unknown. */
export const laterFacts = (facts: AlertFacts): Required<LaterAlertFacts> => ({ ...unknown, ...facts })
