import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { hourMs, randomId } from '#kernel'
import { openTestResult } from '../../../tests/support/test-session-result.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'

const database = useDatabase()
const hostile = '<script>fetch("/v1/variables")</script>\u001b[2J'
let service: TestService
let accountId: string
let send: Send
let checkId: string
beforeEach(async () => {
  service = new TestService(database.db())
  const account = await service.account()
  accountId = account.accountId
  send = service.as(account.key)
  checkId = await service.check(accountId)
})

const apiDetail = (response: object = {}) => ({
  apiCheckResult: {
    assertions: [
      { source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '200', passed: true, actual: '200' },
      {
        source: 'JSON_BODY',
        property: '$.ok',
        comparison: 'EQUALS',
        target: 'true',
        passed: false,
        actual: 'false\nRequest',
        error: 'Expected true.',
      },
    ],
    request: { method: 'POST', url: 'https://shop.example/', data: 'ping', headers: { accept: '*/*' }, params: {} },
    response: {
      status: 200,
      statusText: 'OK',
      body: hostile,
      headers: { 'content-type': 'text/html', 'set-cookie': ['a', 'b'] },
      remoteAddress: '203.0.113.7',
      timings: null,
      timingPhases: { wait: 0.5, dns: 1.25, total: 12 },
      ...response,
    },
    requestError: null,
    jobLog: {
      setup: [],
      request: [{ time: 1_767_225_600_000, level: 'INFO', msg: 'Followed a redirect.' }],
      teardown: [],
    },
  },
  reasons: [{ kind: 'assertion', outcome: 'failed', message: 'An assertion failed.' }],
})

const failedRun = (changes: object = {}) =>
  service.result(accountId, checkId, {
    checkType: 'API',
    outcome: 'failed',
    error: 'Expected true.',
    detail: apiDetail(),
    ...changes,
  })

const pathOf = (resultId: string, query = ''): string => `/v1/check-results/${checkId}/${resultId}/assets${query}`

interface Asset {
  readonly type: string
  readonly name: string
  readonly url: string
}
async function assetsOf(path: string): Promise<Asset[]> {
  const answer = await send('GET', path)
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: answer.text })
  return Object(answer.body).assets
}
const namesOf = async (path: string): Promise<string[]> => (await assetsOf(path)).map(({ name }) => name)
const download = (url: string, key: string | null = null) =>
  service.as(key)('GET', url.replace('https://belfry.example', ''))

describe('the assets of a run', () => {
  test('are its log and the stored response, with links to this server', async () => {
    const resultId = await failedRun()
    expect((await send('GET', pathOf(resultId))).body).toEqual({
      truncated: false,
      entriesReturned: 2,
      entriesTotal: 2,
      assets: [
        {
          type: 'log',
          name: 'run.log',
          contentType: 'text/plain; charset=utf-8',
          url: expect.stringMatching(/^https:\/\/belfry\.example\/downloads\/[\w-]+\.[\w-]+\/run\.log$/),
          viewUrl: null,
          source: { type: 'check-result', checkId, checkName: 'database', checkType: 'API', resultId },
        },
        expect.objectContaining({ type: 'file', name: 'response-body.txt', contentType: 'text/plain; charset=utf-8' }),
      ],
    })
  })

  test('are listed as the documentation shows', async () => {
    const page = readFileSync(new URL('../../../docs/assets.md', import.meta.url), 'utf8')
    const shown: unknown = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '')
    const resultId = await service.result(accountId, checkId)
    expect((await send('GET', pathOf(resultId))).body).toMatchObject(Object(shown))
  })

  test('are narrowed by type and by a pattern of names', async () => {
    const resultId = await failedRun()
    const cases: [string, string[]][] = [
      ['?type=log', ['run.log']],
      ['?type[]=log&type[]=file', ['run.log', 'response-body.txt']],
      ['?type[]=video', []],
      ['?name=*.txt', ['response-body.txt']],
      ['?name=run.log&type=file', []],
      ['?name=%7Brun,none%7D.*', ['run.log']],
    ]
    for (const [query, names] of cases)
      expect({ query, names: await namesOf(pathOf(resultId, query)) }).toEqual({ query, names })
    expect((await send('GET', pathOf(resultId, '?type=nothing'))).status).toBe(400)
    expect((await send('GET', pathOf(resultId, `?name=${'a'.repeat(201)}`))).status).toBe(400)
  })

  test('are no more than there truly is', async () => {
    const scrubbed = await failedRun({ detail: apiDetail({ body: '[scrubbed: 10 bytes of video/mp4]' }) })
    expect(await namesOf(pathOf(scrubbed))).toEqual(['run.log'])
    expect(await namesOf(pathOf(await failedRun({ detail: {} })))).toEqual(['run.log'])
    const tcp = await service.result(accountId, checkId, {
      detail: { tcpCheckResult: { response: { data: '220 ready', remoteAddress: '203.0.113.7' } } },
    })
    expect(await namesOf(pathOf(tcp))).toEqual(['run.log', 'response-data.txt'])
    const { sessionId, resultId } = await openTestResult(service, accountId, checkId, {})
    expect(await namesOf(`/v1/test-sessions/${sessionId}/results/${resultId}/assets`)).toEqual([])
  })

  test('of a run of a test session name the session', async () => {
    const { sessionId, resultId } = await openTestResult(service, accountId, checkId, {
      resultType: 'FINAL',
      status: 'FAILED',
      outcome: 'failed',
      attempts: 1,
      startedAt: new Date(0),
      stoppedAt: new Date(5),
      responseTimeMs: 5,
      detail: apiDetail(),
    })
    const assets = await assetsOf(`/v1/test-sessions/${sessionId}/results/${resultId}/assets?type=log`)
    expect(assets).toMatchObject([
      { source: { type: 'test-session-result', testSessionId: sessionId, resultId, checkId } },
    ])
    const [log] = assets
    expect((await download(String(log?.url))).text).toContain('POST https://shop.example/')
    const answer = await send('GET', `/v1/test-sessions/${sessionId}/results/${randomId()}/assets`)
    expect(answer.status).toBe(404)
  })

  test('are there for the account of the run alone', async () => {
    const resultId = await failedRun()
    const otherAccount = service.as((await service.account()).key)
    expect((await otherAccount('GET', pathOf(resultId))).status).toBe(404)
    expect((await send('GET', pathOf(randomId()))).status).toBe(404)
    expect((await send('GET', pathOf('none'))).status).toBe(404)
  })
})

describe('a download', () => {
  const linkOf = async (resultId: string, name: string): Promise<string> =>
    String((await assetsOf(pathOf(resultId, `?name=${name}`)))[0]?.url)

  test('of the log contains request, response, timings and attempts of the run', async () => {
    const sessionId = await service.session(accountId, checkId)
    const sequenceId = randomId()
    await failedRun({ sessionId, sequenceId, resultType: 'ATTEMPT', error: 'Refused.' })
    const resultId = await failedRun({ sessionId, sequenceId, attempt: 2 })
    const { text } = await download(await linkOf(resultId, 'run.log'))
    expect(text).toBe(
      [
        'database (API), eu-west-1, attempt 2',
        'failed after 12.5 ms',
        '2026-03-01T12:00:00.000Z to 2026-03-01T12:00:00.000Z',
        `result ${resultId}`,
        '',
        'Request',
        '  POST https://shop.example/',
        '  accept: */*',
        '  body of 4 bytes',
        '',
        'Answer',
        '  200 OK',
        '  from 203.0.113.7',
        '  content-type: text/html',
        '  set-cookie: a',
        '  set-cookie: b',
        `  body of ${hostile.length} characters`,
        '',
        'Timings',
        '  wait: 0.5 ms',
        '  dns: 1.25 ms',
        '  total: 12 ms',
        '',
        'Log',
        '  2026-01-01T00:00:00.000Z INFO Followed a redirect.',
        '',
        'Assertions',
        '  passed STATUS_CODE EQUALS 200; was 200',
        '  failed JSON_BODY $.ok EQUALS true; was false',
        '    Request; Expected true.',
        '',
        'Errors',
        '  Expected true.',
        '  An assertion failed.',
        '',
        'Attempts before',
        '  1: 2026-03-01T12:00:00.000Z Refused.',
        '',
      ].join('\n'),
    )
  })

  test('works without a key and with one, and nothing in it can run on this origin', async () => {
    const url = await linkOf(await failedRun(), 'response-body.txt')
    const { key } = await service.account()
    for (const answer of [await download(url), await download(url, key), await download(url, 'bfu_wrong')]) {
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: hostile })
      expect(answer.headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': 'attachment; filename=response-body.txt',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-store',
      })
    }
  })

  test('returns the bytes of a response that is not text', async () => {
    const bytes = Buffer.from([0, 255, 137, 80])
    const detail = apiDetail({ body: bytes.toString('base64'), bodyEncoding: 'base64' })
    const answer = await download(await linkOf(await failedRun({ detail }), 'response-body.bin'))
    expect(answer.headers).toMatchObject({ 'content-type': 'application/octet-stream', 'content-length': '4' })
  })

  test('removes terminal control characters from the log', async () => {
    const detail = { apiCheckResult: { request: { method: 'GET', url: hostile } } }
    expect((await download(await linkOf(await failedRun({ detail }), 'run.log'))).text).not.toContain('\u001b')
  })

  test('ends with the hour, with the check, and for every link that was changed', async () => {
    const url = await linkOf(await failedRun(), 'run.log')
    const [token = ''] = url.split('/').slice(4)
    const [payload = '', signature = ''] = token.split('.')
    const forged = Buffer.from(
      Buffer.from(payload, 'base64url')
        .toString()
        .replace(accountId, (await service.account()).accountId),
    ).toString('base64url')
    const changed = [
      url.replace('run.log', 'response-body.txt'),
      url.replace(token, `${forged}.${signature}`),
      url.replace(token, payload),
      url.replace(token, `${token}.x`),
      url.replace(token, `${payload}.${signature.slice(1)}`),
      url.replace(token, 'x'),
      url.replace(token, '.'),
    ]
    for (const link of changed) expect({ link, status: (await download(link)).status }).toEqual({ link, status: 404 })
    expect((await download(url)).status).toBe(200)
    service.clock.advance(hourMs)
    expect(await download(url)).toMatchObject({ status: 404, body: { message: expect.stringContaining('an hour') } })

    const other = await linkOf(await failedRun(), 'run.log')
    expect((await send('DELETE', `/v1/checks/${checkId}`)).status).toBe(204)
    expect((await download(other)).status).toBe(404)
  })
})
