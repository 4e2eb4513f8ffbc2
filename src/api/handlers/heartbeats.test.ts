import { beforeAll, describe, expect, test } from 'vitest'
import { dayMs, hourMs, timeOrderedId } from '#kernel'
import { recordPing } from '#runs'
import { insertHeartbeatEvent } from '#storage/checks'
import type { HeartbeatState } from '#storage/checks'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

async function aHeartbeat() {
  const { accountId, key } = await service.account()
  const checkId = await service.heartbeat(accountId)
  const record = async (state: HeartbeatState, agoMs: number): Promise<string> => {
    const at = service.clock.now() - agoMs
    const id = timeOrderedId(at)
    await insertHeartbeatEvent(service.db, {
      accountId,
      checkId,
      id,
      state,
      at: new Date(at),
      source: 'https://ci.example',
      userAgent: 'curl/8',
      latenessMs: 0,
    })
    return id
  }
  return { accountId, checkId, record, send: service.as(key), url: `/v1/checks/heartbeats/${checkId}` }
}

describe('heartbeat events', () => {
  test('are listed newest first with the success of the last day and week, and of the periods before', async () => {
    const { record, send, url } = await aHeartbeat()
    await record('FAILING', 9 * dayMs)
    await record('RECEIVED', 30 * hourMs)
    const failing = await record('FAILING', 2 * hourMs)
    const early = await record('EARLY', 0)
    const answer = await send('GET', `${url}/events?limit=2`)
    const stats = {
      last24Hours: { successRatio: { previousPeriod: 1, currentPeriod: 0.5 }, totalEntitiesCurrentPeriod: 2 },
      last7Days: { successRatio: { previousPeriod: 0, currentPeriod: 2 / 3 }, totalEntitiesCurrentPeriod: 3 },
    }
    const shown = { source: 'https://ci.example', userAgent: 'curl/8' }
    const newest = { id: early, state: 'EARLY', timestamp: '2026-03-01T12:00:00.000Z', ...shown }
    expect(answer.body).toEqual([
      { events: [newest, { id: failing, state: 'FAILING', timestamp: '2026-03-01T10:00:00.000Z', ...shown }], stats },
    ])
    expect((await send('GET', `${url}/events/${early}`)).body).toEqual({ event: newest, stats })
  })

  test('can be filtered by time', async () => {
    const { record, send, url } = await aHeartbeat()
    const old = await record('RECEIVED', 30 * hourMs)
    await record('RECEIVED', 0)
    const endTime = Math.floor(service.clock.now() / 1000) - 3600
    const { body } = await send('GET', `${url}/events?startTime=2026-02-28T00:00:00Z&endTime=${endTime}`)
    expect(body).toMatchObject([{ events: [{ id: old }] }])
    expect((await send('GET', `${url}/events?startTime=2026-02-28&endTime=2026-02-27`)).status).toBe(400)
  })

  test('have the times at which they were due, with what is due next', async () => {
    const { accountId, key } = await service.account()
    const send = service.as(key)
    const made = await send('POST', '/v1/checks/heartbeat', {
      name: 'Backup',
      heartbeat: { period: 10, periodUnit: 'minutes', grace: 5, graceUnit: 'minutes' },
    })
    const check = made.body as { id: string; heartbeat: { pingToken: string } }
    const timeline = async () => (await send('GET', `/v1/checks/heartbeats/${check.id}/timeline`)).body
    expect(await timeline()).toEqual({
      schedule: null,
      periodSeconds: 600,
      graceSeconds: 300,
      expectedAt: null,
      failingAt: null,
      events: [],
      running: [],
      signals: [],
    })
    const at = (minutes: number): string => new Date(service.clock.now() + minutes * 60_000).toISOString()
    const ping = { token: check.heartbeat.pingToken, source: '', userAgent: 'curl/8' }
    await recordPing(service.store, ping, { nowMs: service.clock.now(), publicUrl: '' })
    await recordPing(service.store, ping, { nowMs: service.clock.now() + 12 * 60_000, publicUrl: '' })
    expect(await timeline()).toMatchObject({
      expectedAt: at(22),
      failingAt: at(27),
      events: [
        { state: 'GRACE', timestamp: at(12), expectedAt: at(10), source: null, userAgent: 'curl/8' },
        { state: 'RECEIVED', timestamp: at(0), expectedAt: at(0) },
      ],
    })
    const other = await service.check(accountId)
    expect((await send('GET', `/v1/checks/heartbeats/${other}/timeline`)).status).toBe(400)
    const stranger = service.as((await service.account()).key)
    expect((await stranger('GET', `/v1/checks/heartbeats/${check.id}/timeline`)).status).toBe(404)
  })

  test('availability compares a period with the one before, and is null without events', async () => {
    const { record, send, url } = await aHeartbeat()
    expect((await send('GET', `${url}/availability`)).body).toBeNull()
    await record('FAILING', 3 * hourMs)
    await record('LATE', hourMs)
    const startTime = Math.floor(service.clock.now() / 1000) - 2 * 3600
    const requested = await send('GET', `${url}/availability?startTime=${startTime}&endTime=${startTime + 7200}`)
    expect(requested.body).toEqual({
      successRatio: { previousPeriod: 0, currentPeriod: 1 },
      totalEntitiesCurrentPeriod: 1,
    })
    expect((await send('GET', `${url}/availability`)).body).toMatchObject({ totalEntitiesCurrentPeriod: 2 })
    const backwards = `startTime=${startTime}&endTime=${startTime - 1}`
    expect((await send('GET', `${url}/availability?${backwards}`)).status).toBe(400)
  })

  test('of another check, another account or another type are not found', async () => {
    const { accountId, record, send, url } = await aHeartbeat()
    const id = await record('RECEIVED', 0)
    const other = await aHeartbeat()
    const tcp = await service.check(accountId)
    expect((await send('GET', `${url}/events/no-uuid`)).status).toBe(404)
    expect((await other.send('GET', `${other.url}/events/${id}`)).status).toBe(404)
    expect((await other.send('GET', `${url}/events`)).status).toBe(404)
    expect((await send('GET', '/v1/checks/heartbeats/x/availability')).status).toBe(404)
    expect((await send('GET', `/v1/checks/heartbeats/${tcp}/events`)).status).toBe(400)
  })
})
