import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { followEvents } from './connection.ts'
import type { ConnectionState, StreamEvent } from './connection.ts'
import { useSession } from '../session/session.tsx'
import { after } from '../time/page-time.ts'
import type { Cancel } from '../time/page-time.ts'

/** What a run changed of a check. */
export interface CheckChange {
  readonly id: string
  readonly state: 'PASSING' | 'DEGRADED' | 'FAILING'
  readonly since: string | null
  readonly lastResultId: string | null
  readonly lastRunAt: string | null
  readonly lastResponseTime: number | null
}

type OnChanges = (changes: readonly CheckChange[]) => void

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
      for (const listener of listeners) listener(changes)
    }
    const receive = (event: StreamEvent): void => {
      if (event.name === 'reset') {
        // A stream begins with one; later ones say that events may be missing.
        if (!isFirst) void client.invalidateQueries()
        isFirst = false
        return
      }
      if (event.name !== 'checks') return passOn(client, event)
      for (const change of changesOf(event.data)) gathered.set(change.id, change)
      cancel ??= after(paintEveryMs, paint)
    }
    channel.addEventListener('message', ({ data }: MessageEvent<Passed>) => {
      if ('state' in data) setState(data.state)
      else if ('event' in data) receive(data.event)
      else if (led !== null) channel.postMessage({ state: led } satisfies Passed)
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
            channel.postMessage({ state: next } satisfies Passed)
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
    }
  }, [account.id, client])
  return <State value={state}>{children}</State>
}

type Passed = { readonly event: StreamEvent } | { readonly state: ConnectionState } | { readonly asks: true }

/** What it takes is loaded with the first such event. Without it, screens read anew by themselves. */
function passOn(client: QueryClient, { name, data }: StreamEvent): void {
  const work = import('./reread-resources.ts').then(({ rereadResources }) => rereadResources(client, name, idsOf(data)))
  void work.catch(() => null)
}

/** Only the service sends them. */
const idsOf = (data: unknown): readonly string[] | null => data as readonly string[] | null
const changesOf = (data: unknown): readonly CheckChange[] => data as readonly CheckChange[]

export const useConnection = (): ConnectionState => useContext(State)

/** Calls the function with what runs changed, at most four times a second. */
export function useCheckChanges(onChanges: OnChanges): void {
  useEffect(() => {
    listeners.add(onChanges)
    return () => void listeners.delete(onChanges)
  }, [onChanges])
}
