import { randomInt } from 'node:crypto'
import { defaultDnsPort } from '#contract'
import type { DnsRequest, Observation } from '#contract'
import { writeReason } from '#contract/reasons'
import { Deadline, failure } from '#egress'
import type { NameServer } from '#egress'
import { presentAnswer } from './dns-answer.ts'
import { lookUp, turnWithin } from './dns-lookup.ts'
import type { LookupResult, Lookup } from './dns-lookup.ts'
import { readDnsName } from './dns-message.ts'
import type { DnsQuestion } from './dns-message.ts'
import { roundMs, Stopwatch, withTimeoutCode } from '../outcome.ts'
import { runTimeOf } from '../probe.ts'
import type { Probe, ProbeTask, ProbeTools } from '../probe.ts'

const timeoutCode = 'ETIMEDOUT'
const dnsPort = 53

const googlePublicDns = { host: '8.8.8.8', port: dnsPort }
const cloudflareDns = { host: '1.1.1.1', port: dnsPort }

const newId = (): number => randomInt(0x1_0000)

/**
 * Creates the DNS probe. A check with a name server of its own queries only that one. Without one the public resolvers
 * are queried in turn, then the system's, until one answers NOERROR; the last answer counts. The response time is that
 * of the lookup with that answer.
 */
export const dnsProbe =
  (publicResolvers: readonly NameServer[]): Probe<'DNS'> =>
  async (task, tools) => {
    const watch = new Stopwatch(tools.clock)
    const name = readDnsName(task.request.query)
    if (name === null) return watch.failed(failure('preparation', 'EBADNAME', writeReason('DNS_NAME_INVALID')))
    const deadline = new Deadline(tools.clock, runTimeOf(task), tools.signal)
    const question = { name, type: task.request.recordType }
    const lookups = await plan(task, tools, { watch, question, publicResolvers })
    const observation = await queryInTurn(lookups, { watch, deadline })
    deadline.close()
    return observation
  }

export const DNS = dnsProbe([googlePublicDns, cloudflareDns])

interface Planning {
  readonly watch: Stopwatch
  readonly question: DnsQuestion
  readonly publicResolvers: readonly NameServer[]
}

async function plan(
  { request }: ProbeTask<'DNS'>,
  { egress, signal }: ProbeTools,
  { watch, question, publicResolvers }: Planning,
): Promise<Lookup[]> {
  const queried = { protocol: request.protocol, question, newId, signal }
  const own = ownNameServer(request)
  if (own) return [{ ...queried, server: { ...own, addresses: watch.addressUse({}) }, door: egress }]
  const system = await egress.systemResolver.nameServers()
  return [
    ...publicResolvers.map((server) => ({ ...queried, server, door: egress })),
    ...system.slice(0, 1).map((server) => ({ ...queried, server, door: egress.systemResolver })),
  ]
}

const ownNameServer = ({ nameServer, port = defaultDnsPort }: DnsRequest): NameServer | null =>
  nameServer === null || nameServer === '' ? null : { host: nameServer, port }

interface Asking {
  readonly watch: Stopwatch
  readonly deadline: Deadline
}

async function queryInTurn(lookups: readonly Lookup[], asking: Asking): Promise<Observation<'DNS'>> {
  let last: Observation<'DNS'> | null = null
  for (const [index, lookup] of lookups.entries()) {
    if (last && asking.deadline.failure) break
    const seen = await queryOne(lookup, asking, index === lookups.length - 1)
    if (isSettled(seen)) return seen
    if (seen.answer || !last?.answer) last = seen
    asking.watch.note('WARN', whyNot(lookup, seen))
  }
  return last ?? asking.watch.failed(failure('preparation', 'ENOSERVER', writeReason('NO_NAME_SERVER')))
}

const whyNot = ({ server }: Lookup, { failure: why, answer: given }: Observation<'DNS'>): string =>
  why
    ? why.message
    : given
      ? writeReason('LOG_NAME_SERVER_ANSWERED', { host: server.host, errorCode: given.responseCode })
      : writeReason('LOG_NAME_SERVER_SILENT', { host: server.host })

const isSettled = ({ answer }: Observation<'DNS'>): boolean => answer?.responseCode === 'NOERROR'

async function queryOne(lookup: Lookup, { watch, deadline }: Asking, isLast: boolean): Promise<Observation<'DNS'>> {
  const step = isLast ? deadline : turnWithin(deadline, lookup.signal)
  const result = await lookUp(lookup, step)
  if (!isLast) step.close()
  if (result.failure) return watch.failed(withTimeoutCode(result.failure, step, timeoutCode))
  return answer(watch, lookup, result)
}

function answer(watch: Stopwatch, { server, question }: Lookup, result: LookupResult): Observation<'DNS'> {
  const { message, protocol, durationMs } = result
  return watch.answered<'DNS'>(
    {
      responseCode: message.responseCode,
      ...presentAnswer(message, question),
      nameServer: server.host,
      protocol,
      timingPhases: { total: roundMs(durationMs) },
    },
    durationMs,
  )
}
