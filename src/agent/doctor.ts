import { agentPaths } from '#contract'
import { createEgress } from '#egress'
import { randomId, silentLog } from '#kernel'
import type { Clock } from '#kernel'
import { ScriptSandbox, createMachineRuntimes, probeCapabilities } from '#runner-host'
import { AgentCallRejected, AgentClient } from './agent-client.ts'
import { proxyOf, useProxies } from './own-proxy.ts'
import { egressRules, openPolicy, permittedCapabilities, scriptsForbidden } from './policy/local-policy.ts'
import { clockOffset } from './server-clock.ts'
import type { ExchangeTimes } from './server-clock.ts'
import type { AgentSettings } from './settings.ts'

/** One finding, and the remedy when it is not fine. A problem keeps the agent from working. */
export interface AgentFinding {
  readonly subject: string
  readonly state: 'fine' | 'warning' | 'problem'
  readonly found: string
  readonly advice?: string
}

/** Examines the way to the service and this machine, without registering an agent. Never rejects. */
export async function examineAgent(settings: AgentSettings, clock: Clock): Promise<readonly AgentFinding[]> {
  const restore = useProxies(settings.proxies)
  try {
    const [call, machine] = await Promise.all([callService(settings, clock), examineMachine(settings, clock)])
    return [
      await examineDns(settings, clock),
      examineProxy(settings),
      examineService(settings, call),
      examineTls(settings, call),
      examineKey(call),
      examineClock(call),
      ...machine,
      examinePolicy(settings),
    ]
  } finally {
    restore()
  }
}

interface ServiceCall {
  /** Null: the service answered what it answers to an agent with a valid key that has not said hello. */
  readonly error: Error | null
  readonly times: ExchangeTimes | null
  readonly tookMs: number
}

const isKnownKey = (error: unknown): boolean => error instanceof AgentCallRejected && error.code === 'AGENT_UNKNOWN'
const isAnswer = ({ times }: ServiceCall): boolean => times !== null

async function callService({ url, apiKey }: AgentSettings, clock: Clock): Promise<ServiceCall> {
  let times: ExchangeTimes | null = null
  const learnTime = (seen: ExchangeTimes): void => void (times = seen)
  const client = new AgentClient({ url, apiKey, agentId: randomId(), clock, learnTime })
  const startedAt = clock.now()
  const error = await client.call({ path: agentPaths.health, body: { running: 0 } }).then(
    () => null,
    (thrown: unknown) => (isKnownKey(thrown) ? null : thrown instanceof Error ? thrown : new Error(String(thrown))),
  )
  return { error, times, tookMs: clock.now() - startedAt }
}

async function examineDns({ url, proxies }: AgentSettings, clock: Clock): Promise<AgentFinding> {
  const host = new URL(url).hostname
  const { resolve, systemResolver } = createEgress({ allowPrivateTargets: true }, clock)
  const servers = (await systemResolver.nameServers()).map(({ host: address }) => address).join(', ') || 'none'
  const resolved = await resolve(host)
  if (!resolved.failure)
    return { subject: 'Names', state: 'fine', found: `${host} is ${resolved.address}; name servers: ${servers}` }
  const isProxied = proxyOf(url, proxies) !== null
  return {
    subject: 'Names',
    state: isProxied ? 'warning' : 'problem',
    found: `${resolved.failure.message} Name servers: ${servers}.`,
    advice: isProxied ? 'The proxy may still know the name.' : 'Correct BELFRY_URL or /etc/resolv.conf.',
  }
}

function examineProxy({ url, proxies }: AgentSettings): AgentFinding {
  const proxy = proxyOf(url, proxies)
  const except = proxies.NO_PROXY === null ? '' : `, except for ${proxies.NO_PROXY}`
  const found = proxy === null ? 'none: the service is called directly' : `calls go through ${proxy}${except}`
  return { subject: 'Proxy', state: 'fine', found }
}

function examineService({ url }: AgentSettings, call: ServiceCall): AgentFinding {
  const subject = 'Service'
  if (isAnswer(call)) return { subject, state: 'fine', found: `${url} answered within ${call.tookMs} ms` }
  const found = call.error?.message ?? `${url} answered as no Belfry does`
  const advice = 'Correct BELFRY_URL, the proxy settings, or the firewall between this machine and the service.'
  return { subject, state: 'problem', found, advice }
}

const certificateHints = /certificate|self-signed|CERT_|UNABLE_TO/i

function examineTls({ url, verifiesService }: AgentSettings, call: ServiceCall): AgentFinding {
  const subject = 'TLS'
  if (new URL(url).protocol === 'http:')
    return {
      subject,
      state: 'warning',
      found: 'none: BELFRY_URL is http',
      advice:
        'Use https wherever others can read the network: the key and the secrets of checks are sent to the agent.',
    }
  if (!verifiesService)
    return {
      subject,
      state: 'warning',
      found: 'the certificate of the service is not verified',
      advice: 'Set NODE_EXTRA_CA_CERTS instead of NODE_TLS_REJECT_UNAUTHORIZED=0.',
    }
  if (isAnswer(call)) return { subject, state: 'fine', found: 'the certificate of the service is valid' }
  if (!certificateHints.test(call.error?.message ?? ''))
    return { subject, state: 'warning', found: 'not examined: the service was not reached' }
  return {
    subject,
    state: 'problem',
    found: 'the certificate of the service was rejected',
    advice: 'Name a file with its authority in NODE_EXTRA_CA_CERTS.',
  }
}

function examineKey(call: ServiceCall): AgentFinding {
  const subject = 'Key'
  if (!isAnswer(call)) return { subject, state: 'warning', found: 'not examined: the service was not reached' }
  if (call.error === null) return { subject, state: 'fine', found: 'API_KEY is the key of a location' }
  return { subject, state: 'problem', found: call.error.message, advice: 'Set API_KEY to a key of the location.' }
}

const toleratedMs = 1_000

function examineClock({ times }: ServiceCall): AgentFinding {
  const subject = 'Clock'
  if (times === null) return { subject, state: 'warning', found: 'not examined: the service was not reached' }
  const { offsetMs } = clockOffset(times)
  const found = `the service is ${Math.abs(Math.round(offsetMs))} ms ${offsetMs < 0 ? 'behind' : 'ahead of'} this machine`
  if (Math.abs(offsetMs) <= toleratedMs) return { subject, state: 'fine', found }
  const advice = 'Times of results are corrected; synchronise the clock (NTP) nevertheless.'
  return { subject, state: 'warning', found, advice }
}

async function examineMachine(settings: AgentSettings, clock: Clock): Promise<readonly AgentFinding[]> {
  const { agentPolicy: policy } = settings
  const forbidden = policy.scripts ? {} : { scriptsForbidden }
  const sandbox = new ScriptSandbox({ ...settings, ...forbidden }, [], { clock, log: silentLog })
  const runtimes = createMachineRuntimes(settings, { clock, log: silentLog })
  const wall = await sandbox.examine()
  const found = permittedCapabilities(policy, await probeCapabilities({ wall, runtimes }))
  await sandbox.close()
  const types = `runs ${found.checkTypes.join(', ') || 'no check type'}`
  const installed = found.runtimes.join(', ')
  return [
    { subject: 'Checks', state: found.checkTypes.length > 0 ? 'fine' : 'problem', found: types },
    ...found.features.map(({ name, isAvailable, detail }): AgentFinding => ({
      subject: name,
      state: isAvailable || !policy.scripts ? 'fine' : 'warning',
      found: `${isAvailable ? 'available' : 'not available'}${detail === '' ? '' : `: ${detail}`}`,
    })),
    {
      subject: 'Runtimes',
      state: 'fine',
      found:
        installed || (settings.runtimes === null ? 'none, and none may be installed' : 'none; installed on demand'),
    },
  ]
}

const examinePolicy = ({ agentPolicy: policy }: AgentSettings): AgentFinding => ({
  subject: 'Policy',
  state: 'fine',
  found:
    policy === openPolicy
      ? 'none: BELFRY_AGENT_POLICY is not set'
      : JSON.stringify({ ...policy, ...egressRules(policy) }),
})
