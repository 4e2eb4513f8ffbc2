import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { diagnose, rulesAuthor } from '#diagnosis'
import { claimPendingAnalyses, recordAnalysis } from '#error-groups'
import { randomId } from '#kernel'
import { recordErrors, recordTestSessionErrorGroups } from '#storage/error-groups'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

interface Own {
  readonly account: TestAccount
  readonly send: Send
  readonly checkId: string
}

async function own(): Promise<Own> {
  const account = await service.account()
  return { account, send: service.as(account.key), checkId: await service.check(account.accountId) }
}

const raw = 'ECONNREFUSED: 10.0.0.1:5432 refused the connection after 12 ms.'
const cleaned = 'ECONNREFUSED: <ip>:<port> refused the connection after <n> ms.'

/** The id of an error group with one failed result. */
async function aGroup({ account: { accountId }, checkId }: Own, errorHash: string = randomId()): Promise<string> {
  service.clock.advance(1000)
  const resultId = await service.result(accountId, checkId, { outcome: 'failed', error: raw })
  const seen = { accountId, checkId, checkType: 'TCP', newId: randomId(), errorHash, resultId, occurrences: 1 } as const
  const messages = { rawErrorMessage: raw, cleanedErrorMessage: cleaned }
  const [group] = await recordErrors(service.db, [{ ...seen, ...messages }], new Date(service.clock.now()))
  return group?.id ?? ''
}

async function aTestGroup(
  { account: { accountId } }: Own,
  projectId: string | null,
  environment = 'staging',
): Promise<string> {
  service.clock.advance(1000)
  const error = {
    accountId,
    projectId,
    checkId: null,
    checkType: 'API',
    resultId: null,
    environment,
    newId: randomId(),
  } as const
  const playwrightLocations = [{ projectName: 'shop', testFile: 'a.spec.ts', testTitle: 'pays', suitePath: [] }]
  const said = { errorHash: 'same', rawErrorMessage: raw, cleanedErrorMessage: cleaned }
  const [group] = await recordTestSessionErrorGroups(
    service.db,
    [{ ...error, ...said, playwrightLocations }],
    new Date(service.clock.now()),
  )
  return group?.id ?? ''
}

const analyseAll = async (): Promise<void> => {
  const nowMs = service.clock.now()
  for (const claimed of await claimPendingAnalyses(service.store, { nowMs, limit: 100, leaseMs: 1000 }))
    await recordAnalysis(
      service.store,
      claimed,
      { analysis: diagnose(claimed.evidence), ...rulesAuthor, durationMs: 3 },
      nowMs,
    )
}

const idsOf = ({ body }: TestAnswer): string[] => (body as { id: string }[]).map(({ id }) => id)
const idOf = ({ body }: TestAnswer): string => (body as { id: string }).id

describe('error groups', () => {
  test('are listed with the latest seen first, of the account and of one check', async () => {
    const ownAccount = await own()
    const [first, second] = [await aGroup(ownAccount), await aGroup(ownAccount)]
    const other = await aGroup({ ...ownAccount, checkId: await service.check(ownAccount.account.accountId) })
    const all = await ownAccount.send('GET', '/v1/error-groups?limit=2')
    expect({ ids: idsOf(all), contentRange: all.headers['content-range'] }).toEqual({
      ids: [other, second],
      contentRange: '0-1/3',
    })
    expect(idsOf(await ownAccount.send('GET', '/v1/error-groups?limit=2&page=2'))).toEqual([first])
    expect(idsOf(await ownAccount.send('GET', `/v1/error-groups/checks/${ownAccount.checkId}`))).toEqual([
      second,
      first,
    ])
    expect((await ownAccount.send('GET', `/v1/error-groups/checks/${randomId()}`)).status).toBe(404)
  })

  test('have the documented fields', async () => {
    const ownAccount = await own()
    const id = await aGroup(ownAccount, 'the hash')
    const at = new Date(service.clock.now()).toISOString()
    expect((await ownAccount.send('GET', `/v1/error-groups/${id}`)).body).toEqual({
      id,
      checkId: ownAccount.checkId,
      errorHash: 'the hash',
      rawErrorMessage: raw,
      cleanedErrorMessage: cleaned,
      firstSeen: at,
      lastSeen: at,
      occurrences: 1,
      archivedUntilNextEvent: false,
      rootCauseAnalyses: [],
    })
  })

  test('archived until the next event are marked, and listed again after it', async () => {
    const ownAccount = await own()
    const id = await aGroup(ownAccount, 'h')
    const patched = await ownAccount.send('PATCH', `/v1/error-groups/${id}`, { archivedUntilNextEvent: true })
    expect({ status: patched.status, body: patched.body }).toMatchObject({
      status: 200,
      body: { id, archivedUntilNextEvent: true },
    })
    expect((await ownAccount.send('PATCH', `/v1/error-groups/${id}`, {})).body).toMatchObject({
      archivedUntilNextEvent: true,
    })
    expect(idsOf(await ownAccount.send('GET', '/v1/error-groups'))).toEqual([id])
    expect(await aGroup(ownAccount, 'h')).toBe(id)
    expect((await ownAccount.send('GET', `/v1/error-groups/${id}`)).body).toMatchObject({
      archivedUntilNextEvent: false,
    })
  })

  test('archived permanently are in no list, can be read, and can be restored', async () => {
    const ownAccount = await own()
    const id = await aGroup(ownAccount, 'h')
    await ownAccount.send('PATCH', `/v1/error-groups/${id}`, { archiveForEver: true })
    await aGroup(ownAccount, 'h')
    const lists = ['/v1/error-groups', `/v1/error-groups/checks/${ownAccount.checkId}`]
    for (const list of lists) expect((await ownAccount.send('GET', list)).body).toEqual([])
    expect((await ownAccount.send('GET', `/v1/error-groups/${id}`)).status).toBe(200)
    await ownAccount.send('PATCH', `/v1/error-groups/${id}`, { archiveForEver: false })
    for (const list of lists) expect(idsOf(await ownAccount.send('GET', list))).toEqual([id])
  })

  test('are named by the results that belong to them', async () => {
    const ownAccount = await own()
    const id = await aGroup(ownAccount)
    const resultId = await service.result(ownAccount.account.accountId, ownAccount.checkId, { errorGroupIds: [id] })
    const one = await ownAccount.send('GET', `/v1/check-results/${ownAccount.checkId}/${resultId}`)
    expect(one.body).toMatchObject({ errorGroupIds: [id] })
    const list = await ownAccount.send('GET', `/v2/check-results/${ownAccount.checkId}?fields=id,errorGroupIds`)
    expect(list.body).toMatchObject({ entries: expect.arrayContaining([{ id: resultId, errorGroupIds: [id] }]) })
  })

  test('go with their check', async () => {
    const ownAccount = await own()
    const id = await aGroup(ownAccount)
    await ownAccount.send('DELETE', `/v1/checks/${ownAccount.checkId}`)
    expect((await ownAccount.send('GET', `/v1/error-groups/${id}`)).status).toBe(404)
    expect((await ownAccount.send('GET', '/v1/error-groups')).body).toEqual([])
  })

  test('of others are not found, and readers cannot archive', async () => {
    const [ownAccount, otherAccount] = [await own(), await own()]
    const id = await aGroup(ownAccount)
    const calls = ['GET', 'PATCH'] as const
    for (const method of calls) expect((await otherAccount.send(method, `/v1/error-groups/${id}`, {})).status).toBe(404)
    const reader = service.as(await ownAccount.account.keyWithRole('READ_RUN'))
    expect((await reader('PATCH', `/v1/error-groups/${id}`, { archiveForEver: true })).status).toBe(403)
  })
})

describe('error groups of test sessions', () => {
  test('are one per project and hash, and collect their environments', async () => {
    const ownAccount = await own()
    const projectId = randomId()
    const id = await aTestGroup(ownAccount, projectId)
    expect(await aTestGroup(ownAccount, projectId, 'production')).toBe(id)
    const without = await aTestGroup(ownAccount, null)
    expect(await aTestGroup(ownAccount, null)).toBe(without)
    expect(idsOf(await ownAccount.send('GET', '/v1/test-session-error-groups'))).toEqual([without, id])
    const ofProject = await ownAccount.send('GET', `/v1/test-session-error-groups/projects/${projectId}`)
    expect(ofProject.body).toEqual([(await ownAccount.send('GET', `/v1/test-session-error-groups/${id}`)).body])
    expect(ofProject.body).toMatchObject([
      {
        projectId,
        environments: ['production', 'staging'],
        pwtMetadata: [{ projectName: 'shop', testFile: 'a.spec.ts', testTitle: 'pays', suitePath: [] }],
      },
    ])
    expect((await ownAccount.send('GET', `/v1/test-session-error-groups/projects/${randomId()}`)).status).toBe(404)
  })

  test('are archived like those of checks', async () => {
    const ownAccount = await own()
    const id = await aTestGroup(ownAccount, null)
    const url = `/v1/test-session-error-groups/${id}`
    expect((await ownAccount.send('PATCH', url, { archivedUntilNextEvent: true })).body).toMatchObject({
      archivedUntilNextEvent: true,
    })
    await aTestGroup(ownAccount, null)
    expect((await ownAccount.send('GET', url)).body).toMatchObject({ archivedUntilNextEvent: false })
    await ownAccount.send('PATCH', url, { archiveForEver: true })
    expect((await ownAccount.send('GET', '/v1/test-session-error-groups')).body).toEqual([])
  })
})

describe('root cause analyses', () => {
  test('are pending with 202, then completed with 200, and listed with their group', async () => {
    const ownAccount = await own()
    const groupId = await aGroup(ownAccount)
    const url = `/v1/root-cause-analyses/error-groups/${groupId}`
    const requested = await ownAccount.send('POST', url, { userContext: 'We moved the database.' })
    expect({ status: requested.status, body: requested.body }).toEqual({
      status: 202,
      body: { id: expect.any(String), status: 'PENDING' },
    })
    const read = () => ownAccount.send('GET', `/v1/root-cause-analyses/${idOf(requested)}`)
    const pending = await read()
    expect({ status: pending.status, body: pending.body }).toEqual({ status: 202, body: requested.body })
    expect((await ownAccount.send('GET', `/v1/error-groups/${groupId}`)).body).toMatchObject({ rootCauseAnalyses: [] })
    await analyseAll()
    const done = await read()
    expect({ status: done.status, body: done.body }).toMatchObject({
      status: 200,
      body: {
        id: idOf(requested),
        status: 'COMPLETED',
        checkId: ownAccount.checkId,
        checkType: 'TCP',
        errorGroupId: groupId,
        provider: 'belfry',
        model: 'rules',
        durationMs: 3,
        analysis: { classification: 'INFRASTRUCTURE_ERROR', codeFix: null },
        userContext: [{ text: 'We moved the database.', type: 'text' }],
      },
    })
    const group = await ownAccount.send('GET', `/v1/error-groups/${groupId}`)
    expect(group.body).toMatchObject({ rootCauseAnalyses: [{ id: idOf(requested), provider: 'belfry' }] })
  })

  test('need no body, accept null, and reject a context that is too long', async () => {
    const ownAccount = await own()
    const url = `/v1/root-cause-analyses/error-groups/${await aGroup(ownAccount)}`
    const ids = [
      idOf(await ownAccount.send('POST', url)),
      idOf(await ownAccount.send('POST', url, {})),
      idOf(await ownAccount.send('POST', url, { userContext: null })),
      idOf(await service.as(ownAccount.account.key, { 'content-type': 'application/json' })('POST', url, 'null')),
    ]
    expect(new Set(ids).size).toBe(1)
    expect(idOf(await ownAccount.send('POST', url, { userContext: 'other words' }))).not.toBe(ids[0])
    expect((await ownAccount.send('POST', url, { userContext: 'x'.repeat(256) })).status).toBe(202)
    expect((await ownAccount.send('POST', url, { userContext: 'x'.repeat(257) })).status).toBe(400)
  })

  test('of a test session error group, of which no run is stored, rest on its message', async () => {
    const ownAccount = await own()
    const groupId = await aTestGroup(ownAccount, null)
    const requested = await ownAccount.send('POST', `/v1/root-cause-analyses/test-session-error-groups/${groupId}`)
    await analyseAll()
    const done = await ownAccount.send('GET', `/v1/root-cause-analyses/${idOf(requested)}`)
    expect({ status: done.status, body: done.body }).toMatchObject({
      status: 200,
      body: { checkId: null, checkType: 'API', errorGroupId: groupId },
    })
    expect(done.text).toContain('refused the connection')
  })

  test('of others are not found, and read-only roles cannot request one', async () => {
    const [ownAccount, otherAccount] = [await own(), await own()]
    const groupId = await aGroup(ownAccount)
    const url = `/v1/root-cause-analyses/error-groups/${groupId}`
    expect((await otherAccount.send('POST', url)).status).toBe(404)
    expect((await ownAccount.send('POST', `/v1/root-cause-analyses/test-session-error-groups/${groupId}`)).status).toBe(
      404,
    )
    const requested = await ownAccount.send('POST', url)
    for (const id of [idOf(requested), randomId(), 'x'])
      expect((await otherAccount.send('GET', `/v1/root-cause-analyses/${id}`)).status).toBe(404)
    const reader = service.as(await ownAccount.account.keyWithRole('READ_ONLY'))
    expect((await reader('POST', url)).status).toBe(403)
  })
})

test('the examples of docs/error-groups.md are answered as the page says', async () => {
  const page = readFileSync(new URL('../../../docs/error-groups.md', import.meta.url), 'utf8')
  const examples = [...page.matchAll(/```http\n(\w+) (\S+)\n(?:\n([^`]+))?```\n\n```json\n([^`]+)```/g)]
  expect(examples.map(([, method]) => method)).toEqual(['PATCH', 'GET', 'POST'])
  for (const [, method, path = '', body, answer = ''] of examples) {
    const ownAccount = await own()
    const id = await aGroup(ownAccount)
    const named = (text: string): string => text.replaceAll('{id}', id)
    const sent = body === undefined ? undefined : JSON.parse(named(body))
    const given = await ownAccount.send(
      method === 'PATCH' ? 'PATCH' : method === 'POST' ? 'POST' : 'GET',
      named(path),
      sent,
    )
    expect(given.body).toMatchObject(JSON.parse(answer))
  }
})
