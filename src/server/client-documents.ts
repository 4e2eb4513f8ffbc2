import type { Egress } from '#egress'
import { secondMs } from '#kernel'
import type { FetchClientDocument } from '#management'

const timeoutMs = 5 * secondMs
/** More than any description has. */
const maxBytes = 10_240

/**
 * Reads descriptions of programs (OAuth Client ID Metadata Document): ten kilobytes within five seconds, without redirects.
 * The egress shall reach public addresses alone, whatever checks may: strangers choose the address.
 */
export const clientDocumentReader =
  ({ http }: Pick<Egress, 'http'>, { signal }: { readonly signal: AbortSignal }): FetchClientDocument =>
  async (url) => {
    const headers = { accept: 'application/json', 'user-agent': 'Belfry' }
    const reply = await http({ method: 'GET', url, headers, timeoutMs, signal, maxResponseBytes: maxBytes })
    if (reply.failure !== null)
      return { problem: reply.failure.code === 'EPOLICY' ? 'its address is not public.' : 'it cannot be reached.' }
    if (reply.status !== 200) return { problem: `its address answers ${reply.status} instead of 200.` }
    if (reply.cut !== null) return { problem: 'it did not arrive completely.' }
    if (reply.bytes.length >= maxBytes) return { problem: 'it is longer than 10 kB.' }
    return { text: reply.body }
  }
