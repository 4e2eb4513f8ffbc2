import type { PublicPageProfile } from '#publishing'

/** The URLs of a page: below `/status/`, or at the root of its own domain. */
export interface PageUrls {
  /** The prefix of the paths of the page: `/status/acme`, or empty on its own domain. */
  readonly base: string
  /** The page itself, for links. */
  readonly home: string
  /** Its scheme and host, without a trailing slash. */
  readonly origin: string
  readonly json: string
}

export const ordinaryUrls = (profile: PublicPageProfile, publicUrl: string): PageUrls => {
  const base = `/status/${profile.url}`
  return { base, home: base, origin: publicUrl, json: `${base}.json` }
}

export const ownDomainUrls = (origin: string): PageUrls => ({ base: '', home: '/', origin, json: '/status.json' })
