import type { ResourceEvents } from '#contract'
import type { CheckChange } from '../live/live.tsx'
import type { Health } from '../live/use-health.ts'

type Events = ResourceEvents & {
  readonly checks: readonly CheckChange[]
  readonly health: { readonly status: Health }
  readonly reset: object
}

/** The stream of events of a service, which a test fills. */
export class EventStream {
  readonly #open = new Set<ReadableStreamDefaultController<Uint8Array>>()
  #isRefused = false
  /** How the service is when a stream begins; null: that is not said. */
  health: Health | null = 'ok'
  /** How many connections were asked for. */
  connections = 0

  /** The reply to a request for the stream, which ends when its signal aborts. */
  connect(signal: AbortSignal | null | undefined): Response {
    this.connections += 1
    if (this.#isRefused) throw new TypeError('Failed to fetch')
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller
        this.#open.add(controller)
        controller.enqueue(encoded('reset', {}))
        if (this.health !== null) controller.enqueue(encoded('health', { status: this.health }))
      },
      cancel: () => void (stream && this.#open.delete(stream)),
    })
    signal?.addEventListener('abort', () => {
      if (stream && this.#open.delete(stream)) stream.error(new DOMException('Aborted', 'AbortError'))
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

  push<E extends keyof Events>(event: E, data: Events[E]): void {
    for (const stream of this.#open) stream.enqueue(encoded(event, data))
  }

  /** The connection ends, and none is made until `restore`. */
  lose(): void {
    this.#isRefused = true
    for (const stream of this.#open) stream.close()
    this.#open.clear()
  }

  restore(): void {
    this.#isRefused = false
  }
}

const encoded = (event: string, data: unknown): Uint8Array =>
  new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
