import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs, secondMs } from '#kernel'
import { FlakyTarget } from '../support/flaky-target.ts'
import { useServer } from '../support/test-server.ts'
import type { ServedAccount } from '../support/test-server.ts'
import { startWebReceiver } from '../support/web-receiver.ts'

interface Health {
  readonly status: number
  readonly reasons: string
  readonly findings: readonly { readonly name: string; readonly message: string }[]
}

const [upTarget, target] = [new FlakyTarget(), new FlakyTarget()]
await Promise.all([upTarget.up(), target.up()])
const receiver = await startWebReceiver((response) => response.end('ok'))
const server = useServer()
const upChecks: unknown[] = []
let account: ServedAccount
let pinged: string

const tcpCheck = async (name: string, port: number): Promise<unknown> => {
  const plan = { frequency: 0, frequencyOffset: 10, locations: ['eu-west-1'], retryStrategy: null }
  return (await account.create('/v1/checks/tcp', { name, ...plan, request: { hostname: '127.0.0.1', port } }))['id']
}

/** A heartbeat of 30 and 10 seconds; answers the path to ping. */
async function heartbeat(name: string): Promise<string> {
  const period = { period: 30, periodUnit: 'seconds', grace: 10, graceUnit: 'seconds' }
  const made = await account.create('/v1/checks/heartbeat', { name, heartbeat: period })
  return `/ping/${Object(made['heartbeat']).pingToken}`
}

beforeAll(async () => {
  account = await server.account()
  await account.create('/v1/alert-channels', { type: 'WEBHOOK', config: { name: 'receiver', url: receiver.url } })
  for (const name of ['one', 'two', 'three']) upChecks.push(await tcpCheck(name, upTarget.port))
  await tcpCheck('moody', target.port)
  pinged = await heartbeat('pinged')
  await pass(10 * secondMs)
})

afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  await Promise.all([upTarget.down(), target.down()])
})

/** Lets time pass, with pings of the heartbeat that goes on. */
async function pass(ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= 10 * secondMs) {
    expect((await fetch(server.url + pinged)).status).toBe(200)
    await server.advance(Math.min(leftMs, 10 * secondMs))
  }
}

async function health(): Promise<Health> {
  const answer = await fetch(`${server.url}/health`)
  const { reasons, findings } = Object(await answer.json())
  return { status: answer.status, reasons: reasons.join(' '), findings }
}

/** How many results the TCP checks have, fewest first. */
async function resultCounts(): Promise<readonly number[]> {
  const rows = await server.db.rows<{ results: number }>(
    `select count(*)::int as results from check_results where account_id = $1 group by check_id order by 1`,
    [account.accountId],
  )
  return rows.map(({ results }) => results)
}

const alerts = (): readonly string[] =>
  receiver.requests
    .map(({ body }) => JSON.parse(body))
    .map(({ alertType, checkName }) => `${checkName}: ${alertType}`)
    .toSorted((a, b) => a.localeCompare(b))

describe('when the clock of the machine is turned', () => {
  it.each([-100 * secondMs, -hourMs, hourMs, dayMs])(
    'by %d ms and back, checks go on at once, health is red and says why, and green again afterwards',
    async (byMs) => {
      const before = await resultCounts()
      server.clock.turn(byMs)
      await pass(10 * secondMs)
      expect(await health()).toMatchObject({
        status: 503,
        reasons: expect.stringContaining(`jumped by ${byMs / 1000} s`),
      })
      expect((await health()).reasons).toContain(`differ by ${Math.abs(byMs) / 1000} s`)
      expect(await resultCounts()).toEqual(before.map((count) => count + 1))
      server.clock.turn(-byMs)
      await pass(10 * secondMs)
      expect(await health()).toMatchObject({ status: 200, reasons: '' })
    },
  )

  it('back by an hour, an outage and a heartbeat that falls silent are alerted, and the recovery too', async () => {
    expect((await fetch(server.url + (await heartbeat('silent')))).status).toBe(200)
    server.clock.turn(-hourMs)
    await target.down()
    await pass(minuteMs)
    expect(alerts()).toEqual(['moody: ALERT_FAILURE', 'silent: ALERT_FAILURE'])
    await target.up()
    await pass(10 * secondMs)
    server.clock.turn(hourMs)
    await pass(10 * secondMs)
    expect(alerts()).toEqual(['moody: ALERT_FAILURE', 'moody: ALERT_RECOVERY', 'silent: ALERT_FAILURE'])
  })

  it('back while the service is stopped, it goes on at once after the start, with times after those stored', async () => {
    const before = await resultCounts()
    await server.stop()
    server.clock.turn(-hourMs)
    await server.start()
    await pass(20 * secondMs)
    expect((await resultCounts()).every((count, index) => count > (before[index] ?? 0))).toBe(true)
    const wrong = await server.db.rows(`select id from check_results where started_at < $1`, [
      new Date(server.time.now() - hourMs / 2),
    ])
    expect(wrong).toEqual([])
    expect(await health()).toMatchObject({ status: 503, reasons: expect.stringContaining('differ by 3600 s') })
    server.clock.turn(hourMs)
    await pass(40 * secondMs)
    expect(await health()).toMatchObject({ status: 200 })
  })

  it('forward together with the clock of the database, it is followed after a while without false alarms', async () => {
    const before = await resultCounts()
    server.clock.turn(200 * secondMs)
    server.time.databaseAheadMs += 200 * secondMs
    await pass(10 * secondMs)
    expect(await health()).toMatchObject({ status: 503 })
    await pass(30 * secondMs)
    expect(await health()).toMatchObject({ status: 200 })
    expect(server.clock.now()).toBe(server.time.now() + 200 * secondMs)
    expect((await resultCounts()).every((count, index) => count >= (before[index] ?? 0) + 4)).toBe(true)
  })

  it('back together with the clock of the database, it is believed after a while and approached slowly', async () => {
    server.clock.turn(-100 * secondMs)
    server.time.databaseAheadMs -= 100 * secondMs
    await pass(10 * secondMs)
    expect(await health()).toMatchObject({ status: 503 })
    await pass(30 * secondMs)
    const { status, findings } = await health()
    expect(status).toBe(200)
    const clocks = findings.find(({ name }) => name === 'clocks')
    expect(clocks?.message).toMatch(/was set back\. Stored timestamps are \d+ s ahead/)
    const wallMs = () => server.clock.time.wallMs()
    const aheadMs = () => server.clock.now() - wallMs()
    const before = { wallMs: wallMs(), aheadMs: aheadMs() }
    await pass(100 * secondMs)
    // What the service still had to do may have taken a few milliseconds more.
    const passedMs = wallMs() - before.wallMs
    expect(Math.abs(aheadMs() - (before.aheadMs - passedMs / 10))).toBeLessThanOrEqual(1)
  })

  it('whatever was done, no slot ran twice, no target that was up failed and nobody else was alerted', async () => {
    const { db } = server
    const slots = `select check_id, scheduled_for from check_results group by 1, 2 having count(distinct session_id) > 1`
    expect(await db.rows(slots)).toEqual([])
    const failures = `select id from check_results where outcome <> 'passed' and check_id = any($1)`
    expect(await db.rows(failures, [upChecks])).toEqual([])
    expect(alerts()).toHaveLength(3)
  })
})
