import { afterAll, beforeAll, expect, it } from 'vitest'
import { minuteMs, secondMs } from '#kernel'
import { useServer } from '../support/test-server.ts'
import type { ServedAccount } from '../support/test-server.ts'
import { startWebReceiver } from '../support/web-receiver.ts'

const server = useServer()
const receiver = await startWebReceiver((response) => response.end('ok'))
const web = await startWebReceiver((response) => response.end('ok'))
let account: ServedAccount
let location = ''
let key: string
let office = ''
let both = ''

const url = (name: string, body: object = {}) =>
  account.create('/v1/checks/url', {
    name,
    request: { url: web.url },
    locations: [],
    privateLocations: ['office'],
    frequency: 1,
    retryStrategy: null,
    ...body,
  })

beforeAll(async () => {
  account = await server.account()
  const made = await account.create('/v1/private-locations', { name: 'Office Berlin', slugName: 'office' })
  location = String(made['id'])
  key = Object(made['keys'])[0].rawKey
  await account.create('/v1/alert-channels', {
    type: 'WEBHOOK',
    config: { name: 'receiver', url: receiver.url },
    autoSubscribe: true,
  })
  const { id: serviceId } = await account.create('/v1/status-pages/services', { name: 'Shop' })
  const cards = [{ name: 'All', services: [{ id: serviceId }] }]
  await account.create('/v1/status-pages', { name: 'Status', url: 'office-status', cards })
  await account.create('/v1/dashboards', { header: 'Board', customUrl: 'office-board', tags: [] })
  office = String((await url('Orders API', { triggerIncident: { serviceId, name: 'Down' } }))['id'])
  both = String((await url('Cart', { locations: ['eu-west-1'], runParallel: true }))['id'])
})

afterAll(async () => {
  for (const receiving of [receiver, web]) await receiving[Symbol.asyncDispose]()
})

const read = async (path: string): Promise<unknown> => (await account.call('GET', path)).body
const rowOf = async (id: string): Promise<unknown> => Object(await read(`/v1/check-rows?checkId=${id}`)).entries[0]
const now = (): string => new Date(server.time.now()).toISOString()
let reads = 0
/** By another address each time, since pages are kept for a while. */
const published = async (path: string): Promise<string> =>
  (await fetch(`${server.url}${path}?reads=${(reads += 1)}`)).text()
const publicPage = () => published('/status/office-status')
const board = () => published('/dashboards/office-board')
const badge = async (): Promise<string> => (await fetch(`${server.url}/v1/badges/checks/${office}`)).text()

/** What is mailed about the location, the latest first. */
async function announced(): Promise<string[]> {
  const { events } = Object(await read(`/v1/private-locations/${location}`))
  return events.map(({ event }: { event: string }) => event).filter((event: string) => event !== 'RUNS_DROPPED')
}

/** All that people look at says of the check that only the office runs that nobody does. */
async function expectUnknown(since: unknown): Promise<void> {
  const notRunning = { reason: 'NO_AGENT', since, locations: ['Office Berlin'] }
  expect(await rowOf(office)).toMatchObject({ state: 'UNKNOWN', since, notRunning })
  expect(await read('/v1/overview')).toMatchObject({
    counts: { UNKNOWN: 1, PASSING: 1, FAILING: 0 },
    problems: 1,
    issues: [{ state: 'UNKNOWN', reason: null, since, checks: [{ id: office, notRunning, notified: [] }] }],
  })
  expect(Object(await read('/v1/check-cells')).cells).toContainEqual(
    expect.objectContaining({ id: office, state: 'UNKNOWN' }),
  )
  expect(await read(`/v1/check-statuses/${office}`)).toMatchObject({ hasFailures: false, hasErrors: false, notRunning })
  expect(await read(`/v1/checks/${office}/summary`)).toMatchObject({ nextRunAt: null })
  expect(await badge()).toContain('unknown')
  expect(await board()).toContain('One check is not running')
  expect(await publicPage()).toContain('Some services are not currently monitored')
  expect(await rowOf(both)).toMatchObject({ state: 'PASSING', notRunning: null })
  expect(await read(`/v1/check-statuses/${both}`)).toMatchObject({
    notRunning: null,
    locationProblems: [{ location: 'office', problem: expect.stringContaining('No agent') }],
  })
}

async function expectPassing(): Promise<void> {
  expect(await rowOf(office)).toMatchObject({ state: 'PASSING', notRunning: null })
  expect(await read('/v1/overview')).toMatchObject({ counts: { UNKNOWN: 0, PASSING: 2 }, issues: [], problems: 0 })
  expect(await read(`/v1/checks/${office}/summary`)).toMatchObject({ nextRunAt: expect.any(String) })
  expect(await badge()).toContain('passing')
  expect(await board()).toContain('All checks are passing')
  expect(await publicPage()).toContain('All systems operational')
}

it('a check that nobody runs is unknown in all that people look at, and never alerted', async () => {
  expect(await rowOf(office)).toMatchObject({ state: 'UNKNOWN', notRunning: { locations: ['Office Berlin'] } })
  const first = await server.startAgent({ key })
  await server.advance(2 * minuteMs)
  await expectPassing()

  // It ends in order: nobody waits for it.
  const endedAt = now()
  await first.stop()
  await expectUnknown(endedAt)
  expect(await read(`/v1/private-locations/${location}`)).toMatchObject({ agentCount: 0, lastSeen: endedAt })

  // Another one begins, and is lost.
  const second = await server.startAgent({ key })
  await expectPassing()
  await server.advance(2 * minuteMs)
  await second.crash()
  await expectPassing()
  await server.advance(minuteMs)
  const [unserved] = await server.db.rows<{ since: Date }>(`select unserved_since as since from private_locations`)
  await expectUnknown(unserved?.since.toISOString())

  // The location says so, once; no check does.
  await server.advance(12 * minuteMs)
  expect(await announced()).toEqual(['UNAVAILABLE'])
  await expectUnknown(unserved?.since.toISOString())
  const third = await server.startAgent({ key })
  await server.advance(90 * secondMs)
  await expectPassing()
  expect(await announced()).toEqual(['AVAILABLE', 'UNAVAILABLE'])
  const { cards } = JSON.parse(await published('/status/office-status.json'))
  const { uptimePercent, days } = cards[0].services[0]
  expect(uptimePercent).toBe(100)
  expect(days.at(-1).unknownSeconds).toBeGreaterThan((12 * minuteMs) / secondMs)
  expect(await read(`/v1/private-locations/${location}`)).toMatchObject({ agentCount: 1 })
  expect(receiver.requests).toEqual([])
  expect(await read(`/v1/check-metrics?checkId=${office}&quickRange=last24Hours`)).toMatchObject({
    entries: [{ availability: 100 }],
  })
  await third.stop()
})

it('a time in which the service was gone is not held against agents', async () => {
  const agent = await server.startAgent({ key })
  await server.advance(2 * minuteMs)
  await server.crash()
  await server.advance(5 * minuteMs)
  await server.start()
  await server.advance(20 * secondMs)
  await expectPassing()
  await agent.crash()
  await server.advance(2 * minuteMs)
  expect(await rowOf(office)).toMatchObject({ state: 'UNKNOWN' })
})

it('a failure that is open when its agent goes is not said to continue before a run finds it', async () => {
  const agent = await server.startAgent({ key })
  const { id } = await url('Broken', {
    request: { url: 'http://127.0.0.1:1/' },
    useGlobalAlertSettings: false,
    alertSettings: {
      escalationType: 'RUN_BASED',
      runBasedEscalation: { failedRunThreshold: 1 },
      reminders: { amount: 100_000, interval: 5 },
    },
  })
  await server.advance(90 * secondMs)
  expect(receiver.requests).toHaveLength(1)
  await agent.stop()
  await server.advance(12 * minuteMs)
  expect(await rowOf(String(id))).toMatchObject({ state: 'UNKNOWN' })
  expect(receiver.requests).toHaveLength(1)
  const next = await server.startAgent({ key })
  await server.advance(2 * minuteMs)
  expect(await rowOf(String(id))).toMatchObject({ state: 'FAILING' })
  expect(receiver.requests).toHaveLength(2)
  await next.stop()
})
