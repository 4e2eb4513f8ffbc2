import { describe, expect, it } from 'vitest'
import { firstIdAt, hourMs } from '#kernel'
import { findLastGoodRuns } from '#storage/alerts'
import { findLatestValues } from '#storage/analytics'
import { listTicks } from '#storage/checks'
import { listRecentResults } from '#storage/dashboards'
import { findLastGoodResult } from '#storage/error-groups'
import {
  countCheckResults,
  findAdjacentResults,
  findCheckResult,
  findFirstFailing,
  findLastPassing,
  listCheckResults,
  listResultsOfSession,
} from '#storage/runs'
import type { NewCheckResult } from '#storage/runs'
import { useDatabase } from '../../tests/support/database.ts'
import { aResultHistory, storedSizes } from '../../tests/support/result-history.ts'
import type { ResultHistory } from '../../tests/support/result-history.ts'
import { givenSeed } from '../../tests/support/test-seed.ts'
import { TestService } from '../../tests/support/test-service.ts'
import { packResults } from './pack-results.ts'

const seeds = givenSeed === undefined ? [1, 2] : [givenSeed]
/** How often each kind of question is asked: a seed that is always the same says little more when asked more. */
const questionsOfKind = givenSeed === undefined ? 50 : 120

type Question = readonly [name: string, ask: () => Promise<unknown>]

/** Every read of results that there is, with parameters that stay the same. */
function questionsTo(history: ResultHistory, size: number): Question[] {
  const { accountId, checkIds } = history
  const { db } = history.service
  const questions: Question[] = []
  const add = (name: string, ask: () => Promise<unknown>): number => questions.push([name, ask])
  for (let turn = 0; turn < size; turn += 1) {
    const filter = history.randomFilter()
    const page = {
      limit: 1 + history.below(60),
      offset: history.pick([0, 0, history.below(300)]),
      withDetail: history.chance(0.5),
    }
    add(`list ${JSON.stringify({ filter, page })}`, () => listCheckResults(db, filter, page))
    add(`count ${JSON.stringify(filter)}`, () => countCheckResults(db, filter))
    const { checkId, id, sessionId, location } = history.pick(history.results)
    add(`result ${id}`, () => findCheckResult(db, accountId, checkId, history.chance(0.5) ? id : id.toUpperCase()))
    add(`session ${sessionId}`, () => listResultsOfSession(db, { accountId, checkId, id: sessionId }))
    add(`last good before ${id}`, () => findLastGoodResult(db, { accountId, checkId, id, location }))
    const question = {
      accountId,
      checkId,
      resultId: id,
      location,
      failingSinceMs: history.nowMs - history.below(5 * hourMs),
    }
    add(`last good run ${JSON.stringify(question)}`, () =>
      findLastGoodRuns(db, [question, { ...question, location: 'eu-west-1' }]),
    )
  }
  for (const limit of [1, 7, 30, 2_000])
    add(`${limit} ticks`, async () => sorted(await listTicks(db, accountId, checkIds, limit)))
  for (const hours of [1, 4, 8])
    add(`recent ${hours}`, () =>
      listRecentResults(db, { accountId, checkIds, sinceMs: history.nowMs - hours * hourMs, limit: 40 * hours }),
    )
  for (const hours of [1, 5])
    add(`latest values ${hours}`, () => findLatestValues(db, accountId, new Date(history.nowMs - hours * hourMs)))
  return questions
}

const sorted = (rows: readonly { readonly checkId: string }[]) =>
  rows.toSorted((one, other) => (one.checkId < other.checkId ? -1 : 1))

type Answers = readonly (readonly [name: string, answer: unknown])[]

async function answersTo(questions: readonly Question[]): Promise<Answers> {
  const answers: [string, unknown][] = []
  for (const [name, ask] of questions) answers.push([name, await ask()])
  return answers
}

function expectSame(answers: Answers, before: Answers): void {
  for (const [index, [name, answer]] of answers.entries()) expect([name, answer]).toEqual(before[index])
}

/** Whatever form they have, details are what was stored. */
async function expectStoredDetails({ accountId, checkIds, results, service }: ResultHistory): Promise<void> {
  const filter = { fromId: null, beforeId: null, queues: null, checkType: null, hasFailures: null, resultType: null }
  const expected = new Map(results.map(({ id, detail }) => [id, detail]))
  for (const checkId of checkIds) {
    const page = { limit: 100_000, offset: 0, withDetail: true }
    const listed = await listCheckResults(service.db, { ...filter, accountId, checkId }, page)
    for (const { id, detail } of listed) expect([id, detail]).toEqual([id, expected.get(id)])
  }
}

/** Whatever form they have, neighbours are those that a search through all results finds. */
async function expectNeighbours(history: ResultHistory, size: number): Promise<void> {
  const inOrder = history.results.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  for (let turn = 0; turn < size; turn += 1) {
    const { checkId, id } = history.pick(inOrder)
    const ofCheck = inOrder.filter((result) => result.checkId === checkId)
    await expectAdjacent(history, ofCheck, { checkId, id })
    await expectBreak(history, ofCheck, { checkId, id })
  }
}

type Key = Pick<NewCheckResult, 'checkId' | 'id'>

async function expectAdjacent(history: ResultHistory, ofCheck: readonly NewCheckResult[], key: Key): Promise<void> {
  const { accountId, service } = history
  const { queues, hasFailures, resultType } = history.randomFilter()
  const listed = ofCheck.filter(
    ({ location, outcome, resultType: type }) =>
      (queues?.includes(location) ?? true) &&
      (hasFailures === null || (outcome === 'failed') === hasFailures) &&
      (resultType === null || type === resultType),
  )
  const { id } = key
  for (const count of [1, 7]) {
    const filter = { accountId, ...key, queues, hasFailures, resultType }
    const { before, after } = await findAdjacentResults(service.db, filter, count)
    const idsOf = (results: readonly { readonly id: string }[]) => results.map((result) => result.id)
    expect([id, idsOf(before), idsOf(after)]).toEqual([
      id,
      idsOf(listed.filter((result) => result.id < id).slice(-count)),
      idsOf(listed.filter((result) => result.id > id).slice(0, count)),
    ])
  }
}

async function expectBreak(history: ResultHistory, ofCheck: readonly NewCheckResult[], key: Key): Promise<void> {
  const { accountId, service } = history
  const { checkId, id } = key
  const location = history.pick([null, ...regionsOf(ofCheck)])
  const final = ofCheck.filter((one) => one.resultType === 'FINAL' && (location === null || one.location === location))
  const passing = final.findLast((one) => one.id < id && one.outcome === 'passed' && !one.isCancelled)
  const lastPassing = await findLastPassing(service.db, { accountId, ...key, location })
  expect([id, lastPassing?.id]).toEqual([id, passing?.id])
  const fromId = passing?.id ?? firstIdAt(0)
  const failing = final.find((one) => one.id > fromId && one.id <= id && one.outcome === 'failed')
  const span = { accountId, checkId, location, id: fromId, untilId: id }
  expect([id, (await findFirstFailing(service.db, span))?.id]).toEqual([id, failing?.id])
}

const regionsOf = (results: readonly NewCheckResult[]): string[] => [
  ...new Set(results.map(({ location }) => location)),
]

/** The same over HTTP, by a service that remembers nothing. */
async function apiAnswers(history: ResultHistory): Promise<Answers> {
  const service = new TestService(history.service.db)
  service.clock.advance(history.nowMs - service.clock.now())
  const send = service.as(history.key)
  const answers: [string, unknown][] = []
  const ask = async (path: string): Promise<string> => {
    const { status, text } = await send('GET', path)
    answers.push([path, { status, text }])
    return text
  }
  for (const checkId of history.checkIds) {
    let next: string | null = ''
    for (let page = 0; page < 6 && next !== null; page += 1) {
      const list = JSON.parse(
        await ask(`/v2/check-results/${checkId}?limit=100${next && `&nextId=${encodeURIComponent(next)}`}`),
      )
      next = Object(list).nextId ?? null
    }
    await ask(`/v1/check-results/${checkId}?limit=100&page=2`)
    await ask(`/v1/analytics/tcp-checks/${checkId}?quickRange=last24Hours&metrics=total_avg,availability`)
    await ask(`/v1/badges/checks/${checkId}`)
    const [one] = history.results.filter((result) => result.checkId === checkId)
    await ask(`/v1/check-results/${checkId}/${one?.id}/assets`)
    await ask(`/v1/check-results/${checkId}/${one?.id}/neighbours`)
    await ask(`/v2/check-sessions/${one?.sessionId}`)
    await ask(`/v2/check-sessions/${one?.sessionId}/completion?maxWaitSeconds=1`)
  }
  await ask('/v1/reporting')
  await ask('/v1/check-ticks')
  await ask('/v1/overview')
  await ask('/v1/check-statuses')
  await ask(`/accounts/${history.accountId}/v2/prometheus/metrics`)
  return answers
}

const database = useDatabase()

describe.each(seeds)('a random history (TEST_SEED=%i)', (seed) => {
  it('answers every read the same at any moment of being packed', async () => {
    const history = await aResultHistory(database.db(), seed)
    const questions = questionsTo(history, questionsOfKind)
    const before = await answersTo(questions)
    const apiBefore = await apiAnswers(history)
    await expectStoredDetails(history)
    await expectNeighbours(history, 25)
    const stored = await storedSizes(database.db())
    for (let batches = 0, isMore = true; isMore; batches += 1) {
      isMore = (await packResults(history.service.store)).isMore
      const asked = (_: unknown, index: number): boolean => (index + batches) % 9 === 0
      expectSame(await answersTo(questions.filter(asked)), before.filter(asked))
      await expectNeighbours(history, 2)
    }
    await expectStoredDetails(history)
    await expectNeighbours(history, 25)
    expectSame(await answersTo(questions), before)
    expectSame(await apiAnswers(history), apiBefore)

    const after = await storedSizes(database.db())
    expect(after.rows + after.packed, 'nothing is lost and nothing is there twice').toBe(stored.rows)
    expect(after.packed, 'most of what passed is packed').toBeGreaterThan(stored.rows / 3)
    expect(after.recent, 'hours that are packed are dropped').toBeLessThan(stored.rows / 2)
  })
})
