import { useEffect, useRef } from 'react'
import { useSession } from '../session/session.tsx'
import { recentKey, remember } from './recent-things.ts'
import type { Thing } from './recent-things.ts'

/** The actions that the palette offers for the thing that a screen shows. */
export interface ThingAction {
  readonly label: string
  /** The single key of the screen that does the same. */
  readonly key?: string
  readonly run: () => void
}

interface OpenThing extends Thing {
  /** As the role permits at this moment. */
  readonly actions: () => readonly ThingAction[]
}

let open: OpenThing | null = null

/** The thing that the screen shows; null where it shows no single one. */
export const openThing = (): OpenThing | null => open

const nothing = { kind: null, id: '', name: '' } as const

/** Names the thing that the screen shows, which the palette lists among the recent ones, with what can be done with it. */
export function useOpenThing(thing: Thing | null, actions: readonly ThingAction[] = []): void {
  const account = useSession().account.id
  const latest = useRef(actions)
  latest.current = actions
  const { kind, id, name } = thing ?? nothing
  useEffect(() => {
    if (kind === null) return undefined
    const shown: OpenThing = { kind, id, name, actions: () => latest.current }
    open = shown
    remember(recentKey(account), { kind, id, name })
    return () => {
      if (open === shown) open = null
    }
  }, [account, kind, id, name])
}
