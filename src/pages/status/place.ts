import type { PublicPageLook } from '#publishing'

/** The URLs of a page: below `/status/`, or at the root of its own domain. */
export interface PagePlace {
  /** The prefix of the paths of the page: `/status/acme`, or empty on its own domain. */
  readonly base: string
  /** The page itself, for links. */
  readonly home: string
  /** Its scheme and host, without a trailing slash. */
  readonly origin: string
  readonly json: string
}

export const ordinaryPlace = (look: PublicPageLook, publicUrl: string): PagePlace => {
  const base = `/status/${look.url}`
  return { base, home: base, origin: publicUrl, json: `${base}.json` }
}

export const ownDomainPlace = (origin: string): PagePlace => ({ base: '', home: '/', origin, json: '/status.json' })
