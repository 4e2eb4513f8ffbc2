import type { Socket as UdpSocket } from 'node:dgram'
import type { Socket } from 'node:net'
import type { DnsRequest, ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { Deadline, errorCode, failure, failureOf, endpointOf, leave } from '#egress'
import type { Egress, Target } from '#egress'
import type { Timer } from '#kernel'
import { addressesInTurn } from '../addresses-in-turn.ts'
import { encodeQuery, readAnswer } from './dns-message.ts'
import type { DnsMessage, DnsQuestion } from './dns-message.ts'

export interface Lookup {
  readonly server: Target
  /** How to reach the server: through the policy, or bypassing it for the system's own resolver. */
  readonly door: Pick<Egress, 'connectTcp' | 'connectUdp'>
  readonly protocol: DnsRequest['protocol']
  readonly question: DnsQuestion
  readonly newId: () => number
  readonly signal: AbortSignal
}

export interface LookupResult {
  readonly failure: null
  readonly message: DnsMessage
  readonly protocol: DnsRequest['protocol']
  /** From the first packet (UDP) or the start of the connection (TCP) to the complete answer, in milliseconds. */
  readonly durationMs: number
}

type Result = LookupResult | { readonly failure: ObservationFailure }

/**
 * Queries one name server. A truncated UDP answer is queried again over TCP (RFC 7766), which counts in the duration.
 */
export async function lookUp(lookup: Lookup, deadline: Deadline): Promise<Result> {
  if (lookup.protocol === 'TCP') return lookUpByTcp(lookup, deadline)
  const byUdp = await lookUpByUdp(lookup, deadline)
  if (byUdp.failure || !byUdp.message.isTruncated) return byUdp
  const byTcp = await lookUpByTcp(lookup, deadline)
  return byTcp.failure ? byTcp : { ...byTcp, durationMs: byUdp.durationMs + byTcp.durationMs }
}

/** How long a name server, or one address of it, may take before the next is queried, at most, in milliseconds. */
const patienceMs = 2000

/** The deadline of one of several servers that are queried in turn. The caller closes it. */
export const turnWithin = (deadline: Deadline, signal: AbortSignal): Deadline =>
  new Deadline(deadline.clock, Math.min(patienceMs, deadline.remainingMs() / 2), signal)

async function lookUpByUdp(lookup: Lookup, deadline: Deadline): Promise<Result> {
  const { server, door } = lookup
  const open = await door.connectUdp(server, deadline)
  if (open.failure) return open
  const addresses = [open.address, ...open.others]
  const startedAt = deadline.clock.activeMs()
  const at = async (address: string, isLast: boolean): Promise<Result> => {
    const step = isLast ? deadline : turnWithin(deadline, lookup.signal)
    const connected = address === open.address ? open : await door.connectUdp({ ...server, host: address }, step)
    if (connected.failure) return connected
    const result = await queryByUdp(connected.socket, { ...lookup, startedAt }, step)
    connected.socket.close()
    if (!isLast) step.close()
    return result
  }
  const errorOf = ({ failure: why }: Result) => why?.code ?? null
  const { outcome, tried } = await addressesInTurn(addresses, { at, errorOf }, deadline)
  if (tried.length > 1) server.addresses?.tried?.(tried)
  return outcome
}

/** Sends, and sends again each time a third of the remaining time has passed without an answer. */
function queryByUdp(
  socket: UdpSocket,
  lookup: Lookup & { readonly startedAt: number },
  deadline: Deadline,
): Promise<Result> {
  const { server, question, startedAt } = lookup
  return new Promise((settle) => {
    const id = lookup.newId()
    const query = encodeQuery(id, question)
    let resend: Timer | undefined
    const finish = (result: Result): void => {
      stop()
      resend?.cancel()
      settle(result)
    }
    const stop = deadline.onExpire((why) => {
      resend?.cancel()
      settle({ failure: why })
    })
    const send = (): void => {
      socket.send(query)
      resend = deadline.clock.after(Math.max(100, deadline.remainingMs() / 3), send)
    }
    socket.on('message', (bytes) => {
      const message = readAnswer(bytes, id, question)
      if (message === 'foreign') return
      if (message === 'broken') return finish({ failure: invalidAnswer(server) })
      finish({ failure: null, message, protocol: 'UDP', durationMs: deadline.clock.activeMs() - startedAt })
    })
    socket.on('error', (error) => finish({ failure: failureOf(errorCode(error), endpointOf(server), 'connect') }))
    if (!deadline.failure) send()
  })
}

async function lookUpByTcp(lookup: Lookup, deadline: Deadline): Promise<Result> {
  const open = await lookup.door.connectTcp(lookup.server, deadline)
  if (open.failure) return open
  const startedAt = deadline.clock.activeMs()
  const result = await queryByTcp(open.socket, lookup, deadline)
  leave(open.socket, deadline.clock)
  if (result.failure) return result
  const durationMs = open.connectMs + deadline.clock.activeMs() - startedAt
  return { failure: null, message: result.message, protocol: 'TCP', durationMs }
}

/** Messages over TCP are preceded by their length in two bytes (RFC 1035 4.2.2). */
function queryByTcp(
  socket: Socket,
  { server, question, newId }: Lookup,
  deadline: Deadline,
): Promise<{ failure: null; message: DnsMessage } | { failure: ObservationFailure }> {
  return new Promise((settle) => {
    const id = newId()
    const query = encodeQuery(id, question)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(query.length)
    let received = Buffer.alloc(0)
    const fail = (why: ObservationFailure): void => {
      stop()
      settle({ failure: why })
    }
    const stop = deadline.onExpire((why) => settle({ failure: why }))
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return
      const message = readAnswer(received.subarray(2, 2 + received.readUInt16BE(0)), id, question)
      if (typeof message === 'string') return fail(invalidAnswer(server))
      stop()
      settle({ failure: null, message })
    })
    socket.once('end', () => fail(failureOf('ECONNRESET', endpointOf(server), 'connect')))
    socket.once('error', (error) => fail(failureOf(errorCode(error), endpointOf(server), 'connect')))
    socket.write(Buffer.concat([length, query]))
  })
}

const invalidAnswer = (server: Target): ObservationFailure =>
  failure('protocol', 'EBADRESP', writeReason('DNS_MESSAGE_INVALID', { endpoint: endpointOf(server) }))
