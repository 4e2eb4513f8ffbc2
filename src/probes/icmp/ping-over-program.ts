import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { errorCode, failure, failureOf } from '#egress'
import type { Deadline, Failed } from '#egress'
import { findProgram, pingPrograms } from './find-program.ts'
import { forbidden } from './forbidden.ts'
import { payloadBytes } from './echo-packet.ts'
import { readPingOutput } from './ping-output.ts'
import { pauseMs, replyWaitMs } from './ping-plan.ts'
import type { PingOutcome, PingPlan } from './ping-plan.ts'

const maxOutputBytes = 64 * 1024
const startMs = 200
/** How long the program may take to print its statistics after SIGINT. */
const goodbyeMs = 200

const sentences: readonly (readonly [RegExp, (address: string) => ObservationFailure])[] = [
  [/not permitted|permission denied|lacking privilege|are you root/i, forbidden],
  [/network (?:is )?unreachable/i, (address) => failureOf('ENETUNREACH', address, 'connect')],
  [/no route to host/i, (address) => failureOf('EHOSTUNREACH', address, 'connect')],
  [/cannot assign requested address/i, (address) => failureOf('EADDRNOTAVAIL', address, 'connect')],
]

/**
 * Sends the plan's packets with the system's `ping`, for machines that allow only that. Uses the first of `programs`
 * that exists. The address is passed as an argument of its own behind `--`, and no environment is passed.
 */
export async function pingOverProgram(
  plan: PingPlan,
  deadline: Deadline,
  programs: readonly string[] = pingPrograms,
): Promise<PingOutcome | Failed> {
  const program = await findProgram(programs)
  if (program === null) return { failure: forbidden() }
  const ended = await run(program, plan, deadline)
  if ('failure' in ended) return ended
  if ('code' in ended) return { failure: cannotStart(ended.code) }
  const packets = readPingOutput(ended.output, plan.family)
  return packets ? { failure: null, packets } : { failure: reasonOf(ended.complaint, plan.address) }
}

const cannotStart = (code: string): ObservationFailure =>
  failure('preparation', code, writeReason('PING_NOT_STARTED', { errorCode: code }))

function reasonOf(complaint: string, address: string): ObservationFailure {
  const known = sentences.find(([pattern]) => pattern.test(complaint))
  if (known) return known[1](address)
  const [firstLine = ''] = complaint.split('\n', 1)
  const message =
    firstLine === '' ? writeReason('PING_ENDED_SILENT') : writeReason('PING_ENDED', { text: firstLine.slice(0, 200) })
  return failure('preparation', 'EPING', message)
}

interface Ended {
  readonly output: string
  readonly complaint: string
}

function run(program: string, plan: PingPlan, deadline: Deadline): Promise<Ended | Failed | { readonly code: string }> {
  return new Promise((settle) => {
    const packets = Math.min(plan.pingCount, packetsWithin(deadline.remainingMs()))
    const options = ['-n', '-s', String(payloadBytes), '-i', String(pauseMs / 1000), '-c', String(packets)]
    const child = spawn(program, [...options, '--', plan.address], { env: {}, stdio: ['ignore', 'pipe', 'pipe'] })
    const output = collect(child.stdout)
    const complaint = collect(child.stderr)
    const stopTimers = endInTime(child, packets, deadline)
    let stopped: ObservationFailure | null = null
    const stopListening = deadline.onExpire((why) => {
      stopped = why
      child.kill('SIGKILL')
    })
    const leave = (): void => {
      stopTimers()
      stopListening()
    }
    child.once('error', (error) => {
      leave()
      settle({ code: errorCode(error) })
    })
    child.once('close', () => {
      leave()
      settle(stopped ? { failure: stopped } : { output: output(), complaint: complaint() })
    })
  })
}

const neededMs = (packets: number): number => startMs + pauseMs * (packets - 1) + replyWaitMs

/** How many packets can be sent and waited for within the time, so that none counts as lost for lack of waiting. */
const packetsWithin = (remainingMs: number): number =>
  Math.max(1, Math.floor((remainingMs - goodbyeMs - neededMs(1)) / pauseMs) + 1)

/** Interrupts the program after the wait for its last packet, so that it prints its statistics. */
function endInTime(child: ChildProcess, packets: number, deadline: Deadline): () => void {
  const interruptAfter = Math.min(neededMs(packets), Math.max(0, deadline.remainingMs() - goodbyeMs))
  const interrupt = setTimeout(() => child.kill('SIGINT'), interruptAfter)
  const kill = setTimeout(() => child.kill('SIGKILL'), interruptAfter + 2 * goodbyeMs)
  return () => {
    clearTimeout(interrupt)
    clearTimeout(kill)
  }
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.setEncoding('utf8')
  stream?.on('data', (chunk: string) => {
    if (text.length < maxOutputBytes) text += chunk
  })
  return () => text
}
