import { expect, it } from 'vitest'
import { TestClock } from '#kernel'
import type { ServiceHealth } from '../request-context.ts'
import { healthChanges, WatchedHealth } from './watched-health.ts'

it('health is examined once in ten seconds for all streams, and each is told what changed', async () => {
  const clock = new TestClock()
  let health: ServiceHealth = { status: 'ok', reasons: [] }
  let examined = 0
  const watched = new WatchedHealth(async () => {
    examined += 1
    return health
  }, clock)
  const told: string[] = []
  const streams = [1, 2].map(() => healthChanges(watched, (status) => told.push(status)))
  const beat = async (): Promise<void> => {
    for (const tell of streams) tell()
    await watched.read()
    clock.advance(5_000)
  }
  await beat()
  await beat()
  expect([told, examined]).toEqual([['ok', 'ok'], 1])
  health = { status: 'degraded', reasons: ['The disk is nearly full.'] }
  await beat()
  await beat()
  expect([told.slice(2), examined]).toEqual([['degraded', 'degraded'], 2])
})
