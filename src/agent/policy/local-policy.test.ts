import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { RunTask } from '#contract'
import { Deadline, createEgress } from '#egress'
import { observe } from '#probes'
import { SystemClock } from '#kernel'
import { apiTask, probeTools, runFields, tcpTask } from '../../../tests/support/probe-tasks.ts'
import { readAgentSettings } from '../settings.ts'
import { egressRules, openPolicy, permittedCapabilities, withPolicy } from './local-policy.ts'
import { readPolicy } from './read-policy.ts'

const clock = new SystemClock()

const required = { BELFRY_URL: 'https://belfry.example', API_KEY: 'pl_0123456789' }

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const toolsOf = (policy: object) => ({
  ...probeTools,
  egress: createEgress({ allowPrivateTargets: true, ...egressRules(readPolicy(JSON.stringify(policy))) }, clock),
})

const deadline = (): Deadline => {
  const limit = new Deadline(clock, 10_000)
  onTestFinished(() => limit.close())
  return limit
}

it('every mistake in a policy is listed at the start', () => {
  const policy = {
    addresses: { allow: ['10.0.0.0/33', '192.168.0.0/16'], deny: 'none' },
    ports: { deny: ['90-80', 70_000, 443] },
    checkTypes: { allow: ['PING'] },
    scripts: 'no',
    hosts: [],
  }
  const result = readAgentSettings({ ...required, BELFRY_AGENT_POLICY: JSON.stringify(policy) })
  const [mistake = ''] = 'mistakes' in result ? result.mistakes : []
  for (const part of [
    '"addresses.allow[0]" must be an address or a CIDR range',
    '"addresses.deny" must be a list',
    '"ports.deny[0]" must be a port',
    '"ports.deny[1]" must be a port',
    '"checkTypes.allow[0]" must be one of',
    '"scripts" must be true or false',
    'the policy has no "hosts"',
  ])
    expect(mistake).toContain(part)
  expect(mistake).not.toContain('ports.deny[2]')
  expect(mistake).not.toContain('addresses.allow[1]')
})

it.each(['{', '[]', '7', 'null'])('the policy %s keeps the agent from starting', (text) => {
  expect(readAgentSettings({ ...required, BELFRY_AGENT_POLICY: text })).toHaveProperty('mistakes')
})

it('an empty policy file keeps the agent from starting instead of allowing everything', () => {
  expect(readAgentSettings({ ...required, BELFRY_AGENT_POLICY_FILE: '/dev/null' })).toEqual({
    mistakes: [expect.stringContaining('empty file')],
  })
})

it('an agent without a policy restricts nothing besides link-local and metadata addresses', () => {
  const result = readAgentSettings(required)
  expect(result).toMatchObject({ settings: { agentPolicy: openPolicy, allowPrivateTargets: true } })
  const { checkAddress } = createEgress({ allowPrivateTargets: true, ...egressRules(openPolicy) }, clock)
  expect(checkAddress('10.1.2.3')).toBeNull()
  expect(checkAddress('169.254.169.254')).toMatchObject({ code: 'EPOLICY' })
})

it('a policy cannot allow link-local and metadata addresses', () => {
  const { checkAddress } = toolsOf({ addresses: { allow: ['0.0.0.0/0', '::/0'] } }).egress
  expect(checkAddress('169.254.169.254')).toMatchObject({ code: 'EPOLICY' })
  expect(checkAddress('fe80::1')).toMatchObject({ code: 'EPOLICY' })
  expect(checkAddress('10.0.0.1')).toBeNull()
})

it('only allowed addresses are reached, and none that are denied', () => {
  const { checkAddress } = toolsOf({ addresses: { allow: ['10.0.0.0/8'], deny: ['10.9.0.0/16'] } }).egress
  expect(checkAddress('10.1.0.1')).toBeNull()
  expect(checkAddress('10.9.0.1')).toMatchObject({ code: 'EPOLICY' })
  expect(checkAddress('93.184.216.34')).toMatchObject({ code: 'EPOLICY' })
  expect(checkAddress('::ffff:10.1.0.1')).toMatchObject({ code: 'EPOLICY' })
})

it('connections of every kind to a denied port or address fail before anything is sent', async () => {
  let connections = 0
  const port = await listening(createServer(() => (connections += 1)))
  for (const policy of [
    { ports: { deny: [port] } },
    { ports: { allow: [1] } },
    { addresses: { deny: ['127.0.0.1'] } },
  ]) {
    const { egress } = toolsOf(policy)
    const target = { host: 'localhost', port, family: 'IPv4' } as const
    const url = new URL(`http://127.0.0.1:${port}/`)
    const tls = { skipVerification: true }
    const request = { method: 'GET', url, headers: {}, body: null, tls }
    const results = await Promise.all([
      egress.connectTcp(target, deadline()),
      egress.connectTls(target, tls, deadline()),
      egress.inspectTls(target, { serverName: 'x' }, deadline()),
      egress.connectUdp(target, deadline()),
      egress.connectHttp2(target, null, deadline()),
      egress.exchange(request, deadline()),
      egress.http({ method: 'GET', url: url.href, headers: {}, timeoutMs: 5_000 }),
      egress.systemResolver.connectTcp({ host: '127.0.0.1', port }, deadline()),
    ])
    for (const { failure } of results) expect(failure).toMatchObject({ kind: 'policy', code: 'EPOLICY' })
  }
  expect(connections).toBe(0)
})

it('a redirect does not lead around the policy', async () => {
  let visits = 0
  const hidden = await listening(createHttpServer((_request, response) => response.end(String((visits += 1)))))
  const open = await listening(
    createHttpServer((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${hidden}/` }).end(),
    ),
  )
  const observed = await observe(apiTask({ url: `http://127.0.0.1:${open}/` }), toolsOf({ ports: { deny: [hidden] } }))
  expect(observed.failure).toMatchObject({ kind: 'policy', message: expect.stringContaining(`port ${hidden}`) })
  expect(visits).toBe(0)
})

const task = (changes: Partial<RunTask> = {}): RunTask => ({ ...runFields, ...tcpTask({}), ...changes })

it('a run of a forbidden type or with a forbidden script becomes one that reports why it was not executed', () => {
  const policy = readPolicy('{ "checkTypes": { "deny": ["TCP"] }, "scripts": false }')
  expect(withPolicy(policy, task())).toMatchObject({
    unprepared: 'The policy of this agent forbids checks of type TCP.',
    isServiceFault: true,
  })
  const code = { runtimeId: null, environment: [] }
  const scripted = { ...runFields, ...apiTask({}), code } as unknown as RunTask
  expect(withPolicy(policy, scripted).unprepared).toBe('The policy of this agent forbids scripts.')
  expect(withPolicy(policy, { ...runFields, ...apiTask({}) }).unprepared).toBeUndefined()
  expect(withPolicy(openPolicy, scripted)).toBe(scripted)
})

it('the server learns only of capabilities that the policy leaves', () => {
  const policy = readPolicy('{ "checkTypes": { "allow": ["TCP", "API", "BROWSER"] }, "scripts": false }')
  const found = { checkTypes: ['TCP', 'API', 'BROWSER', 'ICMP'], runtimes: ['2026.04'], features: [] }
  expect(permittedCapabilities(policy, found)).toEqual({ checkTypes: ['TCP', 'API'], runtimes: [], features: [] })
})
