import { LargeBodies } from '../requests/large-bodies.ts'
import { compressedAnswer } from '../answers/compressed-answer.ts'
import { enforceRateLimit } from '../authentication/admission.ts'
import { uploadedFiles } from '#artifacts'
import type { ArtifactTools } from '#artifacts'
import {
  AgentClaimSchema,
  AgentCrashSchema,
  AgentGiveBackSchema,
  AgentHealthSchema,
  AgentHelloSchema,
  AgentRenewSchema,
  AgentReportsSchema,
  agentLimits,
  agentPaths,
  agentPolicy,
  lacksOf,
} from '#contract'
import type { AgentHealth, AgentReport, RunReport, RunnerPort, StoredArtifact, RateLimit } from '#contract'
import {
  PreparedChecks,
  claimAgentRuns,
  heldAgentRuns,
  noteBlind,
  noteEndedAgent,
  renewAgentRuns,
  repeatAgentClaim,
  reportProblem,
  returnsOfClaims,
} from '#runs'
import { Fault, dayMs, randomId } from '#kernel'
import { scrubMessage, scrubStack } from '#redaction'
import { LocalRateLimiter } from '#ratelimit'
import type { Clock } from '#kernel'
import { saveAgentCapabilities, saveAgentCrash } from '#storage/agents'
import type { HeldRun, LocationGrant } from '#storage/agents'
import type { Store } from '#storage/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AgentCallers } from './agent-caller.ts'
import type { AgentCaller } from './agent-caller.ts'
import { welcomeAgent } from './agent-hello.ts'
import { acceptReports, addClockHeaders, messageBodies, readMessage } from './agent-messages.ts'
import { mountAgentFiles } from './agent-files.ts'
import { mountRunMessages } from './agent-inputs.ts'
import { noteReturn, noteServedLocation } from './agent-return.ts'
import { agentRoute } from './agent-route.ts'
import type { AgentHandler } from './agent-route.ts'
import type { SeenAgents } from './seen-agents.ts'
import type { WaitingClaims } from './waiting-claims.ts'

export interface AgentRoutes {
  readonly store: Store
  readonly clock: Clock
  readonly publicUrl: string
  /** Whether the service stands in for the hosted product. */
  readonly isDropIn: boolean
  /** The member of `tracestate` that runs send; null: they send no trace. */
  readonly traceMember?: string | null | undefined
  readonly serverVersion: string
  readonly callers: AgentCallers
  readonly artifacts: ArtifactTools
  readonly seen: SeenAgents
  readonly waiting: WaitingClaims
  /** From 0 to 1. */
  readonly randomNumber: () => number
  /** Settles and returns runs after it was verified that the agent holds them. */
  readonly port: Pick<RunnerPort, 'report' | 'giveBack' | 'progress'>
}

/** The routes of agents. Each verifies the key and touches nothing but runs of its location that the agent holds. */
export function mountAgentRoutes(app: FastifyInstance, routes: AgentRoutes): void {
  const open = new Set<AbortController>()
  app.addHook('preClose', async () => {
    for (const controller of open) controller.abort()
  })
  void app.register(async (scope) => {
    addClockHeaders(scope, routes.clock)
    mountAgentFiles(scope, routes)
    await scope.register(async (messages) => {
      messages.addHook('preParsing', messageBodies(new LargeBodies()))
      mountMessages(messages, routes, open)
    })
  })
}

function mountMessages(scope: FastifyInstance, routes: AgentRoutes, open: Set<AbortController>): void {
  const checks = new PreparedChecks(routes.store)
  const grants = new WeakMap<FastifyRequest, LocationGrant>()
  scope.route({
    method: 'POST',
    url: agentPaths.hello,
    bodyLimit: agentLimits.bodyBytes,
    onRequest: async (request, reply) => void grants.set(request, await routes.callers.findGrant(request, reply)),
    handler: async (request, reply) => {
      const grant = grants.get(request)
      if (grant === undefined) throw new Fault('LOCATION_KEY_INVALID')
      const hello = readMessage(AgentHelloSchema, request)
      const { store, clock, serverVersion } = routes
      const welcome = await welcomeAgent(grant, hello, { store, nowMs: clock.now(), serverVersion })
      await noteServedLocation(routes, grant)
      return compressedAnswer(welcome, request, reply)
    },
  })
  const handlers: Record<string, AgentHandler> = {
    [agentPaths.claim]: (caller, request, reply) => claim({ routes, checks, open }, caller, { request, reply }),
    [agentPaths.renew]: async ({ holder }, request) => {
      const { leases } = readMessage(AgentRenewSchema, request)
      return { lost: await renewAgentRuns(routes.store, holder, { leases, nowMs: routes.clock.now() }) }
    },
    [agentPaths.giveBack]: (caller, request) => giveBack(routes, caller, request),
    [agentPaths.health]: async (caller, request) => {
      const { running, capabilities, blind } = readMessage(AgentHealthSchema, request)
      const agent = { queue: caller.holder.queue, id: caller.agentId }
      await noteReturn(routes, caller, running)
      routes.seen.note(agent, running)
      if (capabilities) await saveAgentCapabilities(routes.store.db, agent, capabilities)
      if (blind) await noteBlindAgent(routes, caller, blind)
      return { policy: agentPolicy }
    },
    [agentPaths.goodbye]: async ({ grant: { accountId, locationId }, holder: { queue }, agentId: id }) => {
      await noteEndedAgent(routes.store, { queue, id, accountId, locationId }, routes.clock.now())
      return {}
    },
  }
  const crashes = new LocalRateLimiter(crashLimit)
  handlers[agentPaths.crashReports] = (caller, request, reply) =>
    noteCrash({ routes, crashes }, caller, { request, reply })
  for (const [url, handle] of Object.entries(handlers)) scope.route(agentRoute(routes, 'POST', url, handle))
  mountRunMessages(scope, routes)
  void scope.register(async (reports) => {
    acceptReports(reports)
    reports.route(agentRoute(routes, 'POST', agentPaths.report, (caller, request) => report(routes, caller, request)))
  })
}

/** An agent cannot be blind in the future, and is one runner of its location. */
async function noteBlindAgent(
  { store, clock }: AgentRoutes,
  { grant, holder: { queue }, agentId }: AgentCaller,
  { since, until, silent }: NonNullable<AgentHealth['blind']>,
): Promise<void> {
  const nowMs = clock.now()
  const { accountId, locationId, name: locationName } = grant
  // Agents name themselves: one of another location may have the same id.
  const runnerId = `${queue} ${agentId}`
  const runner = { runnerId, queues: [queue], accountId, locationId, locationName, isService: false }
  const spell = { since: Math.min(since, nowMs), until: until === null ? null : Math.min(until, nowMs), silent }
  await noteBlind(store, runner, spell, nowMs)
}

/** Crash reports of the agents of one location. */
const crashLimit: RateLimit = { requests: 10, seconds: 3_600 }
const crashesKeptMs = 30 * dayMs

interface CrashTools {
  readonly routes: AgentRoutes
  readonly crashes: LocalRateLimiter
}

/** Scrubbed here as well: an agent of another origin may send anything. */
async function noteCrash(
  { routes: { store, clock }, crashes }: CrashTools,
  { grant: { queue, accountId, locationId } }: AgentCaller,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<object> {
  enforceRateLimit(crashes.take(queue, clock.now()), reply)
  const { message, stack, ...versions } = readMessage(AgentCrashSchema, request)
  const at = new Date(clock.now())
  const texts = { message: scrubMessage(message), stack: scrubStack(stack) }
  const crash = { ...versions, ...texts, queue, accountId, locationId, at }
  await saveAgentCrash(store.db, crash, new Date(clock.now() - crashesKeptMs))
  return {}
}

interface ClaimTools {
  readonly routes: AgentRoutes
  readonly checks: PreparedChecks
  readonly open: Set<AbortController>
}

const randomNumberRange = 10_001

async function claim(
  { routes, checks, open }: ClaimTools,
  caller: AgentCaller,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<object> {
  const { claimId, isRepeated, limit, running, waitMs } = readMessage(AgentClaimSchema, request)
  const { store, clock, publicUrl, isDropIn, traceMember, waiting, seen } = routes
  const { holder } = caller
  await noteReturn(routes, caller, running)
  seen.note({ queue: holder.queue, id: caller.agentId }, running)
  const chance = { randomNumber: () => Math.floor(routes.randomNumber() * randomNumberRange), uuid: randomId }
  const { capabilities } = caller.grant
  const lacks = capabilities === null ? [] : lacksOf(capabilities)
  const given = { holder, claimId, lacks, publicUrl, isDropIn, traceMember, chance }
  const claimUpTo = (most: number) => ({ ...given, limit: most, nowMs: clock.now() })
  if (isRepeated) {
    const tasks = await repeatAgentClaim(store, checks, claimUpTo(limit))
    if (tasks.length > 0) return { tasks }
  }
  const signal = signalOf(reply, open)
  const deadline = clock.now() + waitMs
  for (let most = waiting.firstLimit({ queue: holder.queue, lacks }, limit, waitMs); ;) {
    const tasks = most > 0 && !signal.aborted ? await claimAgentRuns(store, checks, claimUpTo(most)) : []
    const left = deadline - clock.now()
    if (tasks.length > 0 || left <= 0 || signal.aborted) return { tasks }
    most = await waiting.wait({ queue: holder.queue, limit, lacks }, left, signal)
    await routes.callers.confirm(caller)
  }
}

/** Aborts when the agent disconnects or the service stops. */
function signalOf(reply: FastifyReply, open: Set<AbortController>): AbortSignal {
  const controller = new AbortController()
  open.add(controller)
  // An open keep-alive connection would delay the stop of the service.
  controller.signal.addEventListener('abort', () => {
    if (!reply.sent) void reply.header('connection', 'close')
  })
  reply.raw.once('close', () => {
    open.delete(controller)
    controller.abort()
  })
  return controller.signal
}

async function report(routes: AgentRoutes, { holder }: AgentCaller, request: FastifyRequest): Promise<object> {
  // The schema is that of an AgentReport whose answer belongs to its check type, which reportProblem verifies.
  const reports = readMessage(AgentReportsSchema, request).reports as unknown as readonly AgentReport[]
  const held = await heldAgentRuns(routes.store, holder, reports)
  const own = reports.filter(({ taskId }) => held.has(taskId))
  rejectImpossible(reports, held, routes.clock.now())
  const files = await uploadedFiles(
    routes.artifacts,
    own.map(({ taskId, leaseToken, uploadIds = [] }) => ({ taskId, leaseToken, uploadIds })),
  )
  const accepted = own.map((given): RunReport => {
    const rest = withoutUploads(given)
    const artifacts = (files.get(rest.taskId) ?? []).map((file) => withGoldenPath(file, given.goldenPaths))
    return artifacts.length === 0 ? rest : { ...rest, artifacts }
  })
  if (accepted.length > 0) await routes.port.report(accepted)
  return { accepted: accepted.length, dropped: reports.length - accepted.length }
}

function withoutUploads(report: AgentReport): RunReport {
  const { uploadIds: _ids, goldenPaths: _paths, ...rest } = report
  return rest
}

function withGoldenPath(file: StoredArtifact, paths: AgentReport['goldenPaths']): StoredArtifact {
  const goldenPath = paths?.[file.id]
  return goldenPath === undefined ? file : { ...file, goldenPath }
}

/** All or nothing, so that an agent can tell which report is wrong. Throws BODY_INVALID. */
function rejectImpossible(reports: readonly AgentReport[], held: ReadonlyMap<string, HeldRun>, nowMs: number): void {
  for (const [index, candidate] of reports.entries()) {
    const checkType = held.get(candidate.taskId)?.checkType ?? null
    const problem = checkType === null ? null : reportProblem(checkType, candidate, nowMs)
    if (problem !== null) throw new Fault('BODY_INVALID', { values: { problems: `reports[${index}].${problem}` } })
  }
}

async function giveBack(routes: AgentRoutes, { holder }: AgentCaller, request: FastifyRequest): Promise<object> {
  const { returns, claimIds = [] } = readMessage(AgentGiveBackSchema, request)
  const held = await heldAgentRuns(routes.store, holder, returns)
  const unclaimed = await returnsOfClaims(routes.store, holder, claimIds)
  const all = [...returns.filter(({ taskId }) => held.has(taskId)), ...unclaimed]
  if (all.length > 0) await routes.port.giveBack(all)
  return { returned: all.length }
}
