import { beforeEach, expect, test } from 'vitest'
import { secondMs, silentLog } from '#kernel'
import { listOutgoingHeartbeats, saveOutgoingHeartbeat } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Health } from '../health/check-health.ts'
import { outgoingHeartbeatLoop } from './outgoing-heartbeats.ts'

const database = useDatabase()
const url = 'https://other.example/ping/1'
let service: TestService
let pinged: string[]
let status: number
let health: Health
beforeEach(async () => {
  service = new TestService(database.db())
  await service.db.rows('delete from outgoing_heartbeats')
  pinged = []
  status = 200
  health = { status: 'ok', reasons: [], findings: [] }
})

const loopOf = (ownUrl: string | null = null) =>
  outgoingHeartbeatLoop({
    store: service.store,
    clock: service.clock,
    log: silentLog,
    http: async (request) => {
      pinged.push(request.url)
      return { failure: null, status, headers: {}, body: '', bytes: Buffer.alloc(0), cut: null }
    },
    health: async () => health,
    ownUrl,
    ownIntervalSeconds: 30,
  })

const save = (intervalSeconds = 60): Promise<unknown> => {
  const { store, clock } = service
  const host = 'other.example'
  return saveOutgoingHeartbeat(store.db, store.encryption, {
    host,
    url,
    intervalSeconds,
    createdAt: new Date(clock.now()),
  })
}

const saved = async () => (await listOutgoingHeartbeats(service.db, service.store.encryption))[0]

test('the URLs of the settings and of the installation are pinged at once, and then each in its interval', async () => {
  await save()
  const own = 'https://checks.example/own'
  const loop = loopOf(own)
  expect(await loop.iteration()).toBe(30 * secondMs)
  expect(pinged.toSorted()).toEqual([own, url])
  service.clock.advance(30 * secondMs)
  expect(await loop.iteration()).toBe(30 * secondMs)
  service.clock.advance(30 * secondMs)
  await loop.iteration()
  expect(pinged.slice(2)).toEqual([own, own, url])
})

test('nothing is pinged while the service does not work, which is noted with the cause', async () => {
  await save()
  const loop = loopOf()
  health = { status: 'failing', reasons: ['Due checks are not running.'], findings: [] }
  await loop.iteration()
  expect(pinged).toEqual([])
  const failedAt = new Date(service.clock.now())
  const problem = 'The service does not work: Due checks are not running.'
  expect(await saved()).toMatchObject({ problem, failedAt, pingedAt: null })
  service.clock.advance(60 * secondMs)
  health = { status: 'degraded', reasons: ['A channel is failing.'], findings: [] }
  await loop.iteration()
  expect(pinged).toEqual([url])
  expect(await saved()).toMatchObject({ problem: null, failedAt, pingedAt: new Date(service.clock.now()) })
})

test('a ping that is not answered with success is noted, and the next one is sent in its turn', async () => {
  await save()
  const loop = loopOf()
  status = 404
  await loop.iteration()
  expect(await saved()).toMatchObject({ problem: 'It was answered with status 404.', pingedAt: null })
})

test('how the URL of the settings is answered says nothing of another one of its host', async () => {
  await save()
  const loop = loopOf('https://other.example/own')
  await loop.iteration()
  service.clock.advance(30 * secondMs)
  status = 404
  await loop.iteration()
  expect(pinged).toHaveLength(3)
  expect(await saved()).toMatchObject({ problem: null, failedAt: null })
})

test('a new URL is pinged in the next turn, and one that was deleted no more', async () => {
  const loop = loopOf()
  await loop.iteration()
  await save()
  await loop.iteration()
  await service.db.rows('delete from outgoing_heartbeats')
  service.clock.advance(60 * secondMs)
  await loop.iteration()
  expect(pinged).toEqual([url])
})

test('the URL is not stored in the clear', async () => {
  await save()
  expect(JSON.stringify(await service.db.rows('select * from outgoing_heartbeats'))).not.toContain('/ping/1')
})
