import { beforeAll, describe, expect, test } from 'vitest'
import { privateLocationQueue } from '#contract'
import type { RunTask } from '#contract'
import { minuteMs, randomId } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { TestAnswer } from '../../../tests/support/test-service.ts'
import { claimRuns, PreparedChecks } from '../index.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

/** Sound for the answer to creating a check. */
const idOf = ({ body }: TestAnswer): string => (body as { readonly id: string }).id
const api = { slug: 'api', request: { method: 'GET', url: 'https://shop.example/' } }
const tcp = { slug: 'tcp', request: { hostname: 'db.example', port: 1 } }
const icmp = { slug: 'icmp', request: { hostname: 'db.example' } }

/** The one task of a triggered run in a private location with this proxy. */
async function taskBehind(
  proxyUrl: string | null,
  { slug, request } = api as typeof api | typeof tcp | typeof icmp,
): Promise<RunTask> {
  const { accountId, key } = await service.account()
  const call = service.as(key)
  await call('POST', '/v1/variables', { key: 'PROXY_PASSWORD', value: 'p@ss/word', secret: true })
  await call('POST', '/v1/variables', { key: 'ADDRESS', value: 'proxy.internal:3128' })
  await call('POST', '/v1/variables', { key: 'PAGE', value: 'proxy.internal:3128/page' })
  await call('POST', '/v1/variables', { key: 'WHOLE', value: 'http://proxy.internal:3128' })
  await call('POST', '/v1/private-locations', { name: 'Office', slugName: 'office', proxyUrl })
  const id = idOf(await call('POST', `/v1/checks/${slug}`, { name: 'x', request, privateLocations: ['office'] }))
  await call('POST', '/v2/check-sessions/trigger', { target: { checkId: [id] } })
  const [task] = await claimRuns(service.store, new PreparedChecks(service.store), {
    queues: [privateLocationQueue(accountId, 'office')],
    limit: 10,
    runnerId: 'agent',
    leaseMs: minuteMs,
    nowMs: service.clock.now(),
    publicUrl: 'https://belfry.example',
    chance: { randomNumber: () => 1, uuid: randomId },
  })
  if (!task) throw new Error('nothing to run')
  return task
}

describe('a run in a private location with a proxy', () => {
  test('gets the proxy with its variables filled in, and hides the password', async () => {
    const task = await taskBehind('http://user:{{PROXY_PASSWORD}}@proxy.internal:3128')
    expect(task.proxyUrl).toBe('http://user:p%40ss%2Fword@proxy.internal:3128')
    expect(task.secrets).toEqual(expect.arrayContaining(['p@ss/word', 'p%40ss%2Fword']))
    expect((await taskBehind('{{WHOLE}}')).proxyUrl).toBe('http://proxy.internal:3128')
  })

  test('gets host and port from one variable, with credentials or without', async () => {
    expect((await taskBehind('http://{{ADDRESS}}')).proxyUrl).toBe('http://proxy.internal:3128')
    expect((await taskBehind('http://user:{{PROXY_PASSWORD}}@{{ADDRESS}}')).proxyUrl).toBe(
      'http://user:p%40ss%2Fword@proxy.internal:3128',
    )
  })

  test('of a TCP check gets it, too', async () => {
    expect((await taskBehind('http://proxy.internal:3128', tcp)).proxyUrl).toBe('http://proxy.internal:3128')
  })

  test('is not executed when the URL is not valid', async () => {
    const unprepared = 'proxyUrl: with its variables filled in it is not the URL of a proxy.'
    expect(await taskBehind('{{NOBODY}}')).toMatchObject({ unprepared })
    expect(await taskBehind('http://{{NOBODY}}')).toMatchObject({ unprepared })
    expect(await taskBehind('http://{{PAGE}}')).toMatchObject({ unprepared })
  })

  test.each([
    ['another type', 'http://user:word@proxy.internal:3128', icmp],
    ['no proxy', null, api],
  ])('is as anywhere else with %s', async (_what, proxyUrl, kind) => {
    const task = await taskBehind(proxyUrl, kind)
    expect(task).not.toHaveProperty('proxyUrl')
    expect(task).not.toHaveProperty('unprepared')
  })
})
