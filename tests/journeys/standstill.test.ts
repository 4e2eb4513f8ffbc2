import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { freePort } from '../support/server-process.ts'
import { useServer } from '../support/test-server.ts'
import { startWebReceiver } from '../support/web-receiver.ts'

/** How long the target remembers the first step of a visit. */
const visitMs = 2_500
/** What the target answers as soon as it may. */
let held: (() => void)[] = []
/** Resolves when a check waits for the target. */
let isHeld = Promise.withResolvers<void>()
let holds = false

function answerSoon(answer: () => void): void {
  if (!holds) return answer()
  held.push(answer)
  isHeld.resolve()
}

/** In two steps, of which the second must follow the first soon. */
const target = createServer((request, response) => {
  const begun = new URL(request.url ?? '/', 'http://target').searchParams.get('begun')
  const now = server.time.now()
  if (begun === null) answerSoon(() => response.writeHead(302, { location: `/?begun=${now}` }).end())
  else response.writeHead(now - Number(begun) < visitMs ? 200 : 503).end('done')
})
target.listen(0, '127.0.0.1')
await once(target, 'listening')
const { port } = target.address() as AddressInfo
const receiver = await startWebReceiver((response) => response.end('thanks'))
const server = useServer()
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  target.closeAllConnections()
  target.close()
})

const returned = async (): Promise<number> => {
  const lines = (await (await fetch(`${server.url}/metrics`)).text()).match(/^service_runs_returned_total\{.*\} \d+$/gm)
  return (lines ?? []).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

it('a process that stood still repeats the runs it spoiled, fails no healthy target, and alerts the one that is down', async () => {
  const { accountId, create } = await server.account()
  const config = { name: 'receiver', url: receiver.url }
  await create('/v1/alert-channels', { type: 'WEBHOOK', config, sendDegraded: true })
  const plan = { frequency: 0, frequencyOffset: 10, locations: ['eu-west-1'], retryStrategy: null }
  const request = { method: 'GET', url: `http://127.0.0.1:${port}/` }
  const limits = { degradedResponseTime: 3_000, maxResponseTime: 4_500 }
  for (let index = 0; index < 12; index += 1)
    await create('/v1/checks/api', { name: `visit ${index}`, ...plan, ...limits, request })
  const tcpCheck = (name: string, to: number) =>
    create('/v1/checks/tcp', { name, ...plan, request: { hostname: '127.0.0.1', port: to } })
  for (let index = 0; index < 3; index += 1) await tcpCheck(`port ${index}`, port)
  await tcpCheck('down', await freePort())

  for (let times = 1; times <= 3; times += 1) {
    const before = await returned()
    holds = true
    isHeld = Promise.withResolvers()
    const passing = server.advance(10_000)
    await isHeld.promise
    server.stall(5_000)
    holds = false
    for (const answer of held.splice(0)) answer()
    await passing
    expect(await returned()).toBeGreaterThan(before)
  }
  await server.advance(10_000)

  const worse = await server.db.rows(
    `select name, outcome from check_results join checks on checks.id = check_id
     where check_results.account_id = $1 and outcome <> 'passed' and name <> 'down'`,
    [accountId],
  )
  expect(worse).toEqual([])
  const alerts = receiver.requests.map(({ body }) => JSON.parse(body))
  expect(alerts).toMatchObject([{ alertType: 'ALERT_FAILURE', checkName: 'down' }])
  expect(await server.call('GET', '/health')).toMatchObject({ status: 200, body: { reasons: [] } })
})
