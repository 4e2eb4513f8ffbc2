import type { Egress } from './parts.ts'
import type { SendToSource } from '#importing'

const timeoutMs = 30_000

/** Sends requests to APIs of other tools by the rules for targets. Follows no redirect. */
export const sourceSender =
  ({ http }: Pick<Egress, 'http'>): SendToSource =>
  async (request) => {
    const reply = await http({ ...request, timeoutMs })
    if (reply.failure !== null) return { problem: reply.failure.message }
    const { status, headers, body, bytes, cut } = reply
    return { status, headers, body, isWhole: cut === null && bytes.length < request.maxResponseBytes }
  }
