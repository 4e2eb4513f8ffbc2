import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { useServers } from '../support/test-server.ts'

/** Called when a check connects. */
let onConnected = (): void => {}
const target = createServer((socket) => {
  socket.on('error', () => {})
  onConnected()
})
target.listen(0, '127.0.0.1')
await once(target, 'listening')
const { port } = target.address() as AddressInfo
const { one, other } = useServers(['one', 'other'])
afterAll(() => target.close())

const checks = 40

/** Of how many checks runs began after the moment, in epoch milliseconds. */
async function checksRunSince(ms: number): Promise<number> {
  const [row] = await one.db.rows<{ checks: number }>(
    `select count(distinct check_id)::int as checks from check_results where started_at > $1`,
    [new Date(ms)],
  )
  return row?.checks ?? 0
}

it('shares the work between two servers of one database and goes on when either crashes', async () => {
  const { time, db } = one
  const { key } = await one.account()
  const callers = [one.as(key), other.as(key)] as const
  for (let index = 0; index < checks; index += 1) {
    await callers[index % 2 === 0 ? 0 : 1].create('/v1/checks/tcp', {
      name: `Check ${index}`,
      frequency: 0,
      frequencyOffset: 10,
      locations: ['eu-west-1'],
      request: { hostname: '127.0.0.1', port },
    })
  }
  await time.advance(10_000)
  expect(await checksRunSince(0)).toBe(checks)

  for (const server of [one, other]) {
    const isUnderWay = Promise.withResolvers<void>()
    onConnected = isUnderWay.resolve
    const passing = time.advance(10_000)
    await isUnderWay.promise
    await server.crash()
    await passing
    const crashedAt = time.now()
    // The runs of the one that crashed are taken over when their leases are over.
    await time.advance(minuteMs)
    expect(await checksRunSince(crashedAt)).toBe(checks)
    await server.start()
  }

  const doubled = await db.rows(
    `select check_id, scheduled_for from check_results where run_source = 'SCHEDULER'
     group by check_id, scheduled_for having count(distinct session_id) > 1`,
  )
  expect(doubled).toEqual([])
  expect(await db.rows(`select outcome from check_results where outcome <> 'passed'`)).toEqual([])
})

it('sees through one server what was written through the other', async () => {
  await one.call('POST', '/v1/variables', { key: 'SHARED', value: 'yes' })
  expect(await other.call('GET', '/v1/variables/SHARED')).toMatchObject({ status: 200, body: { value: 'yes' } })
})
