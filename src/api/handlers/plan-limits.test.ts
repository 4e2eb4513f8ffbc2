import { describe, expect, it } from 'vitest'
import type { Allowances, MeteredEntitlement } from '#contract'
import { dayMs, minuteMs, randomId } from '#kernel'
import { claimDueMails, findPublicPage, subscribeReader } from '#publishing'
import { recordTestSessionErrorGroups } from '#storage/error-groups'
import { certificates } from '../../../tests/support/certificates/read-certificates.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
/** One service for all tests, whose plan each of them sets: making an API takes longer than most tests. */
const allowed: Record<string, number | false> = {}
let shared: TestService | undefined

function serviceWith(allowances: Allowances = {}): TestService {
  for (const entitlement of Object.keys(allowed)) delete allowed[entitlement]
  Object.assign(allowed, allowances)
  return (shared ??= new TestService(database.db(), allowed))
}

const locations = ['eu-west-1']
const name = (): string => `name-${randomId().slice(0, 8)}`
const check = (type: string, request: object) => (send: Send) =>
  send('POST', `/v1/checks/${type}`, { name: 'check', locations, request })
const channel = (type: string, config: object) => (send: Send) => send('POST', '/v1/alert-channels', { type, config })
const idOf = ({ body }: TestAnswer): string => String((body as { readonly id: unknown }).id)
const codeOf = ({ status, body }: TestAnswer) => [
  status,
  (body as { readonly attributes?: { readonly code: string } }).attributes?.code,
]
const pageBody = () => ({ name: 'Page', url: name(), cards: [] })

/** Creates one resource of each entitlement; returns the response of the counted request. */
const creations: {
  readonly [K in Exclude<MeteredEntitlement, 'ROOT_CAUSE_ANALYSES'>]: (
    send: Send,
    prepared: string,
  ) => Promise<TestAnswer>
} = {
  API_CHECKS: check('api', { url: 'https://a.example', method: 'GET' }),
  URL_MONITORS: check('url', { url: 'https://a.example' }),
  TCP_MONITORS: check('tcp', { hostname: 'a.example', port: 1 }),
  DNS_MONITORS: (send) =>
    send('POST', '/v1/checks', { name: 'check', checkType: 'DNS', locations, request: { query: 'a.example' } }),
  ICMP_MONITORS: check('icmp', { hostname: 'a.example' }),
  HEARTBEAT_MONITORS: (send) =>
    send('POST', '/v1/checks/heartbeat', {
      name: 'backup',
      heartbeat: { period: 5, periodUnit: 'minutes', grace: 1, graceUnit: 'minutes' },
    }),
  CHECK_GROUPS: (send) => send('POST', '/v2/check-groups', { name: 'group' }),
  ENVIRONMENT_VARIABLES: (send) => send('POST', '/v1/variables', { key: `K_${randomId().slice(0, 8)}`, value: 'v' }),
  ALERT_CHANNELS: channel('EMAIL', { address: 'a@b.example' }),
  SMS_ALERTS: channel('SMS', { number: '+4930901820' }),
  MAINTENANCE_WINDOWS: (send) =>
    send('POST', '/v1/maintenance-windows', {
      name: 'window',
      startsAt: '2026-03-02T12:00:00.000Z',
      endsAt: '2026-03-02T13:00:00.000Z',
    }),
  DEPLOYMENT_TRIGGERS: (send, checkId) =>
    send('POST', '/v1/deployment-triggers', {
      checkId,
      repoId: Math.floor(Math.random() * 1e9),
      repoName: 'octocat/hello',
    }),
  PRIVATE_LOCATIONS: (send) => send('POST', '/v1/private-locations', { name: 'office', slugName: name() }),
  SNIPPETS: (send) => send('POST', '/v1/snippets', { name: name(), script: 'x' }),
  CLIENT_CERTIFICATES: (send) =>
    send('POST', '/v1/client-certificates', {
      host: 'a.example',
      cert: certificates.client.cert,
      key: certificates.client.key,
    }),
  STATUS_PAGES: (send) => send('POST', '/v1/status-pages', pageBody()),
  STATUS_PAGE_SUBSCRIBERS: (send, pageId) =>
    send('POST', `/v1/status-pages/${pageId}/subscriptions/bulk`, {
      subscriptions: [{ type: 'EMAIL', config: `${name()}@mail.example` }],
      autoVerify: true,
    }),
  DASHBOARDS: (send) => send('POST', '/v1/dashboards', { header: 'board' }),
}

/** One more subscriber than the plan has, as when a limit is lowered. */
const addDirectly = (service: TestService, statusPageId: string) =>
  service.db.rows(
    `insert into status_page_subscribers (account_id, id, status_page_id, address, verified_at, created_at, updated_at)
     select account_id, $2, id, 'earlier@mail.example', now(), now(), now() from status_pages where id = $1`,
    [statusPageId, randomId()],
  )

/** Prerequisites. */
async function prepared(send: Send, entitlement: string): Promise<string> {
  if (entitlement === 'DEPLOYMENT_TRIGGERS') return idOf(await creations.TCP_MONITORS(send, ''))
  return entitlement === 'STATUS_PAGE_SUBSCRIBERS' ? idOf(await send('POST', '/v1/status-pages', pageBody())) : ''
}

describe.each(Object.entries(creations))('a plan with a quantity of %s', (entitlement, create) => {
  it('holds for concurrent creations, account by account', async () => {
    const limited = serviceWith({ [entitlement]: 2 })
    const send = limited.as((await limited.account()).key)
    const first = await prepared(send, entitlement)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => create(send, first)))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '201', '402', '402', '402'])
    const rejected = await create(send, first)
    expect(rejected).toMatchObject({
      status: 402,
      body: {
        error: 'Payment Required',
        message: expect.stringContaining(`${entitlement}: the plan allows 2, and this request would use 3.`),
        attributes: { code: 'ENTITLEMENT_EXCEEDED', entitlement, limit: 2 },
      },
    })
    const otherAccount = limited.as((await limited.account()).key)
    expect((await create(otherAccount, await prepared(otherAccount, entitlement))).status).toBe(201)
  })

  it('has none of it when it is off', async () => {
    const service = serviceWith({ [entitlement]: false })
    const send = service.as((await service.account()).key)
    expect(codeOf(await create(send, await prepared(send, entitlement)))).toEqual([402, 'ENTITLEMENT_DISABLED'])
  })
})

describe('a plan', () => {
  const under = async (allowances: Allowances): Promise<Send> => {
    const service = serviceWith(allowances)
    return service.as((await service.account()).key)
  }
  const tcp = { name: 'db', locations, request: { hostname: 'a.example', port: 1 } }

  it('allows creation again after a deletion, and changes of existing resources', async () => {
    const send = await under({ CHECK_GROUPS: 1 })
    const id = idOf(await send('POST', '/v2/check-groups', { name: 'group' }))
    expect((await send('POST', '/v2/check-groups', { name: 'group' })).status).toBe(402)
    expect((await send('PUT', `/v2/check-groups/${id}`, { name: 'renamed' })).status).toBe(200)
    expect((await send('DELETE', `/v1/check-groups/${id}`)).status).toBe(204)
    expect((await send('POST', '/v2/check-groups', { name: 'group' })).status).toBe(201)
  })

  it.each([
    ['SUB_MINUTE_FREQUENCY', { frequency: 0, frequencyOffset: 10 }],
    ['PARALLEL_LOCATIONS', { runParallel: true }],
    ['RETRIES', { retryStrategy: { type: 'SINGLE_RETRY', baseBackoffSeconds: 1 } }],
    ['RETRIES', { doubleCheck: true }],
  ])('without %s rejects a check with %j, created or changed', async (entitlement, fields) => {
    const send = await under({ [entitlement]: false })
    expect(codeOf(await send('POST', '/v1/checks/tcp', { ...tcp, ...fields }))).toEqual([402, 'ENTITLEMENT_DISABLED'])
    const created = await send('POST', '/v1/checks/tcp', tcp)
    expect(created.status).toBe(201)
    const url = `/v1/checks/tcp/${idOf(created)}`
    expect(codeOf(await send('PUT', url, fields))).toEqual([402, 'ENTITLEMENT_DISABLED'])
    expect((await send('PUT', url, { name: 'renamed' })).status).toBe(200)
  })

  it('without retries gives a new check none', async () => {
    const send = await under({ RETRIES: false })
    expect((await send('POST', '/v1/checks/tcp', tcp)).body).toMatchObject({ retryStrategy: null })
  })

  it('limits the locations of checks and groups, and reports how many', async () => {
    const send = await under({ LOCATIONS_PER_CHECK: 2 })
    const three = { locations: ['eu-west-1', 'us-east-1', 'ap-south-1'] }
    const two = { locations: three.locations.slice(0, 2) }
    expect(codeOf(await send('POST', '/v1/checks/tcp', { ...tcp, ...three }))).toEqual([402, 'ENTITLEMENT_EXCEEDED'])
    const id = idOf(await send('POST', '/v1/checks/tcp', { ...tcp, ...two }))
    expect((await send('PUT', `/v1/checks/tcp/${id}`, three)).status).toBe(402)
    expect((await send('POST', '/v2/check-groups', { name: 'g', ...three })).status).toBe(402)
    expect((await send('POST', '/v2/check-groups', { name: 'g', ...two })).status).toBe(201)
    const { body } = await send('GET', '/v1/accounts/me/entitlements')
    expect(body).toMatchObject({ locations: { maxPerCheck: 2 } })
  })

  it.each([
    ['PAGERDUTY', { serviceKey: 'key' }],
    ['OPSGENIE', { apiKey: 'key' }],
    ['WEBHOOK', { url: 'https://a.example', webhookType: 'WEBHOOK_DISCORD' }],
  ])('without advanced alert channels has no channel of %s', async (type, config) => {
    const send = await under({ ADVANCED_ALERT_CHANNELS: false })
    expect((await channel(type, config)(send)).status).toBe(402)
    const plain = await channel('WEBHOOK', { url: 'https://a.example' })(send)
    expect(plain.status).toBe(201)
    expect((await send('PUT', `/v1/alert-channels/${idOf(plain)}`, { type, config })).status).toBe(402)
  })

  it('counts a channel that becomes a telephone, and not one that is one already', async () => {
    const send = await under({ SMS_ALERTS: 1 })
    const sms = { type: 'SMS', config: { number: '+4930901820' } }
    const id = idOf(await send('POST', '/v1/alert-channels', sms))
    expect((await send('PUT', `/v1/alert-channels/${id}`, { ...sms, type: 'CALL' })).status).toBe(200)
    const mail = idOf(await channel('EMAIL', { address: 'a@b.example' })(send))
    expect((await send('PUT', `/v1/alert-channels/${mail}`, sms)).status).toBe(402)
    expect((await send('GET', `/v1/alert-channels/${mail}`)).body).toMatchObject({ type: 'EMAIL' })
  })

  it('leaves what is there, when clients send all of it to change a part', async () => {
    const { account, send } = await serviceWith().owner()
    const everything = {
      ...tcp,
      frequency: 0,
      frequencyOffset: 10,
      runParallel: true,
      retryStrategy: { type: 'FIXED', baseBackoffSeconds: 1 },
      locations: ['eu-west-1', 'us-east-1', 'ap-south-1'],
    }
    const { runParallel, retryStrategy, locations: three } = everything
    const groupBody = { name: 'group', runParallel, retryStrategy, locations: three }
    const pager = { type: 'PAGERDUTY', config: { serviceKey: 'key' } }
    const sms = { type: 'SMS', config: { number: '+4930901820' } }
    const secretPage = { ...pageBody(), isPrivate: true }
    const [checkId, groupId, pagerId, smsId, , pageId] = [
      idOf(await send('POST', '/v1/checks/tcp', everything)),
      idOf(await send('POST', '/v2/check-groups', groupBody)),
      idOf(await send('POST', '/v1/alert-channels', pager)),
      idOf(await send('POST', '/v1/alert-channels', sms)),
      idOf(await send('POST', '/v1/alert-channels', sms)),
      idOf(await send('POST', '/v1/status-pages', secretPage)),
    ]
    const off = {
      SUB_MINUTE_FREQUENCY: false,
      PARALLEL_LOCATIONS: false,
      RETRIES: false,
      LOCATIONS_PER_CHECK: 1,
    } as const
    const others = { ADVANCED_ALERT_CHANNELS: false, SMS_ALERTS: 1, PRIVATE_STATUS_PAGES: false } as const
    const limited = serviceWith({ ...off, ...others, TCP_MONITORS: 0 }).as(account.key)
    const changes: [string, object][] = [
      [`/v1/checks/tcp/${checkId}`, { ...everything, name: 'renamed' }],
      [`/v1/checks/tcp/${checkId}`, { locations: three.slice(1) }],
      [`/v2/check-groups/${groupId}`, { ...groupBody, name: 'renamed' }],
      [`/v1/alert-channels/${pagerId}`, { ...pager, sendRecovery: false }],
      [`/v1/alert-channels/${smsId}`, { ...sms, sendRecovery: false }],
      [`/v1/status-pages/${pageId}`, { ...secretPage, name: 'renamed' }],
    ]
    for (const [url, body] of changes)
      expect({ url, status: (await limited('PUT', url, body)).status }).toEqual({ url, status: 200 })
    const more = { locations: three }
    expect((await limited('PUT', `/v1/checks/tcp/${checkId}`, more)).status).toBe(402)
    await limited('PUT', `/v1/status-pages/${pageId}`, { isPrivate: false })
    expect((await limited('PUT', `/v1/status-pages/${pageId}`, { isPrivate: true })).status).toBe(402)
    expect((await limited('DELETE', `/v1/checks/${checkId}`)).status).toBe(204)
  })

  it('undoes no bulk change beyond it, and undoes it once there is room', async () => {
    const free = serviceWith()
    const { key } = await free.account()
    const send = free.as(key)
    const [kept, removed] = [idOf(await creations.TCP_MONITORS(send, '')), idOf(await creations.TCP_MONITORS(send, ''))]
    const undoOf = async (body: object): Promise<string> => {
      const { body: changed } = await send('POST', '/v1/bulk-changes', body)
      return `/v1/bulk-changes/${String(Object(changed).undoId)}/undo`
    }
    const often = await undoOf({ checkIds: [kept], change: { frequency: 60 } })
    const deleted = await undoOf({ checkIds: [removed], change: { delete: true } })
    const limited = serviceWith({ TCP_MONITORS: 1 }).as(key)
    expect(codeOf(await limited('POST', deleted))).toEqual([402, 'ENTITLEMENT_EXCEEDED'])
    expect((await limited('GET', `/v1/checks/${removed}`)).status).toBe(404)
    expect((await limited('POST', often)).body).toEqual({ restored: 1, refused: [] })
    expect((await limited('DELETE', `/v1/checks/${kept}`)).status).toBe(204)
    expect((await limited('POST', deleted)).body).toEqual({ restored: 1, refused: [] })
  })

  it('undoes no bulk change that had more locations than it allows now', async () => {
    const free = serviceWith()
    const { key } = await free.account()
    const send = free.as(key)
    const body = { name: 'check', locations: ['eu-west-1', 'us-east-1'], request: { hostname: 'a.example', port: 1 } }
    const id = idOf(await send('POST', '/v1/checks/tcp', body))
    const change = { checkIds: [id], change: { locations: ['eu-west-1'] } }
    const undo = `/v1/bulk-changes/${String(Object((await send('POST', '/v1/bulk-changes', change)).body).undoId)}/undo`
    const limited = serviceWith({ LOCATIONS_PER_CHECK: 1 }).as(key)
    expect(codeOf(await limited('POST', undo))).toEqual([402, 'ENTITLEMENT_EXCEEDED'])
    expect((await limited('GET', `/v1/checks/${id}`)).body).toMatchObject({ locations: ['eu-west-1'] })
  })

  it('without private locations makes no keys for those that are there', async () => {
    const { key } = await serviceWith().account()
    const created = await serviceWith().as(key)('POST', '/v1/private-locations', {
      name: 'office',
      slugName: name(),
    })
    const off = serviceWith({ PRIVATE_LOCATIONS: false }).as(key)
    const url = `/v1/private-locations/${idOf(created)}`
    expect(codeOf(await off('POST', `${url}/keys`))).toEqual([402, 'ENTITLEMENT_DISABLED'])
    expect((await off('GET', url)).status).toBe(200)
    expect((await off('DELETE', url)).status).toBe(204)
  })

  it('without private status pages, bulk subscriptions or badges rejects these', async () => {
    const send = await under({ PRIVATE_STATUS_PAGES: false, STATUS_PAGES_BULK_SUBSCRIBE: false, BADGES: false })
    expect((await send('POST', '/v1/status-pages', { ...pageBody(), isPrivate: true })).status).toBe(402)
    const id = idOf(await send('POST', '/v1/status-pages', pageBody()))
    expect((await send('PUT', `/v1/status-pages/${id}`, { isPrivate: true })).status).toBe(402)
    const subscriptions = [{ type: 'EMAIL', config: 'a@mail.example' }]
    expect((await send('POST', `/v1/status-pages/${id}/subscriptions/bulk`, { subscriptions })).status).toBe(402)
    expect((await send('GET', `/v1/badges/checks/${randomId()}`)).status).toBe(402)
  })

  it('takes no more subscribers by the links of verification mails', async () => {
    const service = serviceWith({ STATUS_PAGE_SUBSCRIBERS: 1 })
    const send = service.as((await service.account()).key)
    const page = pageBody()
    const statusPageId = idOf(await send('POST', '/v1/status-pages', page))
    const answers: TestAnswer[] = []
    const press: (() => Promise<TestAnswer>)[] = []
    for (const clientAddress of ['192.0.2.1', '192.0.2.2']) {
      const visitor = { nowMs: service.clock.now(), clientAddress }
      const address = `${name()}@mail.example`
      const found = await findPublicPage(service.store, page.url)
      if (found === null) throw new Error('The page was just created.')
      await subscribeReader(
        service.store,
        found,
        { kind: 'mail', field: () => address, chosen: null, language: 'en' },
        visitor,
      )
      const claim = { nowMs: service.clock.now(), limit: 1, leaseMs: minuteMs, publicUrl: 'https://belfry.example' }
      const [claimed] = await claimDueMails(service.store, claim)
      const path = new URL(claimed?.mail.button.url ?? '').pathname
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const again = () => service.as(null, form)('POST', path, 'a=b')
      press.push(again)
      answers.push(await again())
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 402])
    expect(answers[1]?.text).toContain('accepts no more subscribers')
    expect(answers[1]?.text).not.toContain('BELFRY_ENTITLEMENTS')
    await addDirectly(service, statusPageId)
    expect((await press[0]?.())?.status).toBe(200)
    const { body } = await send('GET', `/v1/status-pages/${statusPageId}/subscriptions`)
    expect(body).toMatchObject(expect.arrayContaining([expect.objectContaining({ status: 'PENDING' })]))
  })

  it('without subscribers sends no verification mails', async () => {
    const service = serviceWith({ STATUS_PAGE_SUBSCRIBERS: false })
    const send = service.as((await service.account()).key)
    const page = pageBody()
    const id = idOf(await send('POST', '/v1/status-pages', page))
    const subscriptions = [{ type: 'EMAIL', config: `${name()}@mail.example` }]
    const answer = await send('POST', `/v1/status-pages/${id}/subscriptions/bulk`, { subscriptions })
    expect(codeOf(answer)).toEqual([402, 'ENTITLEMENT_DISABLED'])
    const visit = service.as(null, { 'content-type': 'application/x-www-form-urlencoded' })
    expect((await visit('GET', `/status/${page.url}/subscribe`)).text).not.toContain('type="email"')
    expect((await visit('POST', `/status/${page.url}/subscribe`, 'address=a%40b.example')).status).toBe(404)
    expect((await send('GET', `/v1/status-pages/${id}/subscriptions`)).body).toEqual([])
  })

  it('limits the analyses requested within 30 days', async () => {
    const service = serviceWith({ ROOT_CAUSE_ANALYSES: 1 })
    const { accountId, key } = await service.account()
    const send = service.as(key)
    const playwrightLocations = [{ projectName: 'shop', specId: 's', testFile: 'f', testTitle: 't', suitePath: [] }]
    const failure = {
      checkId: null,
      checkType: 'API',
      resultId: null,
      environment: 'staging',
      playwrightLocations,
    } as const
    const words = { errorHash: 'hash', rawErrorMessage: 'Waited.', cleanedErrorMessage: 'Waited.' }
    const group = { accountId, projectId: randomId(), newId: randomId(), ...failure, ...words }
    const [{ id } = { id: '' }] = await recordTestSessionErrorGroups(service.db, [group], new Date(service.clock.now()))
    const ask = (userContext: string) =>
      send('POST', `/v1/root-cause-analyses/test-session-error-groups/${id}`, { userContext })
    expect((await ask('first')).status).toBe(202)
    expect((await ask('first')).status).toBe(202)
    expect(codeOf(await ask('second'))).toEqual([402, 'ENTITLEMENT_EXCEEDED'])
    service.clock.advance(31 * dayMs)
    expect((await ask('third')).status).toBe(202)
  })
})
