import { lookup } from 'node:dns/promises'
import type { Lookup, NameResolver } from './name-resolver.ts'

/** Looks names up as the operating system does (getaddrinfo), with whatever it is configured to use. */
export const osLookup: NameResolver['lookup'] = async (name, family, deadline) => {
  const found = lookup(name, { all: true, family: family === 'IPv4' ? 4 : 6 })
    .then((entries): Lookup => ({ addresses: entries.map(({ address }) => address) }))
    .catch((error: unknown): Lookup => ({ code: codeOf(error) }))
  if (!deadline) return found
  return new Promise((settle) => {
    const stop = deadline.onExpire(() => settle({ code: 'ETIMEOUT' }))
    void found.then((result) => {
      stop()
      settle(result)
    })
  })
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'EAI_FAIL'
