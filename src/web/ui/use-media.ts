import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window matches a media query, as it changes. */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (notify: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    [query],
  )
  return useSyncExternalStore(follow, () => matchMedia(query).matches)
}
