import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { safeNext } from '../../session/safe-next.ts'

/** Goes to a page as the person who has just signed in. */
export function useEnter(): (next: string | undefined) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (next) => {
    client.clear()
    await navigate({ href: safeNext(next), replace: true })
  }
}
