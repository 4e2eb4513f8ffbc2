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
  nextReminder: null,
  outageSeconds: null,
  heartbeat: null,
  fallback: null,
}

/** The facts that notifications of earlier versions lack, null or empty where they are not known. */
export const laterFacts = (facts: AlertFacts): Required<LaterAlertFacts> => ({ ...unknown, ...facts })
