import { writeReason } from '#contract/reasons'
import type { Deadline, HttpResult } from '#egress'
import type { ProbeTools } from '../probe.ts'

/** A search for what a server did not send. It goes only where the address policy allows, and follows no redirect. */
export interface Inquiry extends Pick<ProbeTools, 'egress' | 'signal'> {
  readonly deadline: Deadline
  /** Of the location's proxy. */
  readonly proxyUrl?: string | undefined
}

const maxBytes = 64 * 1024
/** A shorter time says nothing about a server that did not answer. */
const fairTimeMs = 1000

export interface Sent {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

/** The bytes of a 200 response, at most 64 KB, or why there are none. `isFair`: it had enough time to answer. */
export async function fetchBytes(
  { egress, signal, deadline, proxyUrl }: Inquiry,
  sent: Sent,
): Promise<{ readonly bytes: Buffer } | { readonly problem: string; readonly isFair: boolean }> {
  const timeoutMs = deadline.remainingMs()
  const call = { ...sent, headers: sent.headers ?? {}, timeoutMs, signal, proxyUrl, maxResponseBytes: maxBytes }
  const reply = await egress.http(call)
  if (reply.failure === null && reply.cut === null && reply.status === 200) return { bytes: reply.bytes }
  return { problem: problemOf(reply), isFair: timeoutMs >= fairTimeMs && !signal.aborted }
}

function problemOf(reply: HttpResult): string {
  if (reply.failure) return reply.failure.message
  return reply.cut?.message ?? writeReason('SERVER_STATUS', { status: reply.status })
}
