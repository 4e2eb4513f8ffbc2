import { useEffect, useState } from 'react'
import { now } from '../time/page-time.ts'
import { followChecks } from './live.tsx'

/**
 * When the check ran last while the page was open, or when somebody came to the page. What is shown up to now ends there,
 * so that a page on which nothing happens asks nothing.
 */
export function useRunsNow(checkId: string): number {
  const [at, setAt] = useState(now)
  useEffect(() => followChecks((changes) => changes.some(({ id }) => id === checkId) && setAt(now())), [checkId])
  useEffect(() => {
    const onVisit = (): void => {
      if (!document.hidden) setAt(now())
    }
    document.addEventListener('visibilitychange', onVisit)
    return () => document.removeEventListener('visibilitychange', onVisit)
  }, [])
  return at
}
