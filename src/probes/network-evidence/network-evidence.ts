import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { ObservationFailure, ObservedArtifact } from '#contract'
import { Deadline } from '#egress'
import type { Egress, Failed, IpFamily } from '#egress'
import { redactor } from '#redaction'
import { secondMs } from '#kernel'
import type { Clock } from '#kernel'
import { findTcpRoute } from '../traceroute/find-route.ts'
import type { Route } from '../traceroute/route-trace.ts'
import { captureConnection } from './capture-connection.ts'
import type { CaptureTarget } from './capture-connection.ts'
import { routeReport, routeSummary } from './route-report.ts'

/** A connection that failed; `address` is null when its host was not resolved. */
export interface FailedConnection {
  readonly failure: ObservationFailure
  readonly host: string
  readonly port: number
  readonly family: IpFamily
  readonly address: string | null
  readonly secrets: readonly string[]
}

/** Files of the run, and sentences for its log. */
export interface GatheredEvidence {
  readonly artifacts: readonly ObservedArtifact[]
  readonly notes: readonly string[]
}

type FoundRoute = (CaptureTarget & Route & { readonly failure: null }) | Failed

/** Everything together, so that a verdict is delayed by less than a second. */
const limitMs = 900
/** The part that is reserved for the last packets and the reports. */
const marginMs = 150
const shareMs = 10 * secondMs
const maxAtOnce = 8
const routeLimits = { maxHops: 30, maxUnknownHops: 8, probesPerHop: 1 } as const
const evidencedKinds = new Set(['dns', 'connect', 'timeout'])

export interface EvidenceTools {
  readonly egress: Pick<Egress, 'resolve'>
  readonly signal: AbortSignal
}

/**
 * Evidence of network failures: the route to the target, and a capture of one more connection to it where the system
 * permits one. However many runs fail at once, at most eight are examined at a time, and those to the same port of the
 * same host share the route found within ten seconds.
 */
export class NetworkEvidence {
  readonly #clock: Clock
  readonly #routes: LRUCache<string, Promise<FoundRoute>>
  #underWay = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#routes = new LRUCache({ max: 1000, ttl: shareMs, ttlResolution: 0, perf: clock })
  }

  /** Nothing for failures that are not of the network. Takes less than a second, and never rejects. */
  async gather(failed: FailedConnection, tools: EvidenceTools): Promise<GatheredEvidence> {
    const { failure } = failed
    if (!failure.isNetworkError || !evidencedKinds.has(failure.kind)) return { artifacts: [], notes: [] }
    if (failure.kind === 'dns') return unresolved(failed)
    const shared = this.#routes.get(keyOf(failed))
    if (shared) return shareRoute(failed, await shared)
    if (this.#underWay >= maxAtOnce) return { artifacts: [], notes: [skipped] }
    this.#underWay += 1
    const deadline = new Deadline(this.#clock, limitMs, tools.signal)
    try {
      return await this.#examine(failed, { ...tools, deadline })
    } finally {
      this.#underWay -= 1
      deadline.close()
    }
  }

  async #examine(failed: FailedConnection, course: Course): Promise<GatheredEvidence> {
    const target = targetOf(failed, course)
    const finding = target.then((known) => ('failure' in known ? known : routeTo(known, course)))
    this.#routes.set(keyOf(failed), finding)
    const known = await target
    const capturing = 'failure' in known ? null : captureWithin(known, course)
    const [route, capture] = await Promise.all([finding, capturing])
    return combine(reportRoute(failed, route), capture ? reportCapture(capture) : nothing)
  }
}

const nothing: GatheredEvidence = { artifacts: [], notes: [] }
const skipped = 'No traceroute and no packet capture: too many failing runs are being examined at the moment.'

const keyOf = ({ host, port, family }: FailedConnection): string => `${host} ${port} ${family}`

const combine = (...parts: readonly GatheredEvidence[]): GatheredEvidence => ({
  artifacts: parts.flatMap(({ artifacts }) => artifacts),
  notes: parts.flatMap(({ notes }) => notes),
})

/** The policy checks the address again: what was resolved a moment ago may lead elsewhere by now. */
async function targetOf(
  { host, port, family, address }: FailedConnection,
  { egress, deadline }: Course,
): Promise<CaptureTarget | Failed> {
  const resolved = await egress.resolve(address ?? host, family, deadline, port)
  if (resolved.failure) return { failure: resolved.failure }
  const parsed = ipaddr.process(resolved.address)
  return { address: parsed.toString(), family: parsed.kind() === 'ipv4' ? 'IPv4' : 'IPv6', port }
}

interface Course extends EvidenceTools {
  readonly deadline: Deadline
}

/** Leaves time for the last packets and the reports. */
async function within<T>({ deadline, signal }: Course, work: (limit: Deadline) => Promise<T>): Promise<T> {
  const limit = new Deadline(deadline.clock, Math.max(0, deadline.remainingMs() - marginMs), signal)
  try {
    return await work(limit)
  } finally {
    limit.close()
  }
}

async function routeTo(target: CaptureTarget, course: Course): Promise<FoundRoute> {
  const route = await within(course, (limit) => findTcpRoute(target, routeLimits, limit))
  return route.failure ? { failure: route.failure } : { ...target, ...route, failure: null }
}

const captureWithin = (target: CaptureTarget, course: Course) =>
  within(course, (limit) => captureConnection(target, limit))

function reportRoute({ host, secrets }: FailedConnection, found: FoundRoute): GatheredEvidence {
  const redact = redactor(secrets)
  if (found.failure) return { artifacts: [], notes: [redact(`No traceroute: ${found.failure.message}`)] }
  const reported = { host, address: found.address, port: found.port, route: found }
  const summary = redact(`Traceroute: ${routeSummary(reported)}`)
  return { artifacts: [textFile(redact(routeReport(reported)))], notes: [summary] }
}

function shareRoute(failed: FailedConnection, found: FoundRoute): GatheredEvidence {
  const { artifacts, notes } = reportRoute(failed, found)
  const text = 'The route was found for another failing run of the same target a moment ago, so there is no capture.'
  return { artifacts, notes: [...notes, text] }
}

function unresolved({ host, failure, secrets }: FailedConnection): GatheredEvidence {
  const text = `No route could be looked for, because ${host} has no address: ${failure.code}, ${failure.message}`
  const redacted = redactor(secrets)(text)
  return { artifacts: [textFile(`${redacted}\n`)], notes: [`Traceroute: ${redacted}`] }
}

const textFile = (text: string): ObservedArtifact => ({
  name: 'traceroute.txt',
  kind: 'traceroute',
  contentType: 'text/plain; charset=utf-8',
  bytes: Buffer.from(text),
})

const forbiddenCodes = ['EPERM', 'EACCES', 'ENOSYS']

function reportCapture(capture: Awaited<ReturnType<typeof captureConnection>>): GatheredEvidence {
  if ('code' in capture) {
    const isForbidden = forbiddenCodes.includes(capture.code)
    const why = isForbidden ? 'the system does not permit it without CAP_NET_RAW' : `it failed with ${capture.code}`
    return { artifacts: [], notes: [`No packet capture: ${why}.`] }
  }
  const { file, packets, outcome } = capture
  const counted = packets === 1 ? '1 packet' : `${packets} packets`
  const text = `Packet capture: one more connection, made to see its packets, ${outcome}; ${counted}.`
  const artifact = {
    name: 'capture.pcap',
    kind: 'pcap',
    contentType: 'application/vnd.tcpdump.pcap',
    bytes: file,
  } as const
  return { artifacts: [artifact], notes: [text] }
}
