import type { OperationId } from '#contract'
import type { Example } from './examples.ts'
import type { SeededAccount } from './seeded-account.ts'

const tcpCheck = { params: ({ checkIds }: SeededAccount) => ({ id: checkIds.tcp }) }

/** The operations that say how a check is set and why it is as it is. */
export const explanationExamples: { readonly [K in OperationId]?: Example } = {
  getEffectiveSettings: tcpCheck,
  getAlertPreview: tcpCheck,
  explainCheck: tcpCheck,
  explainCheckAlert: { params: ({ checkAlertId }) => ({ id: checkAlertId }) },
}
