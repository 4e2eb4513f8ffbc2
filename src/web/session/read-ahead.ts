import type { QueryClient } from '@tanstack/react-query'
import { setAccount } from '../api/call.ts'
import { readOf } from '../api/use-operation.ts'
import { homeOverview } from '../live/home-reads.ts'
import { sessionOf } from './session.tsx'

/**
 * Asks who is signed in, and for what home shows, while the screen itself is still being loaded. Whatever fails is asked
 * again by what needs it.
 */
export async function readAhead(client: QueryClient): Promise<void> {
  const base = new URL(document.baseURI).pathname
  const path = location.pathname.slice(base.length)
  if (/^(sign-in|invites)\b/.test(path)) return
  await client.prefetchQuery(readOf('getSignedIn'))
  const signedIn = client.getQueryData<Parameters<typeof sessionOf>[0]>(readOf('getSignedIn').queryKey)
  const session = signedIn && sessionOf(signedIn)
  if (!session || path !== '') return
  setAccount(session.account.id)
  void client.prefetchQuery(readOf('listCheckCells'))
  void client.prefetchQuery(readOf('getOverview', homeOverview))
}
