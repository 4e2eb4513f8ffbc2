import { beforeAll, describe, expect, test } from 'vitest'
import { checkTypes } from '#contract'
import type { Role } from '#contract'
import { minuteMs } from '#kernel'
import { createKey } from '#management'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let account: TestAccount
let send: Send
let pageId: string

const url = 'https://shop.example:8443/health'
const sample = checkTypes.API.shapes.sample.answer
const detail = {
  apiCheckResult: {
    assertions: [{ source: 'TEXT_BODY', passed: false }],
    request: { url },
    response: { ...sample, headers: { 'content-length': '54', 'last-modified': 'Sun, 01 Mar 2026 11:00:00 GMT' } },
  },
}

beforeAll(async () => {
  const login = {
    checkType: 'API' as const,
    body: { request: { method: 'POST', url: '', body: 'hello', bodyType: 'RAW' } },
  }
  service = new TestService(
    database.db(),
    {},
    { probe: { targets: ['shop.example', '*.test.example'], modules: { login } } },
  )
  account = await service.account()
  send = service.as(account.key)
  pageId = await service.check(account.accountId, { name: 'Shop', checkType: 'API', request: { method: 'GET', url } })
  const about = { checkType: 'API', detail } as const
  for (const [location, outcome] of [
    ['eu-west-1', 'failed'],
    ['us-east-1', 'failed'],
    ['us-east-1', 'passed'],
  ] as const) {
    await service.result(account.accountId, pageId, { ...about, location, outcome, responseTimeMs: 6 })
    service.clock.advance(minuteMs)
  }
})

/** The headers that Prometheus 3 sends with a scrape. */
const scrape = {
  accept:
    'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2',
  'accept-encoding': 'gzip',
  'user-agent': 'Prometheus/3.5.0',
  'x-prometheus-scrape-timeout-seconds': '10',
}
const as = (key: string, headers: Record<string, string> = scrape): Send => service.as(key, headers)

async function keyOf(role: Role): Promise<string> {
  const { accountId } = account
  return (
    await createKey(service.store, { kind: 'service', accountId, name: role, role }, new Date(service.clock.now()))
  ).key
}

describe('the last runs', () => {
  test('of a check are answered for each of its locations in the names of blackbox_exporter, with their age', async () => {
    const answer = await send('GET', `/probe?check=${pageId}`)
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    })
    const of = (location: string, more = '') => `{location="${location}",check_id="${pageId}",check_name="Shop"${more}}`
    expect(answer.text.split('\n')).toEqual(
      expect.arrayContaining([
        '# TYPE probe_success gauge',
        `probe_success${of('eu-west-1')} 0`,
        `probe_success${of('us-east-1')} 1`,
        `probe_duration_seconds${of('us-east-1')} 0.006`,
        `probe_result_age_seconds${of('eu-west-1')} 180`,
        `probe_result_age_seconds${of('us-east-1')} 60`,
        `probe_http_status_code${of('us-east-1')} 200`,
        `probe_http_duration_seconds${of('us-east-1', ',phase="resolve"')} 0.001`,
        `probe_http_duration_seconds${of('us-east-1', ',phase="transfer"')} 0.001`,
        `probe_http_ssl${of('us-east-1')} 1`,
        `probe_http_content_length${of('us-east-1')} 54`,
        `probe_http_last_modified_timestamp_seconds${of('us-east-1')} 1772362800`,
        `probe_ip_protocol${of('us-east-1')} 4`,
        `probe_failed_due_to_regex${of('us-east-1')} 1`,
      ]),
    )
  })

  test.each([url, 'HTTPS://shop.example:8443/health/', 'shop.example', 'shop.example:8443'])(
    'are found by the target %s',
    async (target) => {
      const answer = await as(await keyOf('READ_ONLY'))('GET', `/probe?target=${encodeURIComponent(target)}`)
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
      expect(answer.text.match(/^probe_success\{/gm)).toHaveLength(2)
      expect(answer.text.endsWith('\n# EOF\n')).toBe(true)
    },
  )

  test('of one location are answered alone on request', async () => {
    const answer = await send('GET', `/probe?check=${pageId}&location=eu-west-1`)
    expect(answer.text.match(/^probe_success\{.*$/gm)).toEqual([expect.stringContaining('eu-west-1')])
  })

  test('of another account and of targets that no check goes to are not found', async () => {
    const stranger = await service.account()
    expect((await service.as(stranger.key)('GET', `/probe?check=${pageId}`)).status).toBe(404)
    expect((await service.as(stranger.key)('GET', `/probe?target=${url}`)).status).toBe(404)
    expect((await send('GET', '/probe?target=https://other.example')).status).toBe(404)
    expect((await service.as(null)('GET', `/probe?check=${pageId}`)).status).toBe(401)
  })
})

describe('a module', () => {
  /** What a scrape is answered while a runner runs what it started. */
  async function probe(query: string, found: 'passed' | 'failed' = 'passed', key = account.key) {
    const answer = as(key)('GET', `/probe?${query}`)
    const runner = new HandRunner(service.store, service.clock)
    const claimed: Awaited<ReturnType<HandRunner['claim']>> = []
    let isAnswered = false
    void answer.then(() => (isAnswered = true))
    await expect
      .poll(async () => {
        claimed.push(...(await runner.claim()))
        return isAnswered || claimed.length === 1
      })
      .toBe(true)
    await runner.settle(claimed, found)
    service.clock.advance(1000)
    return { answer: await answer, task: claimed[0] }
  }

  test('runs now, and a run that fails is answered 200 as well', async () => {
    const { answer, task } = await probe('module=http_2xx&target=shop.example/a', 'failed', await keyOf('READ_RUN'))
    expect(task).toMatchObject({ checkType: 'API', request: { method: 'GET', url: 'http://shop.example/a' } })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('\nprobe_success 0\n')
    expect(answer.text).toContain('\nprobe_timeout_seconds 9.5\n')
    expect(await database.db().rows('select id from dry_runs where account_id = $1', [account.accountId])).toEqual([])
  })

  test.each([
    ['http_post_2xx', 'https://shop.example/x', { method: 'POST', url: 'https://shop.example/x' }],
    ['login', 'https://a.test.example', { method: 'POST', url: 'https://a.test.example', body: 'hello' }],
    ['tcp_connect', 'shop.example:8443', { hostname: 'shop.example', port: 8443 }],
    ['ssl', 'shop.example:465', { sslConfig: { hostname: 'shop.example', port: 465 } }],
    ['tls', 'https://shop.example', { sslConfig: { hostname: 'shop.example', port: 443 } }],
    ['icmp', 'shop.example', { hostname: 'shop.example', pingCount: 1 }],
    [
      'dns&query=www.example.com',
      'shop.example:5353',
      { query: 'www.example.com', nameServer: 'shop.example', port: 5353 },
    ],
    [
      'grpc_plain',
      'shop.example:50051',
      { url: 'shop.example', port: 50_051, grpcConfig: { mode: 'HEALTH', tls: false } },
    ],
  ])('%s runs against %s', async (module, target, request) => {
    const { answer, task } = await probe(`module=${module}&target=${target}`)
    expect(task?.request).toMatchObject(request)
    expect(answer.text).toContain('\nprobe_success 1\n')
  })

  test.each([
    ['', 400, 'Target parameter is missing\n'],
    ['module=http_2xx', 400, 'Target parameter is missing\n'],
    ['module=constructor&target=shop.example', 400, 'Unknown module "constructor"\n'],
    ['check=1', 400, 'Parameter "check" is not the id of a check\n'],
    ['module=http_2xx&target=shop.example&hostname=a', 400, 'Parameter "hostname" is not supported\n'],
    ['module=http_2xx&target=http://shop.example/{{KEY}}', 400, 'The target must not have templates\n'],
    [
      'module=http_2xx&target=http://10.0.0.1/',
      403,
      'The host of the target is not among those of the account .* or of BELFRY_PROBE_TARGETS\n',
    ],
    ['module=http_2xx&target=http://shop.example@evil.example/', 403, /not among/],
    ['module=http_2xx&target=http://evil.example%5c@shop.example/', 403, /not among/],
    ['module=http_2xx&target=http://evil.example%23.test.example/', 403, /not among/],
    ['module=http_2xx&target=evil.example/.test.example', 403, /not among/],
    ['module=tcp_connect&target=shop.example', 400, /port/],
  ])('is not run for %s', async (query, status, text) => {
    expect(await as(account.key)('GET', `/probe?${query}`)).toMatchObject({ status, text: expect.stringMatching(text) })
  })

  test('goes to hosts that an administrator of the account named, and with no key of another account', async () => {
    const query = '/probe?module=http_2xx&target=http://evil.example/'
    const name = (targets: readonly string[]) => as(account.key)('PUT', '/v1/probe-targets', { targets })
    expect((await as(await keyOf('READ_WRITE'))('PUT', '/v1/probe-targets', { targets: ['*'] })).status).toBe(403)
    expect((await name(['Evil.example'])).status).toBe(400)
    expect((await name(['other.example', '*.example'])).status).toBe(200)
    const { task } = await probe('module=http_2xx&target=http://evil.example/')
    expect(task?.request).toMatchObject({ url: 'http://evil.example/' })
    expect((await as((await service.account()).key)('GET', query)).status).toBe(403)
    await name([])
    expect((await as(account.key)('GET', query)).status).toBe(403)
  })

  test('needs a key that may run, and hosts that the operator named', async () => {
    const query = '/probe?module=icmp&target=shop.example'
    expect((await as(await keyOf('READ_ONLY'))('GET', query)).status).toBe(403)
    const { accountId } = account
    const agent = { kind: 'service', accountId, name: 'x', role: 'READ_WRITE', agentMode: 'ACT' } as const
    const { key } = await createKey(service.store, agent, new Date(service.clock.now()))
    expect((await as(key)('GET', query)).text).toContain('changes nothing directly')
    const closed = new TestService(database.db())
    const answer = await closed.as((await closed.account()).key)('GET', query)
    expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('BELFRY_PROBE_TARGETS names a host') })
    const hurried = await as(account.key, { ...scrape, 'x-prometheus-scrape-timeout-seconds': 'soon' })('GET', query)
    expect(hurried).toMatchObject({ status: 400, text: 'Failed to parse timeout from Prometheus header\n' })
  })
})
