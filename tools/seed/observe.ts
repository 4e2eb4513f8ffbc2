import type { HttpAnswer, Observation, ObservationFailure, RunReport, RunTask } from '#contract'
import { describeResult, hideSecrets, judge } from '#evaluation'
import type { SeedOutage } from './plan.ts'

export interface SeedConditions {
  readonly atMs: number
  readonly usualMs: number
  readonly outage: SeedOutage['kind'] | null
  /** At least 0 and below 1. */
  readonly random: () => number
}

/** The report of a run that met these conditions, evaluated as a runner evaluates what it saw. */
export function reportOf(task: RunTask, conditions: SeedConditions): RunReport {
  const observation = observe(task, conditions)
  const verdict = judge(task, observation)
  const hidden = hideSecrets(task, observation, verdict)
  return {
    taskId: task.id,
    leaseToken: task.leaseToken,
    ...hidden,
    detail: { ...describeResult(task, hidden.observation, hidden.verdict) },
    isRunnerError: false,
  }
}

function observe(task: RunTask, { atMs, usualMs, outage, random }: SeedConditions): Observation {
  const failure = failureOf(task, outage)
  const elapsed = elapsedMs({ atMs, usualMs, outage, random })
  const times = { startedAt: atMs, stoppedAt: atMs + Math.ceil(elapsed), responseTimeMs: elapsed, log: [] }
  if (failure) return { ...times, answer: null, failure }
  return { ...times, answer: answers[task.checkType](task, elapsed, outage), failure: null }
}

/** Slower by day than by night, now and then much slower. */
function elapsedMs({ atMs, usualMs, outage, random }: SeedConditions): number {
  if (outage === 'timeout') return 10_000
  const hour = new Date(atMs).getUTCHours()
  const daily = 1 + 0.35 * Math.sin(((hour - 8) / 24) * 2 * Math.PI)
  const noise = 0.75 + 0.5 * random() + (random() < 0.01 ? 2 * random() : 0)
  return Math.round(usualMs * daily * noise * (outage === 'slow' ? 5 : 1) * 1000) / 1000
}

function failureOf(task: RunTask, outage: SeedOutage['kind'] | null): ObservationFailure | null {
  const target = `${task.checkName.toLowerCase().replaceAll(' ', '-')}.example`
  if (outage === 'refused')
    return {
      kind: 'connect',
      code: 'ECONNREFUSED',
      message: `The connection to ${target} was refused.`,
      isNetworkError: true,
    }
  if (outage === 'timeout')
    return {
      kind: 'timeout',
      code: 'ESOCKETTIMEDOUT',
      message: `${target} did not answer within 10 seconds.`,
      isNetworkError: true,
    }
  return null
}

type Answer = (task: RunTask, elapsed: number, outage: SeedOutage['kind'] | null) => Observation['answer']

const answers: { readonly [T in RunTask['checkType']]: Answer } = {
  API: (task, elapsed, outage) => httpAnswer(task as RunTask<'API'>, elapsed, outage),
  URL: (task, elapsed, outage) => httpAnswer(task as RunTask<'URL'>, elapsed, outage),
  TCP: (_task, elapsed) => ({
    data: '',
    remoteAddress: '192.0.2.10',
    timingPhases: { dns: elapsed * 0.2, connection: elapsed * 0.7, data: elapsed * 0.1, total: elapsed },
  }),
  DNS: (_task, elapsed) => ({
    responseCode: 'NOERROR',
    text: 'localhost. 60 IN A 127.0.0.1',
    json: {
      Status: 'NOERROR',
      TC: false,
      RD: true,
      RA: true,
      AD: false,
      CD: false,
      Question: [{ name: 'localhost', type: 'A' }],
      Answer: [{ name: 'localhost', type: 'A', TTL: 60, data: '127.0.0.1' }],
    },
    nameServer: '192.0.2.53',
    protocol: 'UDP',
    timingPhases: { total: elapsed },
  }),
  ICMP: (_task, elapsed) => ({
    text: '10 packets transmitted, 10 received, 0% packet loss',
    json: {
      hostname: '127.0.0.1',
      resolvedIp: '127.0.0.1',
      ipFamily: 'IPv4',
      pingCount: 10,
      packetsSent: 10,
      packetsReceived: 10,
      packetSize: 56,
      packetLoss: 0,
      dnsResolutionTime: 0,
      latency: { avg: elapsed, min: elapsed * 0.8, max: elapsed * 1.3, stdDev: elapsed * 0.1 },
      pingResults: [],
    },
  }),
}

function httpAnswer(
  task: RunTask<'API'> | RunTask<'URL'>,
  total: number,
  outage: SeedOutage['kind'] | null,
): HttpAnswer {
  const isDown = outage === 'status 503'
  return {
    status: isDown ? 503 : 200,
    statusText: isDown ? 'Service Unavailable' : 'OK',
    headers: { 'content-type': 'application/json' },
    body: isDown ? '{"error":"upstream connect error or disconnect before headers"}' : '{"status":"ok"}',
    bodyTruncated: false,
    finalUrl: task.request.url,
    remoteAddress: '192.0.2.20',
    timings: {
      socket: 0,
      lookup: total * 0.05,
      connect: total * 0.15,
      secureConnect: total * 0.15,
      response: total * 0.9,
      end: total,
    },
    timingPhases: {
      wait: 0,
      dns: total * 0.05,
      tcp: total * 0.1,
      firstByte: total * 0.75,
      download: total * 0.1,
      total,
    },
  }
}
