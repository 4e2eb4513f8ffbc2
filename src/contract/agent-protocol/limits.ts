/** The limits of one message; the server rejects more. */
export const agentLimits = {
  /** Runs that an agent may run at once. */
  places: 500,
  /** Runs in one claim. */
  claimedRuns: 200,
  /** Leases, reports or returned runs in one message. */
  items: 400,
  /** A JSON body, decompressed. */
  bodyBytes: 16 * 1024 * 1024,
  /** One part of an upload. */
  partBytes: 8 * 1024 * 1024,
  /** The longest long poll. */
  claimWaitMs: 50_000,
} as const

/** How often an agent does what; told by the server, so that it can be changed without new agents. */
export interface AgentPolicy {
  /** How long a claim waits for runs. */
  readonly claimWaitMs: number
  /** How often leases are renewed. */
  readonly renewEveryMs: number
  /** How often an agent reports its health. */
  readonly healthEveryMs: number
  /** The most bytes of one batch of reports, before compression. A larger report is sent alone. */
  readonly reportBytes: number
  readonly partBytes: number
}

export const agentPolicy: AgentPolicy = {
  claimWaitMs: agentLimits.claimWaitMs,
  renewEveryMs: 15_000,
  healthEveryMs: 15_000,
  reportBytes: 4 * 1024 * 1024,
  partBytes: 4 * 1024 * 1024,
}
