import type {
  AgentClaimed,
  AgentGiveBack,
  AgentRenewed,
  AgentProgressNoted,
  AgentReport,
  AgentReported,
  ClaimRequest,
  RunReport,
  RunTask,
  RunnerPort,
} from '#contract'
import { agentLimits, agentPaths, agentPolicy } from '#contract'
import type { AgentPolicy } from '#contract'
import { randomId } from '#kernel'
import type { Clock } from '#kernel'
import { AgentCallRejected } from './agent-client.ts'
import type { AgentClient } from './agent-client.ts'
import { openBundle, readGoldenFile } from './run-inputs.ts'
import { storeFiles } from './upload-files.ts'

export interface HttpPortOptions {
  readonly client: AgentClient
  readonly clock: Clock
  /** Runs under way, told with every claim. */
  readonly running: () => number
  /** Says hello; called when the server does not know this agent. */
  readonly sayHello: () => Promise<void>
  /** The last policy that the server told; default: that of this source. */
  readonly policy?: () => AgentPolicy
}

/** The port of a runner to a server elsewhere. A call that is cut off may be repeated: nothing is lost or done twice. */
export function createHttpRunnerPort(options: HttpPortOptions): RunnerPort {
  const { client, running, clock } = options
  const policy = options.policy ?? (() => agentPolicy)
  /** Claims that were sent and whose answer did not arrive. */
  const unanswered: string[] = []

  const send: Send = async <Answer>(call: Parameters<AgentClient['call']>[0]): Promise<Answer> => {
    try {
      return await client.call<Answer>(call)
    } catch (error) {
      if (!(error instanceof AgentCallRejected) || error.code !== 'AGENT_UNKNOWN') throw error
      await options.sayHello()
      return client.call<Answer>(call)
    }
  }

  const claim = async ({ limit, signal, waitMs }: ClaimRequest): Promise<readonly RunTask[]> => {
    const repeated = unanswered.pop()
    const claimId = repeated ?? randomId()
    const isRepeated = repeated !== undefined
    const wait = Math.max(waitMs, policy().claimWaitMs)
    const most = Math.min(limit, agentLimits.claimedRuns)
    const body = { claimId, isRepeated, limit: most, running: running(), waitMs: wait }
    try {
      const { tasks } = await send<AgentClaimed>({ path: agentPaths.claim, body, waitMs: wait, signal })
      return tasks
    } catch (error) {
      // The server may have leased runs for this claim already.
      if (!signal.aborted) {
        unanswered.push(claimId)
        throw error
      }
      await giveBack({ returns: [], claimIds: [claimId] }).catch(() => {})
      return []
    }
  }

  const giveBack = (body: AgentGiveBack): Promise<unknown> => send({ path: agentPaths.giveBack, body })

  return {
    claim,
    storeArtifacts: (lease, artifacts) => storeFiles({ send, clock, policy }, lease, artifacts),
    async report(reports) {
      for (const batch of batchesOf(reports, policy().reportBytes))
        await send<AgentReported>({ path: agentPaths.report, body: { reports: batch } })
    },
    async giveBack(returns) {
      await giveBack({ returns: [...returns] })
    },
    ...whileRunning(client, send),
    async renew(leases) {
      for (let at = 0; at < leases.length; at += agentLimits.items)
        await send<AgentRenewed>({ path: agentPaths.renew, body: { leases: leases.slice(at, at + agentLimits.items) } })
    },
  }
}

type Send = <Answer>(call: Parameters<AgentClient['call']>[0]) => Promise<Answer>

/** The calls to the service during a run. */
const whileRunning = (
  client: AgentClient,
  send: Send,
): Required<Pick<RunnerPort, 'readGoldenFile' | 'openBundle' | 'findLostLeases' | 'progress'>> => ({
  readGoldenFile: (lease, key) => readGoldenFile(client, lease, key),
  openBundle: (lease, bundleId) => openBundle(client, lease, bundleId),
  async findLostLeases(leases) {
    const body = { leases: leases.slice(0, agentLimits.items) }
    const { lost } = await send<AgentRenewed>({ path: agentPaths.lostLeases, body })
    return leases.filter(({ taskId }) => lost.includes(taskId))
  },
  async progress(lease, events) {
    const body = { ...lease, events: [...events] }
    return (await send<AgentProgressNoted>({ path: agentPaths.progress, body })).isWanted
  },
})

/** Reports as they are sent, in batches of about so many bytes. */
function batchesOf(reports: readonly RunReport[], maxBytes: number): AgentReport[][] {
  const batches: AgentReport[][] = []
  let batch: AgentReport[] = []
  let bytes = 0
  for (const report of reports.map(toAgentReport)) {
    const size = JSON.stringify(report).length
    if (batch.length > 0 && (bytes + size > maxBytes || batch.length >= agentLimits.items)) {
      batches.push(batch)
      batch = []
      bytes = 0
    }
    batch.push(report)
    bytes += size
  }
  return batch.length > 0 ? [...batches, batch] : batches
}

function toAgentReport({ artifacts, ...report }: RunReport): AgentReport {
  if (artifacts === undefined) return report
  const golden = artifacts.flatMap(({ id, goldenPath }) =>
    goldenPath === undefined ? [] : [[id, goldenPath] as const],
  )
  const uploadIds = artifacts.map(({ id }) => id)
  return { ...report, uploadIds, ...(golden.length > 0 && { goldenPaths: Object.fromEntries(golden) }) }
}
