import type { OperationId } from '#contract'
import type { Example } from './examples.ts'

/** How the operations of heartbeats that the installation sends are called; only its operators may. */
export const outgoingHeartbeatExamples: { readonly [K in OperationId]?: Example } = {
  listOutgoingHeartbeats: { answers: 403 },
  setOutgoingHeartbeat: { body: () => ({ url: 'https://hc.example/ping/1' }), answers: 403 },
  deleteOutgoingHeartbeat: { params: () => ({ host: 'hc.example' }), answers: 403 },
}
