/** The routes of agents. All but hello have the negotiated protocol version in their path. */
export const agentPaths = {
  hello: '/agent/hello',
  claim: '/agent/v1/claim',
  renew: '/agent/v1/renew',
  report: '/agent/v1/report',
  giveBack: '/agent/v1/give-back',
  health: '/agent/v1/health',
  goodbye: '/agent/v1/goodbye',
  crashReports: '/agent/v1/crash-reports',
  uploads: '/agent/v1/uploads',
  upload: '/agent/v1/uploads/:uploadId',
  finishUpload: '/agent/v1/uploads/:uploadId/finish',
  codeBundle: '/agent/v1/runs/:taskId/code-bundles/:name',
  goldenFile: '/agent/v1/runs/:taskId/golden-files/:name',
  lostLeases: '/agent/v1/lost-leases',
  progress: '/agent/v1/progress',
} as const

/** Headers of requests. */
export const agentHeaders = {
  /** The id of the agent; every request but hello has it. */
  agentId: 'x-belfry-agent',
  /** The lease token of the run, where neither path nor body has it. */
  leaseToken: 'x-belfry-lease',
  /** Where the bytes of a part of an upload begin. */
  offset: 'x-belfry-offset',
} as const

/** Headers of every answer: epoch milliseconds of the server when the request arrived and when it was answered. */
export const clockHeaders = { receivedAt: 'x-belfry-received-at', sentAt: 'x-belfry-sent-at' } as const
