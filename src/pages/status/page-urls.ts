import type { PublicPageProfile } from '#publishing'
import { webAddress } from '../web-address.ts'

/** The URLs of a page: below `/status/`, at the root of its own domain, or in files. */
export interface PageUrls {
  /** The beginning of paths of styles of the service; empty at the root of a host. */
  readonly prefix: string
  /** The beginning of paths of the page: `/status/acme`, or empty on its own domain. */
  readonly base: string
  /** The page itself, for links. */
  readonly home: string
  /** Its scheme and host, without a trailing slash. */
  readonly origin: string
  readonly json: string
  /** The service, with its host and without a trailing slash: addresses of uploaded pictures begin with it. */
  readonly service: string
  /** The end of paths of documents: a query with the language that the reader chose, or the ending of files. */
  readonly ending: string
}

/** Below `publicUrl`, which may have a path. */
export const ordinaryUrls = (profile: PublicPageProfile, publicUrl: string, query = ''): PageUrls => {
  const { origin, prefix } = partsOf(publicUrl)
  const base = `${prefix}/status/${profile.url}`
  return {
    prefix,
    base,
    home: base + query,
    origin,
    json: `${base}.json`,
    service: serviceOf(publicUrl),
    ending: query,
  }
}

/** At the root of `origin`; `publicUrl` is where the service is otherwise. */
export const ownDomainUrls = (origin: string, publicUrl: string, query = ''): PageUrls => ({
  prefix: '',
  base: '',
  home: `/${query}`,
  origin,
  json: '/status.json',
  service: serviceOf(publicUrl),
  ending: query,
})

/** A document of the page, such as `history/2026-03`. */
export const pathTo = ({ base, ending }: PageUrls, path: string): string => `${base}/${path}${ending}`

/** A file of the page in any language, such as `feed.rss`, with its host. */
export const addressOf = ({ origin, base }: PageUrls, path: string): string => `${origin}${base}/${path}`

/** The page itself, with its host. */
export const homeAddress = ({ origin, base }: PageUrls): string => origin + (base === '' ? '/' : base)

/** The host of a URL, and its path without a trailing slash. */
export function partsOf(publicUrl: string): { readonly origin: string; readonly prefix: string } {
  const { origin, pathname } = new URL(publicUrl)
  return { origin, prefix: pathname.replace(/\/+$/, '') }
}

const serviceOf = (publicUrl: string): string => publicUrl.replace(/\/+$/, '')

/** The path of an uploaded picture below the service; null for pictures elsewhere. */
export function uploadedPicture(address: string | null, { service }: Pick<PageUrls, 'service'>): string | null {
  if (address === null || !address.startsWith(`${service}/`)) return null
  const path = address.slice(service.length)
  return /^[/]pages[/]pictures[/][0-9a-f]{64}[.][a-z]{3,4}$/.test(path) ? path : null
}

/** Where a page finds a picture: an uploaded one on its own host, any other at its address. Null for no address of the web. */
export function pictureAddress(address: string | null, urls: PageUrls): string | null {
  const path = uploadedPicture(address, urls)
  return path === null ? webAddress(address) : urls.prefix + path
}
