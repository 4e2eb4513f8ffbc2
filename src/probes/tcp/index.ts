import type { Socket } from 'node:net'
import type { ObservationFailure, TcpRequest } from '#contract'
import { Deadline, errorCode, failureOf, endpointOf, leave } from '#egress'
import { printable } from '#kernel'
import { roundMs, Stopwatch, withTimeoutCode } from '../outcome.ts'
import { runTimeOf } from '../probe.ts'
import type { Probe } from '../probe.ts'
import { payloadBytes } from './tcp-payload.ts'

const silenceMs = 500
const maxReplyBytes = 64 * 1024
const timeoutCode = 'SOCKET_TIMEOUT'

/**
 * Observes a TCP check.
 *
 * Without `data` and without an assertion on RESPONSE_DATA the run ends when the connection is open. Otherwise the
 * payload is sent and a reply (or banner) is read until the peer closes, sends 64 KB, or is silent for 500 ms after its
 * last data; no reply at all within the run's time is SOCKET_TIMEOUT. When every RESPONSE_DATA assertion is IS_EMPTY,
 * 500 ms of silence are an empty reply. The response time is dns + connection + data, where `data` ends with the first
 * byte of the reply, so that waiting for more does not count.
 */
export const TCP: Probe<'TCP'> = async (task, tools) => {
  const watch = new Stopwatch(tools.clock)
  const deadline = new Deadline(tools.clock, runTimeOf(task), tools.signal)
  const { hostname: host, port, ipFamily: family } = task.request
  const target = { host, port, family, addresses: watch.addressUse(task.request), proxyUrl: task.proxyUrl }
  const open = await tools.egress.connectTcp(target, deadline)
  if (open.failure) {
    deadline.close()
    return watch.failed(withTimeoutCode(open.failure, deadline, timeoutCode))
  }
  const reply = wantsReply(task.request) ? await converse(open.socket, task.request, deadline) : noReply
  leave(open.socket, tools.clock)
  deadline.close()
  if (reply.failure) return watch.failed(withTimeoutCode(reply.failure, deadline, timeoutCode))
  const { dnsMs, connectMs, address } = open
  const total = dnsMs + connectMs + reply.dataMs
  const timingPhases = {
    dns: roundMs(dnsMs),
    connection: roundMs(connectMs),
    data: roundMs(reply.dataMs),
    total: roundMs(total),
  }
  return watch.answered<'TCP'>({ data: reply.data, remoteAddress: address, timingPhases }, total)
}

interface Reply {
  readonly failure: null
  readonly data: string
  readonly dataMs: number
}

const noReply: Reply = { failure: null, data: '', dataMs: 0 }

const wantsReply = ({ data, assertions }: TcpRequest): boolean =>
  (data !== null && data !== '') || assertions.some(({ source }) => source === 'RESPONSE_DATA')

function expectsSilence({ assertions }: TcpRequest): boolean {
  const onData = assertions.filter(({ source }) => source === 'RESPONSE_DATA')
  return onData.length > 0 && onData.every(({ comparison }) => comparison === 'IS_EMPTY')
}

function converse(
  socket: Socket,
  request: TcpRequest,
  deadline: Deadline,
): Promise<Reply | { failure: ObservationFailure }> {
  return new Promise((settle) => {
    const startedAt = deadline.clock.activeMs()
    const chunks: Buffer[] = []
    let size = 0
    let dataMs: number | null = null
    let silence: NodeJS.Timeout | undefined
    const leave = (): void => {
      stop()
      clearTimeout(silence)
    }
    const finish = (): void => {
      leave()
      const bytes = Buffer.concat(chunks).subarray(0, maxReplyBytes)
      const data = printable(bytes.toString('utf8'))
      settle({ failure: null, data, dataMs: dataMs ?? deadline.clock.activeMs() - startedAt })
    }
    const stop = deadline.onExpire((why) => {
      clearTimeout(silence)
      if (dataMs === null) settle({ failure: why })
      else finish()
    })
    socket.on('data', (chunk: Buffer) => {
      dataMs ??= deadline.clock.activeMs() - startedAt
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxReplyBytes) return finish()
      clearTimeout(silence)
      silence = setTimeout(finish, silenceMs)
    })
    socket.once('end', finish)
    socket.once('error', (error) => {
      if (dataMs !== null) return finish()
      leave()
      const endpoint = endpointOf({ host: request.hostname, port: request.port })
      settle({ failure: failureOf(errorCode(error), endpoint, 'connect') })
    })
    if (request.data) socket.write(payloadBytes(request.data))
    if (!expectsSilence(request)) return
    silence = setTimeout(() => {
      dataMs = 0
      finish()
    }, silenceMs)
  })
}
