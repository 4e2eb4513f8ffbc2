import { useSyncExternalStore } from 'react'

export type Health = 'ok' | 'degraded' | 'failing'

let known: Health | null = null
const followers = new Set<() => void>()

/** Keeps what the stream of events says of the service; null: not known. */
export function setHealth(health: Health | null): void {
  known = health
  for (const notify of followers) notify()
}

export const healthNow = (): Health | null => known

function follow(notify: () => void): () => void {
  followers.add(notify)
  return () => void followers.delete(notify)
}

/** Whether the service does all that it should, as `/health` says it; null while that is not known. */
export const useHealth = (): Health | null => useSyncExternalStore(follow, healthNow)
