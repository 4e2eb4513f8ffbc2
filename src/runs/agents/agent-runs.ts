import { isPrivateQueue } from '#contract'
import type { RunReturn, RunTask } from '#contract'
import { findHeldRuns, findRunsOfClaims } from '#storage/agents'
import { renewLeases } from '#storage/runs'
import type { HeldRun, LeaseHolder } from '#storage/agents'
import type { Store } from '#storage/database'
import type { Lease } from '#storage/runs'
import type { TemplateChance } from '#templating'
import { claimRuns, prepareClaimed } from '../queue/claim-runs.ts'
import type { PreparedChecks } from '../prepare/prepared-checks.ts'
import { agentLeaseMs } from './lease-time.ts'
import { assignRuns } from './assign-runs.ts'

export interface AgentRunsClaim {
  readonly holder: LeaseHolder
  /** A UUID by which the same claim can be sent again. It becomes the token of its leases. */
  readonly claimId: string
  readonly limit: number
  /** The capabilities that the agent lacks. */
  readonly lacks: readonly string[]
  readonly nowMs: number
  readonly publicUrl: string
  readonly isDropIn?: boolean
  readonly traceMember?: string | null | undefined
  readonly chance: Omit<TemplateChance, 'nowMs'>
}

/** How many times a claim asks again when all it got were runs that the agent cannot make. */
const rounds = 20

/** Leases runs of one location to an agent, as far as it can make them. */
export async function claimAgentRuns(store: Store, checks: PreparedChecks, claim: AgentRunsClaim): Promise<RunTask[]> {
  const { holder, claimId } = claim
  const leaseMs = agentLeaseMs(null)
  const queues = [holder.queue]
  const isOfPublicLocation = !isPrivateQueue(holder.queue)
  const request = { ...claim, queues, runnerId: holder.runnerId, leaseToken: claimId, leaseMs, isOfPublicLocation }
  for (let round = 0; round < rounds; round += 1) {
    const claimed = await claimRuns(store, checks, request)
    const tasks = await fitting(store, claimed, claim)
    if (tasks.length > 0 || claimed.length === 0) return withLongLeases(store, tasks, claim.nowMs)
  }
  return []
}

const fitting = (store: Store, tasks: readonly RunTask[], claim: AgentRunsClaim): Promise<RunTask[]> =>
  assignRuns(store, tasks, { ...claim, queue: claim.holder.queue })

/** The runs that an earlier call with the same claim id leased, whose answer may not have arrived. */
export async function repeatAgentClaim(
  store: Store,
  checks: PreparedChecks,
  claim: AgentRunsClaim,
): Promise<RunTask[]> {
  const rows = await findRunsOfClaims(store.db, claim.holder, [claim.claimId])
  const prepared = await prepareClaimed(store, checks, { rows, claim })
  return withLongLeases(store, await fitting(store, prepared, claim), claim.nowMs)
}

async function withLongLeases(store: Store, tasks: RunTask[], nowMs: number): Promise<RunTask[]> {
  const byTime = Map.groupBy(tasks, ({ checkType }) => agentLeaseMs(checkType))
  for (const [leaseMs, runs] of byTime)
    if (leaseMs !== agentLeaseMs(null)) await renewLeases(store.db, runs.map(leaseOf), new Date(nowMs + leaseMs))
  return tasks
}

const leaseOf = ({ id: taskId, leaseToken }: RunTask): Lease => ({ taskId, leaseToken })

/** Extends the leases that the agent has; returns the runs whose lease it lost. */
export async function renewAgentRuns(
  store: Store,
  holder: LeaseHolder,
  { leases, nowMs }: { readonly leases: readonly Lease[]; readonly nowMs: number },
): Promise<string[]> {
  const held = await findHeldRuns(store.db, holder, leases)
  for (const [leaseMs, runs] of Map.groupBy(held, ({ checkType }) => agentLeaseMs(checkType)))
    await renewLeases(store.db, runs, new Date(nowMs + leaseMs))
  const kept = new Set(held.map(({ taskId }) => taskId))
  return leases.map(({ taskId }) => taskId).filter((taskId) => !kept.has(taskId))
}

/** The runs of a location that an agent holds, by their id; leases that it has lost are left out. */
export async function heldAgentRuns(
  store: Store,
  holder: LeaseHolder,
  leases: readonly Lease[],
): Promise<ReadonlyMap<string, HeldRun>> {
  if (leases.length === 0) return new Map()
  return new Map((await findHeldRuns(store.db, holder, leases)).map((run) => [run.taskId, run]))
}

/** The runs to return to the queue: claims whose response the agent no longer awaits. */
export async function returnsOfClaims(
  store: Store,
  holder: LeaseHolder,
  claimIds: readonly string[],
): Promise<RunReturn[]> {
  if (claimIds.length === 0) return []
  const rows = await findRunsOfClaims(store.db, holder, claimIds)
  return rows.flatMap(({ id: taskId, leaseToken }) =>
    leaseToken === null ? [] : [{ taskId, leaseToken, reason: 'RUNNER_STOPPED' as const }],
  )
}
