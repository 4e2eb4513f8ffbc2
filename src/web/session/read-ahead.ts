import type { QueryClient } from '@tanstack/react-query'
import { setAccount } from '../api/call.ts'
import { readHome, readSignedIn } from './api.ts'
import { sessionOf } from './session.tsx'

/**
 * Asks who is signed in, and for what home shows, while the screen itself is still being loaded. Whatever fails is asked
 * again by what needs it.
 */
export async function readAhead(client: QueryClient): Promise<void> {
  const base = new URL(document.baseURI).pathname
  const path = location.pathname.slice(base.length)
  if (/^(sign-in|invites)\b/.test(path)) return
  const signedIn = await readSignedIn(client)
  const session = signedIn && sessionOf(signedIn)
  if (!session || path !== '') return
  setAccount(session.account.id)
  readHome(client)
}
