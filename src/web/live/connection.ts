import { createParser } from 'eventsource-parser'
import { announceUnauthorized } from '../api/announcements.ts'
import { accountHeaders, serviceUrl } from '../api/call.ts'
import { after } from '../time/page-time.ts'

export type ConnectionState = 'connecting' | 'open' | 'lost'

export interface StreamEvent {
  readonly name: string
  readonly data: unknown
}

export interface Listener {
  readonly onEvent: (event: StreamEvent) => void
  readonly onState: (state: ConnectionState) => void
}

const silentLimitMs = 12_000
const retryMs = 2_000
const hiddenRetryMs = 10_000

/**
 * Follows the events of the account until the signal aborts: reconnects behind the last event, and says when nothing
 * has come for 12 seconds although the service beats every five.
 */
export async function followEvents({ onEvent, onState }: Listener, signal: AbortSignal): Promise<void> {
  let lastEventId: string | undefined
  onState('connecting')
  while (!signal.aborted) {
    const silent = new AbortController()
    let heard = after(silentLimitMs, () => silent.abort())
    try {
      const response = await fetch(serviceUrl('/v1/events'), {
        credentials: 'same-origin',
        headers: { ...accountHeaders(), ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
        signal: AbortSignal.any([signal, silent.signal]),
      })
      if (response.status === 401) announceUnauthorized()
      if (!response.ok || response.body === null) throw new StreamRefused(String(response.status))
      onState('open')
      const parser = createParser({
        onEvent: ({ id, event, data }) => {
          lastEventId = id ?? lastEventId
          if (event !== undefined && event !== 'beat') onEvent({ name: event, data: JSON.parse(data) })
        },
      })
      const decoder = new TextDecoder()
      for await (const chunk of chunksOf(response.body)) {
        heard()
        heard = after(silentLimitMs, () => silent.abort())
        parser.feed(decoder.decode(chunk, { stream: true }))
      }
    } catch {
      if (!signal.aborted) onState('lost')
    } finally {
      heard()
    }
    await pause(document.hidden ? hiddenRetryMs : retryMs, signal)
  }
}

class StreamRefused extends Error {}

/** Not every browser iterates over streams by itself. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => null)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const cancel = after(ms, resolve)
    signal.addEventListener('abort', () => {
      cancel()
      resolve()
    })
  })
