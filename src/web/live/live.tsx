import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { followEvents } from './connection.ts'
import type { ConnectionState, StreamEvent } from './connection.ts'
import { useSession } from '../session/session.tsx'
import { patchChecks, turned } from './patch-checks.ts'
import { healthNow, setHealth } from './use-health.ts'
import type { Health } from './use-health.ts'
import { after } from '../time/page-time.ts'
import type { Cancel } from '../time/page-time.ts'

/** The change of a check by a run. */
export interface CheckChange {
  readonly id: string
  readonly state: 'PASSING' | 'DEGRADED' | 'FAILING'
  /** The state before; null: it had none. */
  readonly before: CheckChange['state'] | null
  readonly since: string | null
  readonly lastResultId: string | null
  readonly lastRunAt: string | null
  readonly lastResponseTime: number | null
}

type OnChanges = (changes: readonly CheckChange[]) => unknown

const listeners = new Set<OnChanges>()
const State = createContext<ConnectionState>('connecting')

/** At most this often, so that many results cost one paint. */
const paintEveryMs = 250

/**
 * One connection for all tabs of the account: the tab that holds the lock reads the stream and passes events on. A new
 * tab takes over when that one is closed.
 */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const { account } = useSession()
  const client = useQueryClient()
  const [state, setState] = useState<ConnectionState>('connecting')
  useEffect(() => {
    const ended = new AbortController()
    const channel = new BroadcastChannel(`belfry-events-${account.id}`)
    const gathered = new Map<string, CheckChange>()
    let cancel: Cancel | undefined
    let led: ConnectionState | null = null
    let isFirst = true
    const paint = (): void => {
      cancel = undefined
      const changes = [...gathered.values()]
      gathered.clear()
      patchChecks(client, changes)
      const ids = turned(changes)
      if (ids.length > 0) passOn(client, { name: 'turned', data: ids })
      for (const listener of listeners) listener(changes)
    }
    const receive = (event: StreamEvent): void => {
      if (event.name === 'reset') {
        // A stream begins with one; later ones say that events may be missing.
        if (!isFirst) void client.invalidateQueries()
        isFirst = false
        return
      }
      if (event.name === 'health') {
        // A stream begins with it.
        if (healthNow() !== null) passOn(client, { name: 'health', data: null })
        return setHealth(healthIn(event.data))
      }
      if (event.name !== 'checks') return passOn(client, event)
      for (const change of changesOf(event.data)) {
        const { before } = gathered.get(change.id) ?? change
        gathered.set(change.id, { ...change, before })
      }
      cancel ??= after(paintEveryMs, paint)
    }
    const tell = (known: ConnectionState): void =>
      channel.postMessage({ state: known, health: healthNow() } satisfies Passed)
    channel.addEventListener('message', ({ data }: MessageEvent<Passed>) => {
      if ('state' in data) {
        setState(data.state)
        setHealth(data.health)
      } else if ('event' in data) receive(data.event)
      else if (led !== null) tell(led)
    })
    channel.postMessage({ asks: true } satisfies Passed)
    const lead = (): Promise<void> =>
      followEvents(
        {
          onEvent: (event) => {
            channel.postMessage({ event } satisfies Passed)
            receive(event)
          },
          onState: (next) => {
            led = next
            tell(next)
            setState(next)
          },
        },
        ended.signal,
      )
    void navigator.locks.request(`belfry-events-${account.id}`, { signal: ended.signal }, lead).catch(() => null)
    return () => {
      ended.abort()
      channel.close()
      cancel?.()
      setHealth(null)
    }
  }, [account.id, client])
  return <State value={state}>{children}</State>
}

type Passed =
  | { readonly event: StreamEvent }
  | { readonly state: ConnectionState; readonly health: Health | null }
  | { readonly asks: true }

/** The code is loaded with the first such event. Without it, screens refresh on their own schedule. */
function passOn(client: QueryClient, { name, data }: StreamEvent): void {
  const work = import('./reread-resources.ts').then(({ rereadResources }) => rereadResources(client, name, idsOf(data)))
  void work.catch(() => null)
}

/** Only the service sends them. */
const idsOf = (data: unknown): readonly string[] | null => data as readonly string[] | null
const healthIn = (data: unknown): Health => (data as { readonly status: Health }).status
const changesOf = (data: unknown): readonly CheckChange[] => data as readonly CheckChange[]

export const useConnection = (): ConnectionState => useContext(State)

/** Calls the function with what runs changed, at most four times a second. */
export const useCheckChanges = (onChanges: OnChanges): void => useEffect(() => followChecks(onChanges), [onChanges])

/** The same outside of components, until the function that it answers is called. */
export function followChecks(onChanges: OnChanges): () => void {
  listeners.add(onChanges)
  return () => void listeners.delete(onChanges)
}
