import { useEffect, useState } from 'react'

const tokenIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('token')

/** The token of a link, behind `#token=` so that no server logs it; also of one that is pasted while the page is open. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(() => tokenIn(location.hash))
  useEffect(() => {
    const read = (): void => setToken(tokenIn(location.hash))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return token
}
