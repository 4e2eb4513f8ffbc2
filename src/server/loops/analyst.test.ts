import { afterEach, beforeAll, expect, it } from 'vitest'
import { createEgress } from '#egress'
import { SystemClock, randomId, silentLog } from '#kernel'
import { createVariable, requestAnalysis } from '#management'
import { recordErrors } from '#storage/error-groups'
import type { RootCauseAnalysisRow } from '#storage/error-groups'
import { completion, startChatServer } from '../../../tests/support/chat-server.ts'
import type { ChatAnswer, ChatServer } from '../../../tests/support/chat-server.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { analystLoop } from './analyst.ts'
import type { AnalystTools } from './analyst.ts'

const database = useDatabase()
let service: TestService
let accountId: string
beforeAll(async () => {
  service = new TestService(database.db())
  accountId = (await service.account()).accountId
})

let server: ChatServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const warnings: unknown[] = []
const authors: string[] = []
const analysed = (author: string): void => void authors.push(author)
const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) }
const { http } = createEgress({ allowPrivateTargets: true }, new SystemClock())

async function toolsWith(answers: readonly ChatAnswer[], signal = new AbortController().signal): Promise<AnalystTools> {
  server = await startChatServer(answers)
  const timeoutMs = answers.includes('hang') ? 200 : 10_000
  const model = { url: server.url, apiKey: 'key', model: 'small', tools: { http, timeoutMs, signal } }
  return { store: service.store, clock: service.clock, log, metrics: { analysed }, model }
}
const byRules = (): AnalystTools => ({
  store: service.store,
  clock: service.clock,
  log,
  metrics: { analysed },
  model: null,
})

/** The id of a requested analysis of a run that was refused. */
async function pending(): Promise<string> {
  const checkId = await service.check(accountId)
  const resultId = await service.result(accountId, checkId, {
    outcome: 'failed',
    error: 'ECONNREFUSED: db.example.com:5432 refused topsecretvalue.',
    detail: { failure: { kind: 'connect', code: 'ECONNREFUSED' }, reasons: [{ kind: 'failure' }] },
  })
  const [group] = await recordErrors(
    service.db,
    [
      {
        accountId,
        checkId,
        checkType: 'TCP',
        newId: randomId(),
        errorHash: randomId(),
        rawErrorMessage: 'ECONNREFUSED: db.example.com:5432 refused topsecretvalue.',
        cleanedErrorMessage: 'ECONNREFUSED',
        occurrences: 1,
        resultId,
      },
    ],
    new Date(service.clock.now()),
  )
  const caller = { accountId, role: 'OWNER', nowMs: service.clock.now() } as const
  return requestAnalysis(service.store, caller, { groupId: group?.id ?? '', body: undefined })
}

async function analysisOf(id: string): Promise<RootCauseAnalysisRow | undefined> {
  const rows = await service.db.rows<RootCauseAnalysisRow>('select * from root_cause_analyses where id = $1', [id])
  return rows[0]
}

const written = JSON.stringify({ classification: 'INFRASTRUCTURE_ERROR', rootCause: 'It stopped.', userImpact: 'All.' })

it('the rules write pending analyses when there is no model', async () => {
  const id = await pending()
  await analystLoop(byRules()).iteration()
  expect(await analysisOf(id)).toMatchObject({
    status: 'COMPLETED',
    provider: 'belfry',
    model: 'rules',
    claimableAt: null,
    analysis: { classification: 'INFRASTRUCTURE_ERROR', rootCause: expect.stringContaining('Nothing listens at') },
  })
})

it('a model writes where there is one, and never sees a secret of the check', async () => {
  const caller = { accountId, role: 'OWNER', nowMs: service.clock.now() } as const
  await createVariable(service.store, caller, { key: 'PASSWORD', value: 'topsecretvalue', locked: false, secret: true })
  const id = await pending()
  await analystLoop(await toolsWith([completion(written)])).iteration()
  expect(await analysisOf(id)).toMatchObject({
    status: 'COMPLETED',
    provider: '127.0.0.1',
    model: 'small',
    analysis: { rootCause: 'It stopped.' },
  })
  expect(authors.at(-1)).toBe('model')
  expect(JSON.stringify(server?.requests)).not.toContain('topsecretvalue')
  expect(JSON.stringify(server?.requests)).toContain('ECONNREFUSED')
})

it.each([
  ['answers nonsense', completion('no idea')],
  ['fails', { status: 500, body: 'x' }],
  ['hangs', 'hang'],
] as const)('the rules write when the model %s', async (_how, answer) => {
  const id = await pending()
  await analystLoop(await toolsWith([answer])).iteration()
  expect(await analysisOf(id)).toMatchObject({ status: 'COMPLETED', provider: 'belfry' })
  expect(warnings.at(-1)).toMatchObject({ analysisId: id })
})

it('an endpoint that did not answer is left alone for five minutes', async () => {
  const loop = analystLoop(await toolsWith([{ status: 500, body: '' }, { status: 500, body: '' }, completion(written)]))
  await pending()
  await loop.iteration()
  const meanwhile = await pending()
  await loop.iteration()
  expect({ provider: (await analysisOf(meanwhile))?.provider, requestsCount: server?.requests.length }).toEqual({
    provider: 'belfry',
    requestsCount: 2,
  })
  service.clock.advance(300_001)
  const later = await pending()
  await loop.iteration()
  expect((await analysisOf(later))?.provider).toBe('127.0.0.1')
})

it('two processes never write the same analysis, and what one dropped is written by another', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, pending))
  await Promise.all([analystLoop(byRules()).iteration(), analystLoop(byRules()).iteration()])
  const claims = await Promise.all(ids.map(analysisOf))
  expect(claims.map((row) => [row?.status, row?.claims])).toEqual(ids.map(() => ['COMPLETED', 1]))

  const stopping = new AbortController()
  stopping.abort()
  const dropped = await pending()
  await analystLoop(await toolsWith(['hang'], stopping.signal)).iteration()
  expect((await analysisOf(dropped))?.status).toBe('PENDING')
  await analystLoop(byRules()).iteration()
  expect((await analysisOf(dropped))?.status).toBe('PENDING')
  service.clock.advance(180_001)
  await analystLoop(byRules()).iteration()
  expect(await analysisOf(dropped)).toMatchObject({ status: 'COMPLETED', claims: 2 })
})
