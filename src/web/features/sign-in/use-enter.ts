import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

/** Only pages of this interface: a link of somebody else cannot lead elsewhere. */
export const safeNext = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/'

/** Goes to a page as the person who has just signed in. */
export function useEnter(): (next: string | undefined) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (next) => {
    client.clear()
    await navigate({ href: safeNext(next), replace: true })
  }
}
