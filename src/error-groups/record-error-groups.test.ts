import { beforeAll, describe, expect, it } from 'vitest'
import type { RunReport } from '#contract'
import { randomId, TestClock, timeOrderedId } from '#kernel'
import { createCheck, deleteCheck } from '#management'
import { archiveErrorGroup, listErrorGroups } from '#storage/error-groups'
import { claimRunTasks, findCheckResult, insertCheckSessions, insertRunTasks } from '#storage/runs'
import type { ErrorGroupRow, RootCauseAnalysisRow } from '#storage/error-groups'
import { anAccount, testStore } from '../../tests/support/api.ts'
import { useDatabase } from '../../tests/support/database.ts'
import { deleteOldErrorGroups } from './analyse-error-groups.ts'
import { gatherEvidence } from './gather-evidence.ts'
import { settleRuns } from '#runs'
import { checkInput } from '../../tests/support/check-input.ts'

const database = useDatabase()
const clock = new TestClock('2026-03-01T12:00:00.000Z')
const store = () => testStore(database.db())
let accountId: string
beforeAll(async () => {
  accountId = (await anAccount(store(), clock)).accountId
})
const caller = () => ({ accountId, role: 'OWNER', nowMs: clock.now() }) as const

async function aCheck(changes: object = {}): Promise<string> {
  const body = checkInput({
    name: 'database',
    request: { hostname: 'db.example.com', port: 5432 },
    locations: ['eu-west-1', 'us-east-1'],
    retryStrategy: null,
    ...changes,
  })
  const { check } = await createCheck(store(), caller(), { checkType: 'TCP', body, autoAssignAlerts: false })
  return check.id
}

interface Run {
  readonly checkId: string
  /** Null: it passed. */
  readonly error: string | null
  readonly location?: string
  readonly source?: 'SCHEDULER' | 'TEST_RECORD'
}

/** Runs that all end now, in one batch, each in a separate session unless one is given. */
async function settle(
  runs: readonly Run[],
  settings: { automaticAnalysis?: boolean; session?: string } = {},
): Promise<string[]> {
  const { db } = store()
  const now = new Date(clock.now())
  const tasks = runs.map(({ checkId, location = 'eu-west-1', source = 'SCHEDULER' }) => ({
    id: timeOrderedId(clock.now()),
    accountId,
    checkId,
    sessionId: settings.session ?? timeOrderedId(clock.now()),
    sequenceId: randomId(),
    queue: `${location} ${randomId()}`.slice(0, settings.session ? location.length : undefined),
    sessionSize: settings.session ? runs.length : 1,
    attempt: 1,
    runSource: source,
    scheduledFor: now,
    sequenceStartedAt: now,
    claimableAt: now,
    queuedAt: now,
  }))
  await insertCheckSessions(
    db,
    [...new Map(tasks.map((task) => [task.sessionId, task])).values()].map((task) => ({
      accountId,
      id: task.sessionId,
      checkId: task.checkId,
      checkType: 'TCP',
      checkName: 'database',
      runSource: task.runSource,
      status: 'STARTED',
      locations: [task.queue],
      startedAt: now,
    })),
  )
  await insertRunTasks(db, tasks)
  const queues = tasks.map((task) => task.queue)
  const claimed = await claimRunTasks(db, { queues, limit: 100, nowMs: clock.now(), leaseMs: 1000, runnerId: 'r' })
  const leaseToken = claimed[0]?.leaseToken ?? ''
  const reports = tasks.map((task, index) => reportOf(task.id, leaseToken, runs[index]?.error ?? null))
  const context = { nowMs: clock.now(), publicUrl: 'http://x', randomNumber: () => 0.5 }
  await settleRuns(store(), reports, { ...context, automaticAnalysis: settings.automaticAnalysis ?? false })
  clock.advance(1000)
  return tasks.map((task) => task.id)
}

const reportOf = (taskId: string, leaseToken: string, error: string | null): RunReport => ({
  taskId,
  leaseToken,
  observation: {
    startedAt: clock.now(),
    stoppedAt: clock.now() + 5,
    responseTimeMs: 5,
    answer: null,
    failure: error === null ? null : { kind: 'connect', code: 'ECONNREFUSED', message: error, isNetworkError: true },
    log: [],
  },
  verdict: {
    outcome: error === null ? 'passed' : 'failed',
    reasons: error === null ? [] : [{ kind: 'failure', outcome: 'failed', message: error }],
    assertions: [],
    overMaxResponseTime: false,
  },
  detail: { tcpCheckResult: { request: { hostname: 'db.example.com', port: 5432 }, response: null, assertions: [] } },
  isRunnerError: false,
})

const groupsOf = async (checkId: string): Promise<ErrorGroupRow[]> =>
  (await listErrorGroups(store().db, { accountId, checkId }, { limit: 100, offset: 0 })).items
const analysesOf = (checkId: string): Promise<RootCauseAnalysisRow[]> =>
  store().db.rows('select * from root_cause_analyses where check_id = $1', [checkId])

describe('settling a failed run', () => {
  it('groups failures that say the same, counts them and links each result to its group', async () => {
    const checkId = await aCheck()
    const ids = await settle([
      { checkId, error: '10.0.0.1:5432 refused after 12 ms' },
      { checkId, error: '10.0.0.2:6543 refused after 3 ms' },
      { checkId, error: 'reset by peer' },
    ])
    await settle([
      { checkId, error: '10.9.9.9:1 refused after 77 ms' },
      { checkId, error: null },
    ])
    const groups = await groupsOf(checkId)
    expect(groups.map(({ occurrences }) => occurrences)).toEqual([3, 1])
    const [refused, reset] = groups
    expect(refused).toMatchObject({
      cleanedErrorMessage: 'ECONNREFUSED: <ip>:<port> refused after <n> ms',
      rawErrorMessage: 'ECONNREFUSED: 10.9.9.9:1 refused after 77 ms',
      firstSeen: new Date('2026-03-01T12:00:00.000Z'),
    })
    expect(refused?.lastSeen.getTime()).toBe((refused?.firstSeen.getTime() ?? 0) + 1000)
    const linked = await Promise.all(ids.map((id) => findCheckResult(store().db, accountId, checkId, id)))
    expect(linked.map((row) => row?.errorGroupIds)).toEqual([[refused?.id], [refused?.id], [reset?.id]])
  })

  it('makes no group for a pass, for a failure that is tried again, nor for runs of test sessions', async () => {
    const checkId = await aCheck({ retryStrategy: { type: 'FIXED', maxRetries: 2, baseBackoffSeconds: 5 } })
    const [id] = await settle([{ checkId, error: 'refused' }])
    expect(await findCheckResult(store().db, accountId, checkId, id ?? '')).toMatchObject({ resultType: 'ATTEMPT' })
    const tested = await aCheck()
    await settle([
      { checkId: tested, error: null },
      { checkId: tested, error: 'refused', source: 'TEST_RECORD' },
    ])
    expect([await groupsOf(checkId), await groupsOf(tested)]).toEqual([[], []])
  })

  it('brings back a group archived until its next event, and not one archived for ever', async () => {
    const checkId = await aCheck()
    await settle([
      { checkId, error: 'first' },
      { checkId, error: 'second' },
    ])
    const [one, other] = await groupsOf(checkId)
    const { db } = store()
    const at = new Date(clock.now())
    await archiveErrorGroup(
      db,
      { accountId, id: one?.id ?? '' },
      { archivedUntilNextEvent: true, archivedForEver: undefined },
      at,
    )
    await archiveErrorGroup(
      db,
      { accountId, id: other?.id ?? '' },
      { archivedUntilNextEvent: undefined, archivedForEver: true },
      at,
    )
    expect((await groupsOf(checkId)).map((group) => group.archivedUntilNextEvent)).toEqual([true])
    await settle([
      { checkId, error: 'first' },
      { checkId, error: 'second' },
    ])
    expect((await groupsOf(checkId)).map(({ id, archivedUntilNextEvent }) => [id, archivedUntilNextEvent])).toEqual([
      [one?.id, false],
    ])
  })

  it('requests an analysis once for each new group, when that is enabled', async () => {
    const checkId = await aCheck()
    await settle(
      [
        { checkId, error: 'a' },
        { checkId, error: 'a' },
        { checkId, error: 'b' },
      ],
      { automaticAnalysis: true },
    )
    await settle([{ checkId, error: 'a' }], { automaticAnalysis: true })
    await settle([{ checkId, error: 'c' }])
    const analyses = await analysesOf(checkId)
    expect(analyses.map(({ isAutomatic, status }) => [isAutomatic, status])).toEqual([
      [true, 'PENDING'],
      [true, 'PENDING'],
    ])
    expect(analyses[0]?.claimableAt?.getTime()).toBeGreaterThan(analyses[0]?.createdAt.getTime() ?? 0)
  })

  it('keeps apart what two checks say alike, and holds any message', async () => {
    const [one, other] = [await aCheck(), await aCheck()]
    await settle([
      { checkId: one, error: `nul \u0000 and half a pair \ud800 ${'x'.repeat(50_000)}` },
      { checkId: other, error: 'same' },
      { checkId: one, error: 'same' },
    ])
    expect(await groupsOf(one)).toHaveLength(2)
    expect(await groupsOf(other)).toHaveLength(1)
  })

  it('settles batches of many processes at once without losing a count', async () => {
    const checks = await Promise.all(Array.from({ length: 5 }, () => aCheck()))
    const runs = checks.flatMap((checkId) => [
      { checkId, error: 'x' },
      { checkId, error: 'y' },
    ])
    await Promise.all(Array.from({ length: 6 }, (_, index) => settle(index % 2 === 0 ? runs : runs.toReversed())))
    for (const checkId of checks)
      expect((await groupsOf(checkId)).map(({ occurrences }) => occurrences)).toEqual([6, 6])
  })
})

it('a deleted check leaves no group and no analysis behind', async () => {
  const checkId = await aCheck()
  await settle([{ checkId, error: 'x' }], { automaticAnalysis: true })
  await deleteCheck(store(), caller(), { id: checkId })
  const left = await store().db.rows('select 1 from error_groups where check_id = $1', [checkId])
  expect({ left, analyses: await analysesOf(checkId) }).toEqual({ left: [], analyses: [] })
})

it('groups not seen for a while are forgotten with their analyses, unless they are archived for ever', async () => {
  const checkId = await aCheck()
  await settle(
    [
      { checkId, error: 'old' },
      { checkId, error: 'hidden' },
    ],
    { automaticAnalysis: true },
  )
  const hidden = (await groupsOf(checkId)).find(({ cleanedErrorMessage: text }) => text.includes('hidden'))
  const change = { archivedForEver: true, archivedUntilNextEvent: undefined }
  await archiveErrorGroup(store().db, { accountId, id: hidden?.id ?? '' }, change, new Date(clock.now()))
  const seenMs = clock.now()
  await settle([{ checkId, error: 'new' }])
  await deleteOldErrorGroups(store(), seenMs)
  expect((await groupsOf(checkId)).map(({ cleanedErrorMessage: text }) => text)).toEqual(['ECONNREFUSED: new'])
  expect((await analysesOf(checkId)).map((analysis) => analysis.errorGroupId)).toEqual([hidden?.id])
})

it('the evidence holds the last good run, the other locations of the tick and other checks on the host', async () => {
  const checkId = await aCheck()
  const neighbour = await aCheck({ name: 'neighbour', request: { hostname: 'DB.example.com', port: 80 } })
  await aCheck({ name: 'elsewhere', request: { hostname: 'other.example.com', port: 80 } })
  await settle([{ checkId: neighbour, error: null }])
  const [goodId] = await settle([{ checkId, error: null }])
  const session = timeOrderedId(clock.now())
  const runs = ['eu-west-1', 'us-east-1'].map((location) => ({ checkId, location }))
  await settle(
    [
      { ...runs[0], checkId, error: 'refused' },
      { ...runs[1], checkId, error: null },
    ],
    { automaticAnalysis: true, session },
  )
  const [analysis] = await analysesOf(checkId)
  const gathered = analysis && (await gatherEvidence(store(), analysis))
  expect(gathered?.evidence).toMatchObject({
    checkName: 'database',
    target: 'db.example.com:5432',
    host: 'db.example.com',
    run: { failure: { kind: 'connect', code: 'ECONNREFUSED' }, location: 'eu-west-1' },
    lastGoodRun: { resultId: goodId, outcome: 'passed' },
    otherLocations: [{ location: 'us-east-1', outcome: 'passed', error: null }],
  })
  expect(gathered?.evidence.sameHost).toContainEqual({ checkName: 'neighbour', checkType: 'TCP', outcome: 'passing' })
  expect(gathered?.evidence.sameHost.map(({ checkName }) => checkName)).not.toContain('elsewhere')
})
