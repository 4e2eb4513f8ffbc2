import { expect, test } from 'vitest'
import { claimPendingDeployments, runDeployment } from '#deployments'
import { deploymentTestTools } from '../../../tests/support/deployment-test-tools.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { useTestSessions } from '../../../tests/support/use-test-sessions.ts'

const { service, send } = useTestSessions()

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const source = '/v1/import-sources/urls'

const read = (text: string, more: object = {}) =>
  send('POST', `${source}/read`, {
    files: [{ path: 'urls.txt', content: base64(text) }],
    location: 'eu-west-1',
    ...more,
  })

interface Resource {
  readonly section: string
  readonly logicalId: string
  readonly item: string
  readonly value: Readonly<Record<string, unknown>>
}

const urlCheck = (logicalId: string, value: object = {}): Resource => ({
  section: 'checks',
  logicalId,
  item: `monitor "${logicalId}"`,
  value: {
    checkType: 'URL',
    name: logicalId,
    locations: ['eu-west-1'],
    request: { method: 'GET', url: `https://${logicalId}.example/{{TOKEN}}` },
    ...value,
  },
})

const mail: Resource = {
  section: 'alertChannels',
  logicalId: 'mail',
  item: 'notification "Mail"',
  value: { type: 'EMAIL', config: { address: 'ops@shop.example' } },
}

interface Variable {
  readonly key: string
  readonly value: string | null
}

const plan = async (resources: readonly Resource[], variables: readonly Variable[] = []) =>
  Object((await send('POST', `${source}/plan`, { resources, variables })).body)

const changedIn = ({ diff }: { diff: { action: string; logicalId: string; changed: boolean }[] }): string[] =>
  diff.filter(({ changed }) => changed).map(({ action, logicalId }) => `${action} ${logicalId}`)

async function apply(resources: readonly Resource[], variables: readonly Variable[] = []): Promise<string> {
  const started = await send('POST', `${source}/imports`, { resources, variables })
  expect(started).toMatchObject({ status: 202, body: { logicalId: 'import-urls' } })
  const tools = deploymentTestTools(service())
  for (const claimed of await claimPendingDeployments(tools, 10)) await runDeployment(tools, claimed)
  const ended = await send('GET', `/v1/projects/import-urls/deployments/${Object(started.body).id}`)
  return Object(ended.body).status
}

const checks = async (): Promise<{ id: string; name: string; muted: boolean; activated: boolean }[]> =>
  Object((await send('GET', '/v1/checks?limit=100')).body)

test('files become resources with a report, and what cannot be read is refused with what to do', async () => {
  expect((await send('GET', '/v1/import-sources')).body).toContainEqual(
    expect.objectContaining({ name: 'urls', title: 'List of URLs' }),
  )
  expect(await read('https://shop.example/\nftp://x')).toMatchObject({
    status: 200,
    body: {
      resources: [{ section: 'checks', logicalId: 'shop.example', state: 'unknown' }],
      counts: { exact: 1, impossible: 1 },
      report: [{ fate: 'exact' }, { fate: 'impossible', item: 'urls.txt:2' }],
    },
  })
  const many = Array.from({ length: 10_001 }, (_none, index) => `https://${index}.example/`).join('\n')
  expect(await read(many)).toMatchObject({ status: 400, body: { message: 'One import takes at most 10000 checks.' } })
  expect(
    await send('POST', '/v1/import-sources/none/read', { files: [{ path: 'a', content: '' }], location: 'x' }),
  ).toMatchObject({ status: 404, body: { attributes: { code: 'IMPORT_SOURCE_NOT_FOUND' } } })
})

test('a key reads the API of a tool at its address alone, and one that is refused is said to', async () => {
  const sent: string[] = []
  const monitor = { id: 1, type: 'HTTP', friendlyName: 'Shop', url: 'https://shop.example/', interval: 300 }
  const keyed = new TestService(
    service().db,
    {},
    {
      sendToSource: async ({ url, headers }) => {
        sent.push(url)
        const isKnown = headers['authorization'] === 'Bearer right'
        const data = url.endsWith('/monitors') ? [monitor] : []
        const body = isKnown ? { data, nextLink: null } : { stat: 'fail', error: { message: 'api_key not found.' } }
        return {
          status: isKnown || url.includes('/v2/') ? 200 : 401,
          headers: {},
          body: JSON.stringify(body),
          isWhole: true,
        }
      },
    },
  )
  const { key } = await keyed.account()
  const sendKeyed = keyed.as(key)
  const readApi = (body: object, source = 'uptimerobot') =>
    sendKeyed('POST', `/v1/import-sources/${source}/read`, { location: 'eu-west-1', ...body })
  expect(await readApi({ api: { key: 'right' } })).toMatchObject({
    status: 200,
    body: { resources: [{ logicalId: 'monitor-1' }] },
  })
  expect(sent[0]).toBe('https://api.uptimerobot.com/v3/monitors')
  const problemOf = async (body: object, source?: string) => {
    const answer = await readApi(body, source)
    return [answer.status, Object(answer.body).message]
  }
  expect(await problemOf({ api: { key: 'wrong' } })).toEqual([400, expect.stringContaining('api_key not found.')])
  const before = sent.length
  expect(await problemOf({ api: { key: 'right', address: 'http://169.254.169.254' } })).toEqual([
    400,
    expect.stringContaining('not one of UptimeRobot'),
  ])
  expect(await problemOf({ api: { key: 'right' } }, 'urls')).toEqual([400, expect.stringContaining('from files')])
  expect(await problemOf({})).toEqual([400, 'Give either files or a key of the API.'])
  expect(await problemOf({ api: {} })).toEqual([400, expect.stringContaining('no key of UptimeRobot')])
  const gatusAt = 'https://status.example.org'
  expect(await problemOf({ api: { address: gatusAt } }, 'gatus')).toEqual([
    400,
    expect.stringContaining('Give the files'),
  ])
  expect(sent.length).toBe(before)
})

test('an API that has states alone is read besides files, at the address that is named', async () => {
  const sent: string[] = []
  const statuses = [{ name: 'Shop', results: [{ success: false, errors: ['refused'] }] }]
  const keyed = new TestService(
    service().db,
    {},
    {
      sendToSource: async ({ url, headers }) => {
        sent.push(`${url} ${headers['authorization']}`)
        return { status: 200, headers: {}, body: JSON.stringify(statuses), isWhole: true }
      },
    },
  )
  const { key } = await keyed.account()
  const config = 'endpoints: [{ name: Shop, url: "https://shop.example", conditions: ["[STATUS] == 200"] }]'
  const readGatus = (api: object) =>
    keyed.as(key)('POST', '/v1/import-sources/gatus/read', {
      location: 'eu-west-1',
      files: [{ path: 'config.yaml', content: base64(config) }],
      api,
    })
  expect(await readGatus({ address: 'http://gatus.example:8080/' })).toMatchObject({
    status: 200,
    body: { resources: [{ value: { name: 'Shop' }, state: 'down', reason: 'refused' }] },
  })
  expect(sent[0]).toBe('http://gatus.example:8080/api/v1/endpoints/statuses?page=1&pageSize=1 undefined')
  const message = 'Give the address of Gatus.'
  expect(await readGatus({ key: 'me:pw' })).toMatchObject({ status: 400, body: { message } })
  expect(sent).toHaveLength(2)
})

test('a second import updates, a third finds nothing to do, and checks that were set going stay so', async () => {
  const secret = [{ key: 'TOKEN', value: 'first' }]
  const resources = [urlCheck('shop', { alertChannels: ['mail'] }), urlCheck('blog', { activated: false }), mail]
  const first = await plan(resources, [...secret, { key: 'HIDDEN', value: null }])
  expect(first).toMatchObject({
    report: [],
    variables: [
      { key: 'TOKEN', action: 'CREATE' },
      { key: 'HIDDEN', action: 'MISSING' },
    ],
  })
  expect(await checks()).toEqual([])
  expect((await send('GET', '/v1/variables')).body).toEqual([])

  expect(await apply(resources, secret)).toBe('SUCCEEDED')
  const made = (await checks()).toSorted((a, b) => String(a.name).localeCompare(String(b.name)))
  expect(made.map(({ name, muted, activated }) => [name, muted, activated])).toEqual([
    ['blog', true, false],
    ['shop', true, true],
  ])
  expect((await send('GET', '/v1/variables')).body).toEqual([
    expect.objectContaining({ key: 'TOKEN', secret: true, value: null }),
  ])

  const shop = made.find(({ name }) => name === 'shop')
  await send('PUT', `/v1/checks/url/${shop?.id}`, { muted: false })
  const unchanged = await plan(resources, secret)
  expect(changedIn(unchanged)).toEqual([])
  expect(unchanged.variables).toEqual([{ key: 'TOKEN', action: 'UNCHANGED' }])

  const second = [urlCheck('shop', { name: 'Shop', alertChannels: ['mail'] }), resources[1] ?? mail, mail]
  expect(changedIn(await plan(second, secret))).toEqual(['UPDATE shop'])
  expect(await apply(second, [{ key: 'TOKEN', value: 'second' }])).toBe('SUCCEEDED')
  expect((await checks()).find(({ name }) => name === 'Shop')).toMatchObject({ id: shop?.id, muted: false })
  const third = await plan(second, [{ key: 'TOKEN', value: 'second' }])
  expect([changedIn(third), third.variables]).toEqual([[], [{ key: 'TOKEN', action: 'UNCHANGED' }]])
})

test('what is not valid, or what the service rejects, is left out and reported, with the references to it', async () => {
  const broken: Resource = {
    ...mail,
    logicalId: 'slack',
    item: 'notification "Chat"',
    value: { type: 'SLACK', config: {} },
  }
  const { diff, report } = await plan([
    urlCheck('shop', { alertChannels: ['slack', 'mail'], group: 'none' }),
    urlCheck('odd', { frequency: 7 }),
    urlCheck('elsewhere', { degradedResponseTime: 20_000, maxResponseTime: 10_000 }),
    urlCheck('text', { name: 'costs ${env:HOME}' }),
    broken,
    mail,
  ])
  expect(diff.map(({ logicalId }: { logicalId: string }) => logicalId).toSorted()).toEqual([
    'check-alert-channel-subscription#shop#mail',
    'mail',
    'shop',
    'text',
  ])
  expect(report.map(({ item, field }: { item: string; field: string }) => [item, field]).toSorted()).toEqual([
    ['monitor "elsewhere"', ''],
    ['monitor "odd"', ''],
    ['monitor "shop"', 'alertChannels'],
    ['monitor "shop"', 'group'],
    ['notification "Chat"', ''],
  ])
  expect(
    report.every(({ fate, note }: { fate: string; note: string }) => fate === 'impossible' && note.length > 20),
  ).toBe(true)
})

test('the states that a tool knew last are kept with the import, and new ones replace them', async () => {
  const comparison = async () => Object((await send('GET', `${source}/comparison`)).body)
  expect(await comparison()).toEqual({ source: 'urls', title: 'List of URLs', readAt: null, checks: [] })
  const down = { state: 'down', reason: 'no answer' }
  expect(await apply([{ ...urlCheck('shop'), ...down }, urlCheck('blog'), mail])).toBe('SUCCEEDED')
  const kept = await comparison()
  const named = { id: expect.any(String), muted: true }
  expect(kept).toMatchObject({
    readAt: expect.any(String),
    checks: [
      { ...named, logicalId: 'blog', name: 'blog', state: 'unknown', reason: null },
      { ...named, logicalId: 'shop', name: 'shop', state: 'down', reason: 'no answer' },
    ],
  })
  const states = [{ logicalId: 'blog', state: 'up', reason: null }]
  const replaced = await send('POST', `${source}/states`, { states: [...states, { ...states[0], logicalId: 'gone' }] })
  expect(replaced).toMatchObject({ status: 200, body: { checks: [{ state: 'up' }, { state: 'unknown' }] } })
  expect(await comparison()).toEqual(replaced.body)
  expect((await send('GET', '/v1/import-sources')).body).toContainEqual(
    expect.objectContaining({ name: 'urls', importedChecks: 2 }),
  )
  expect(
    await send('POST', `${source}/states`, { states: [{ logicalId: 'x', state: 'odd', reason: null }] }),
  ).toMatchObject({ status: 400 })
})

test('nothing is written for a plan that is stale', async () => {
  const { planToken } = await plan([urlCheck('shop')])
  expect(await apply([urlCheck('blog')])).toBe('SUCCEEDED')
  const body = { resources: [urlCheck('shop')], variables: [{ key: 'LATE', value: 'x' }] }
  expect(await send('POST', `${source}/imports?planToken=${planToken}`, body)).toMatchObject({
    body: { attributes: { code: 'PLAN_STALE' } },
  })
  expect((await send('GET', '/v1/variables')).body).toEqual([])
})
