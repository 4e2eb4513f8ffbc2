import type { AgentPlanBody, AgentPlanResource, AgentPlanState, OperationId } from '#contract'
import { Fault, invariant, isUuid, minuteMs, timeOrderedId } from '#kernel'
import { assertAgentsAllowed } from '#management'
import { findReachOfChecks } from '#reporting'
import {
  countOpenPlans,
  decideAgentPlan,
  findAgentPlan,
  findKeyHolder,
  insertAgentPlan,
  listAgentPlans as listRows,
  recordPlanOutcome,
  takeUndo,
} from '#storage/accounts'
import type { AgentPlanRow } from '#storage/accounts'
import type { RequestContext } from '../request-context.ts'
import { pathOf, problemOfCall, rowOf, ruleOf } from './plan-call.ts'
import type { PlannedCall } from './plan-call.ts'
import { subjectOf } from './plan-subject.ts'
import { changesOf, undoingBody } from './plan-changes.ts'

type Fields = Readonly<Record<string, unknown>>

const lastsMs = 10 * minuteMs
const mostOpen = 50
const mostListed = 100
/** A plan with more is no longer read before it is confirmed. */
const mostChanges = 100
const keptMs = 90 * 24 * 60 * minuteMs

/** Stores a change that somebody has to confirm. Throws AGENT_PLAN_INVALID and AGENT_PLANS_FULL. */
export async function proposePlan(context: RequestContext, given: AgentPlanBody): Promise<AgentPlanResource> {
  const { store, accountId, now } = context
  await assertAgentsAllowed(store, accountId)
  const call = plannedCall(given)
  const open = await countOpenPlans(store.db, accountId, now)
  if (open >= mostOpen) throw new Fault('AGENT_PLANS_FULL', { values: { max: mostOpen } })
  const before = await resourceBefore(context, given.operation, call)
  const changes = changesOf(before?.resource ?? null, call.body ?? call.params)
  if (changes.length > mostChanges) throw invalid(`it changes more than ${mostChanges} fields: propose fewer at once.`)
  const row: AgentPlanRow = {
    accountId,
    id: timeOrderedId(now.getTime()),
    operation: given.operation,
    input: store.encryption.encrypt(JSON.stringify(call)),
    reason: given.reason,
    target: before === null ? null : nameOf(before.resource),
    changes: [...changes],
    reaches: await findReachOfChecks(store, { accountId, ...subjectOf(given.operation, call) }),
    version: before?.etag ?? null,
    state: 'PROPOSED',
    problem: null,
    undo: null,
    proposedBy: await callerName(context),
    program: context.program.slice(0, 200),
    createdAt: now,
    expiresAt: new Date(now.getTime() + lastsMs),
    decidedBy: null,
    decidedAt: null,
  }
  await store.db.transaction((tx) => insertAgentPlan(tx, row, new Date(now.getTime() - keptMs)))
  return presented(row, now)
}

/** Throws AGENT_PLAN_INVALID. */
function plannedCall({ operation, params, body }: AgentPlanBody): PlannedCall {
  const call = { params: fieldsOf(params), body: body === undefined ? null : fieldsOf(body) }
  const problem = problemOfCall(operation, call)
  if (problem !== null) throw invalid(problem)
  return call
}

const invalid = (problem: string): Fault => new Fault('AGENT_PLAN_INVALID', { values: { problem } })

type Operation = AgentPlanRow['operation']

/** The resource that is changed, as the caller may read it; null where none is. Throws AGENT_PLAN_INVALID. */
async function resourceBefore(context: RequestContext, operation: Operation, { params }: PlannedCall) {
  const { reads: reader } = ruleOf(operation)
  if (reader === undefined) return null
  const { status, answer, etag } = await context.callAsCaller({ method: 'GET', path: pathOf(reader, params) })
  if (status !== 200) throw invalid(messageOf(answer))
  return { resource: fieldsOf(answer), etag }
}

export async function listAgentPlans({ store, accountId, now }: RequestContext, state: AgentPlanState | undefined) {
  const rows = await listRows(store.db, accountId, mostListed)
  return rows.map((row) => presented(row, now)).filter((plan) => state === undefined || plan.state === state)
}

/** Throws AGENT_PLAN_NOT_FOUND. */
export const getAgentPlan = async (context: RequestContext, id: string): Promise<AgentPlanResource> =>
  presented(await existing(context, id), context.now)

/** Throws AGENT_PLAN_NOT_FOUND and AGENT_PLAN_NOT_OPEN. */
export async function rejectPlan(context: RequestContext, id: string): Promise<AgentPlanResource> {
  return presented(await decided(context, id, 'REJECTED'), context.now)
}

/**
 * Carries a plan out, once, as the caller and with the caller's role; on a resource only as it was shown. Throws
 * AGENT_PLAN_NOT_FOUND and AGENT_PLAN_NOT_OPEN.
 */
export async function confirmPlan(context: RequestContext, id: string): Promise<AgentPlanResource> {
  const plan = await decided(context, id, 'CONFIRMED')
  const call = readCall(context, plan.input)
  const before = await stateBefore(context, plan.operation, call)
  const { method } = rowOf(plan.operation)
  invariant(method === 'POST' || method === 'PATCH', 'a plan creates or updates')
  const path = pathOf(plan.operation, call.params)
  const { status, answer } = await context.callAsCaller({
    method,
    path,
    ...(call.body && { body: call.body }),
    ifMatch: plan.version,
  })
  const isDone = status < 300
  const undo = isDone ? await undoOf(context, plan.operation, { call, answer, before }) : null
  await recordPlanOutcome(context.store.db, {
    accountId: plan.accountId,
    id: plan.id,
    state: isDone ? 'APPLIED' : 'FAILED',
    problem: isDone ? null : messageOf(answer),
    undo: undo === null ? null : context.store.encryption.encrypt(JSON.stringify(undo)),
  })
  return getAgentPlan(context, id)
}

interface StateBefore {
  /** The resource that an update changes; null for others, and when it cannot be read. */
  readonly resource: Fields | null
  /** Whether the check is silenced already in the way that a plan silences it. */
  readonly isSilenced: boolean
}

async function stateBefore(context: RequestContext, operation: Operation, call: PlannedCall): Promise<StateBefore> {
  const { reads: reader, sets } = ruleOf(operation)
  const read = async (path: string) => fieldsOf((await context.callAsCaller({ method: 'GET', path })).answer)
  const resource = reader === undefined ? null : await read(pathOf(reader, call.params))
  if (sets === undefined) return { resource, isSilenced: false }
  const status = await read(pathOf('getCheckStatus', { checkId: call.params['id'] }))
  const { muted } = await read(pathOf('getCheck', call.params))
  return { resource, isSilenced: (status[sets] ?? null) !== null || (sets === 'mutedUntil' && muted === true) }
}

interface UndoCall {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: Fields
  readonly ifMatch?: string | null
}

interface Done {
  readonly call: PlannedCall
  readonly answer: unknown
  readonly before: StateBefore
}

async function undoOf(context: RequestContext, operation: Operation, done: Done): Promise<UndoCall | null> {
  const { reads, undo } = ruleOf(operation)
  if (reads !== undefined) return undoOfUpdate(context, operation, done)
  return undo === undefined || done.before.isSilenced ? null : undoBy(undo, ruleOf(operation).idIn ?? 'id', done)
}

/** An update is undone only while the resource is as the update left it. */
async function undoOfUpdate(context: RequestContext, operation: Operation, { call, before }: Done) {
  const { reads } = ruleOf(operation)
  if (reads === undefined || before.resource === null || call.body === null) return null
  const { etag } = await context.callAsCaller({ method: 'GET', path: pathOf(reads, call.params) })
  const body = undoingBody(before.resource, call.body)
  return { method: 'PATCH' as const, path: pathOf(operation, call.params), body, ifMatch: etag }
}

/** A parameter that the call does not have is the id of what it made. */
function undoBy(undoer: OperationId, idIn: string, { call, answer }: Done): UndoCall | null {
  const { method, params } = rowOf(undoer)
  const made = Object.fromEntries(Object.keys(params?.properties ?? {}).map((name) => [name, fieldsOf(answer)[idIn]]))
  return method === 'DELETE' || method === 'POST' ? { method, path: pathOf(undoer, call.params, made) } : null
}

/** Throws AGENT_PLAN_NOT_FOUND and AGENT_PLAN_NOT_UNDOABLE. */
export async function undoPlan(context: RequestContext, id: string): Promise<AgentPlanResource> {
  const { accountId, state } = await existing(context, id)
  const undo = await takeUndo(context.store.db, { accountId, id: id.toLowerCase() })
  if (undo === null)
    throw notUndoable(state === 'APPLIED' ? 'nothing undoes it.' : 'only a change that was carried out can be.')
  const { status, answer } = await context.callAsCaller(asUndo(JSON.parse(context.store.encryption.decrypt(undo))))
  const isDone = status < 300 || status === 404
  await recordPlanOutcome(context.store.db, {
    accountId,
    id: id.toLowerCase(),
    problem: null,
    state: isDone ? 'UNDONE' : 'APPLIED',
    undo: isDone ? null : undo,
  })
  if (!isDone) throw notUndoable(messageOf(answer))
  return getAgentPlan(context, id)
}

const notUndoable = (problem: string): Fault => new Fault('AGENT_PLAN_NOT_UNDOABLE', { values: { problem } })

/** Sound for what `undoOf` made. */
const asUndo = (value: unknown): UndoCall => value as UndoCall
const readCall = ({ store }: RequestContext, input: string): PlannedCall => JSON.parse(store.encryption.decrypt(input))

async function existing({ store, accountId }: RequestContext, id: string): Promise<AgentPlanRow> {
  const row = isUuid(id) ? await findAgentPlan(store.db, { accountId, id: id.toLowerCase() }) : null
  if (row === null) throw new Fault('AGENT_PLAN_NOT_FOUND')
  return row
}

async function decided(context: RequestContext, id: string, state: 'CONFIRMED' | 'REJECTED'): Promise<AgentPlanRow> {
  const plan = await existing(context, id)
  const by = await callerName(context)
  const row = await decideAgentPlan(context.store.db, { ...plan, state, by, now: context.now })
  if (row === null) throw new Fault('AGENT_PLAN_NOT_OPEN', { values: { state: stateOf(plan, context.now) } })
  return row
}

async function callerName({ store, keyId }: RequestContext): Promise<string | null> {
  return (await findKeyHolder(store.db, keyId))?.name ?? null
}

const stateOf = ({ state, expiresAt }: AgentPlanRow, now: Date): AgentPlanState =>
  state === 'PROPOSED' && expiresAt <= now ? 'EXPIRED' : state

const presented = (row: AgentPlanRow, now: Date): AgentPlanResource => ({
  id: row.id,
  operation: row.operation,
  summary: rowOf(row.operation).summary,
  target: row.target,
  reason: row.reason,
  changes: [...row.changes],
  reaches: [...row.reaches],
  state: stateOf(row, now),
  problem: row.problem,
  isUndoable: row.state === 'APPLIED' && row.undo !== null,
  proposedBy: row.proposedBy,
  program: row.program,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  decidedBy: row.decidedBy,
  decidedAt: row.decidedAt?.toISOString() ?? null,
})

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})

const nameOf = ({ name, header }: Fields): string | null =>
  typeof name === 'string' ? name : typeof header === 'string' ? header : null

const messageOf = (answer: unknown): string => {
  const { message } = fieldsOf(answer)
  return typeof message === 'string' ? message.slice(0, 1_000) : 'The service did not say why.'
}
