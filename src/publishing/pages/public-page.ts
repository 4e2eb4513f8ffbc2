import { findPageByUrl, listCustomDomains } from '#storage/status-pages'
import type { Store } from '#storage/database'
import type { StatusPageRow } from '#storage/status-pages'
import type { PublicPageProfile } from './public-status-page.ts'

/** A requested page. The ids are for further queries; only the profile is for readers. */
export interface PublicPage {
  readonly id: string
  readonly accountId: string
  readonly isPrivate: boolean
  readonly createdAt: Date
  readonly profile: PublicPageProfile
}

const addressPattern = /^[a-z0-9-]{1,63}$/

/** The page with a URL, or null. Access has to be checked before anything of it is displayed. */
export async function findPublicPage(store: Store, url: string): Promise<PublicPage | null> {
  const row = addressPattern.test(url) ? await findPageByUrl(store.db, url) : null
  if (row === null) return null
  const { id, accountId, isPrivate, createdAt } = row
  return { id, accountId, isPrivate, createdAt, profile: profileOf(row) }
}

const profileOf = ({ name, url, customDomain, isPrivate, settings }: StatusPageRow): PublicPageProfile => ({
  name,
  url,
  description: settings.description,
  customDomain,
  logo: settings.logo,
  logoDark: settings.logoDark,
  favicon: settings.favicon,
  redirectTo: settings.redirectTo,
  defaultTheme: settings.defaultTheme,
  themeColors: settings.themeColors,
  isPrivate,
})

/** The URLs of pages by their custom domains, in lowercase. */
export async function listPageDomains(store: Store): Promise<ReadonlyMap<string, string>> {
  const rows = await listCustomDomains(store.db)
  return new Map(rows.map(({ customDomain, url }) => [customDomain, url]))
}
