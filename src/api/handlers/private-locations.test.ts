import { beforeAll, describe, expect, test } from 'vitest'
import { privateLocationQueue } from '#contract'
import { enqueueDueRuns, expireRuns, samplePrivateQueues, unclaimedLimitMs } from '#runs'
import { dayMs, hashToken, randomId } from '#kernel'
import { saveAgent } from '#storage/agents'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const own = () => service.owner()

interface Location {
  readonly id: string
  readonly slugName: string
  readonly keys: readonly { readonly id: string; readonly rawKey: string; readonly maskedKey: string }[]
}
const locationOf = ({ body }: TestAnswer): Location => body as Location
const url = '/v1/private-locations'
const office = { name: 'Office', slugName: 'office' }
const tcp = { name: 'inside', request: { hostname: 'db.internal', port: 5432 }, frequency: 1 }

describe('private locations', () => {
  test('creation fills in the icon and returns the first key only once; only its hash is stored', async () => {
    const { account, send } = await own()
    const created = await send('POST', url, office)
    const rawKey = expect.stringMatching(/^pl_[0-9a-f]{48}$/)
    expect({ status: created.status, body: created.body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        ...office,
        icon: 'location',
        proxyUrl: null,
        keys: [
          {
            id: expect.any(String),
            rawKey,
            maskedKey: expect.stringMatching(/^pl_\.\.\.[0-9a-f]{4}$/),
            created_at: '2026-03-01T12:00:00.000Z',
            updated_at: null,
          },
        ],
        created_at: '2026-03-01T12:00:00.000Z',
        updated_at: null,
      },
    })
    const secret = locationOf(created).keys[0]?.rawKey ?? ''
    for (const read of [await send('GET', url), await send('GET', `${url}/${locationOf(created).id}`)])
      expect(read.text).not.toContain(secret)
    const rows = await service.db.rows('select * from private_location_keys where account_id = $1', [account.accountId])
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows[0]?.['hash']).toEqual(hashToken(secret))
  })

  test('reads report that no agent has connected, and the agents by version only on request', async () => {
    const { send } = await own()
    const { id } = locationOf(await send('POST', url, office))
    const [listed] = (await send('GET', url)).body as object[]
    expect(listed).toMatchObject({ lastSeen: null, agentCount: 0, minAgentVersion: null })
    expect(listed).not.toHaveProperty('runningAgents')
    expect((await send('GET', `${url}?versions=true`)).body).toMatchObject([{ id, runningAgents: [] }])
    expect((await send('GET', `${url}/${id}`)).body).toMatchObject({ id, runningAgents: [] })
  })

  test('agents are read with their names, and how many runs they make of how many they could', async () => {
    const { account, send } = await own()
    const { id } = locationOf(await send('POST', url, office))
    const agent = { id: randomId(), name: 'ams-01', places: 15, running: 7 }
    const seenAt = new Date(service.clock.now())
    await saveAgent(
      service.db,
      {
        ...agent,
        queue: privateLocationQueue(account.accountId, 'office'),
        accountId: account.accountId,
        locationId: id,
        version: '1.0.0',
        protocol: 1,
        capabilities: { checkTypes: [], runtimes: [], features: [] },
      },
      seenAt,
    )
    const agents = [{ ...agent, lastSeenAt: seenAt.toISOString() }]
    expect((await send('GET', `${url}/${id}`)).body).toMatchObject({ agentCount: 1, runningAgents: [{ agents }] })
  })

  test.each(['eu-west-1', 'us-gov-east-1', 'ap-east-7x', 'a_b', 'a b', '', 'x'.repeat(31), 'ü'])(
    'the slug name "%s" is rejected',
    async (slugName) => {
      const { send } = await own()
      const answer = await send('POST', url, { name: 'x', slugName })
      expect({ status: answer.status, text: answer.text }).toEqual({
        status: 400,
        text: expect.stringContaining('slugName'),
      })
    },
  )

  test('two locations of an account differ in their slug names by more than case', async () => {
    const { send } = await own()
    await send('POST', url, office)
    expect((await send('POST', url, { ...office, slugName: 'OFFICE' })).status).toBe(409)
    expect((await (await own()).send('POST', url, office)).status).toBe(201)
  })

  test('an update keeps the slug name and what it does not name', async () => {
    const { send } = await own()
    const { id } = locationOf(await send('POST', url, { ...office, icon: 'tower', proxyUrl: 'http://u:p@proxy:3128' }))
    const named = await send('PUT', `${url}/${id}`, { name: 'New', slugName: 'other' })
    expect(named.body).toMatchObject({
      name: 'New',
      slugName: 'office',
      icon: 'tower',
      proxyUrl: 'http://u:p@proxy:3128',
      updated_at: '2026-03-01T12:00:00.000Z',
    })
    expect((await send('PUT', `${url}/${id}`, { name: 'New', proxyUrl: null })).body).toMatchObject({ proxyUrl: null })
  })

  test('the proxy is validated, encrypted at rest, and returns its credentials to administrators alone', async () => {
    const { account, send } = await own()
    for (const proxyUrl of [
      'proxy',
      'ftp://proxy:1',
      'http://',
      'http://proxy:1/path',
      'http://proxy?x',
      'http://{{#if}}',
    ])
      expect({ proxyUrl, status: (await send('POST', url, { ...office, proxyUrl })).status }).toEqual({
        proxyUrl,
        status: 400,
      })
    const proxyUrl = 'http://{{PROXY_USER}}:hidden-word@proxy.internal:3128'
    expect((await send('POST', url, { ...office, proxyUrl })).body).toMatchObject({ proxyUrl })
    const rows = await service.db.rows('select * from private_locations where account_id = $1', [account.accountId])
    expect(JSON.stringify(rows)).not.toContain('hidden-word')
    const reader = service.as(await account.keyWithRole('READ_WRITE'))
    expect((await reader('GET', url)).body).toMatchObject([{ proxyUrl: 'http://*********@proxy.internal:3128' }])
  })

  test('a location has at most two keys, and a deleted one makes room', async () => {
    const { send } = await own()
    const { id, keys } = locationOf(await send('POST', url, office))
    const second = await send('POST', `${url}/${id}/keys`)
    expect({ status: second.status, body: second.body }).toMatchObject({
      status: 201,
      body: { rawKey: expect.stringMatching(/^pl_[0-9a-f]{48}$/) },
    })
    expect((await send('POST', `${url}/${id}/keys`)).status).toBe(409)
    expect((await send('DELETE', `${url}/${id}/keys/${keys[0]?.id}`)).status).toBe(204)
    expect((await send('DELETE', `${url}/${id}/keys/${keys[0]?.id}`)).status).toBe(404)
    const left = locationOf(await send('GET', `${url}/${id}`)).keys
    expect(left).toMatchObject([{ id: (second.body as { id: string }).id }])
    expect((await send('POST', `${url}/${id}/keys`)).status).toBe(201)
  })

  test('fifty requests for a key at once make one', async () => {
    const { send } = await own()
    const { id } = locationOf(await send('POST', url, office))
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('POST', `${url}/${id}/keys`)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('checks and groups may name what the account has, and nothing of others', async () => {
    const { send } = await own()
    const otherAccount = await own()
    await otherAccount.send('POST', url, office)
    const body = { ...tcp, privateLocations: ['office'] }
    const rejected = await send('POST', '/v1/checks/tcp', body)
    expect({ status: rejected.status, text: rejected.text }).toEqual({
      status: 400,
      text: expect.stringContaining('office'),
    })
    expect((await send('POST', '/v2/check-groups', { name: 'g', privateLocations: ['office'] })).status).toBe(400)
    await send('POST', url, office)
    expect((await send('POST', '/v1/checks/tcp', body)).body).toMatchObject({ privateLocations: ['office'] })
    const group = await send('POST', '/v2/check-groups', { name: 'g' })
    const groupUrl = `/v2/check-groups/${(group.body as { id: number }).id}`
    expect((await send('PUT', groupUrl, { name: 'g', privateLocations: ['moon'] })).status).toBe(400)
    expect((await send('PUT', groupUrl, { name: 'g', privateLocations: ['office'] })).body).toMatchObject({
      privateLocations: ['office'],
    })
  })

  test('a location cannot be deleted while a check or a group names it', async () => {
    const { send } = await own()
    const { id } = locationOf(await send('POST', url, office))
    const check = await send('POST', '/v1/checks/tcp', { ...tcp, privateLocations: ['office'] })
    const group = await send('POST', '/v2/check-groups', { name: 'g', privateLocations: ['office'] })
    const rejected = await send('DELETE', `${url}/${id}`)
    expect({ status: rejected.status, text: rejected.text }).toEqual({
      status: 409,
      text: expect.stringContaining('1 checks and 1 groups'),
    })
    await send('PUT', `/v1/checks/tcp/${(check.body as { id: string }).id}`, { privateLocations: null })
    expect((await send('DELETE', `${url}/${id}`)).status).toBe(409)
    await send('DELETE', `/v1/check-groups/${(group.body as { id: number }).id}`)
    expect((await send('DELETE', `${url}/${id}`)).status).toBe(204)
    expect((await send('GET', `${url}/${id}`)).status).toBe(404)
    const keys = await service.db.rows('select 1 from private_location_keys where location_id = $1', [id])
    expect(keys).toEqual([])
  })

  test('runs queue for the location, are counted minute by minute, and are dropped when no agent claims them', async () => {
    const { account, send } = await own()
    const { id } = locationOf(await send('POST', url, office))
    await send('POST', '/v1/checks/tcp', { ...tcp, locations: [], privateLocations: ['office'] })
    const start = service.clock.now()
    await enqueueDueRuns(service.store, start + 1000, 1000)
    const queued = () => service.db.rows('select queue from run_tasks where account_id = $1', [account.accountId])
    expect(await queued()).toEqual([{ queue: privateLocationQueue(account.accountId, 'office') }])

    await samplePrivateQueues(service.store, start + 61_000)
    await samplePrivateQueues(service.store, start + 61_500)
    const range = 'from=2026-03-01T11:00:00Z&to=2026-03-01T13:00:00Z'
    expect((await send('GET', `${url}/${id}/metrics?${range}`)).body).toEqual({
      timestamps: ['2026-03-01T12:01:00.000Z'],
      queueSize: [1],
      droppedRuns: [0],
      oldestScheduledCheckRun: [60],
    })

    await expireRuns(service.store, { nowMs: start + 2000 + unclaimedLimitMs, publicUrl: 'http://x' })
    expect(await queued()).toEqual([])
    await samplePrivateQueues(service.store, start + 500_000)
    expect((await send('GET', `${url}/${id}/metrics?${range}`)).body).toMatchObject({
      queueSize: [1, 0],
      droppedRuns: [0, 1],
    })
    await samplePrivateQueues(service.store, start + 16 * dayMs)
    expect((await send('GET', `${url}/${id}/metrics?${range}`)).body).toMatchObject({ queueSize: [] })
  })

  test('metrics reach back 15 days and need both ends', async () => {
    const { send } = await own()
    const { id } = locationOf(await send('POST', url, office))
    const metrics = async (query: string) => (await send('GET', `${url}/${id}/metrics?${query}`)).status
    expect(await metrics('from=2026-02-14T12:00:00Z&to=2026-03-01')).toBe(200)
    expect(await metrics('from=2026-02-14T11:59:59Z&to=2026-03-01')).toBe(400)
    expect(await metrics('from=2026-03-01')).toBe(400)
    expect(await metrics('from=2026-03-02&to=2026-03-01')).toBe(400)
  })
})
