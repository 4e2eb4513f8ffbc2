import { findPageByUrl, listCustomDomains, listPublicUrls } from '#storage/status-pages'
import type { Store } from '#storage/database'
import type { AnyPageRow, ComponentPageSettings, PageDisplaySettings, StoredChart } from '#storage/status-pages'
import type { PlacedCard } from './page-services.ts'
import type { PageLink, PublicPageProfile } from './public-status-page.ts'

/** A requested page. The ids are for further queries; only the profile is for readers. */
export interface PublicPage {
  readonly id: string
  readonly accountId: string
  readonly isPrivate: boolean
  readonly createdAt: Date
  readonly profile: PublicPageProfile
  /** Of a page that somebody is editing: instead of those that are stored. */
  readonly cards?: readonly PlacedCard[]
  /** Of components and services with a chart of response times. */
  readonly charts?: readonly StoredChart[]
}

const addressPattern = /^[a-z0-9-]{1,63}$/

/** The page with a URL, or null. Access has to be checked before anything of it is displayed. */
export async function findPublicPage(store: Store, url: string): Promise<PublicPage | null> {
  const row = addressPattern.test(url) ? await findPageByUrl(store.db, url) : null
  if (row === null) return null
  const { id, accountId, isPrivate, createdAt } = row
  return { id, accountId, isPrivate, createdAt, profile: profileOf(row), charts: row.display?.charts ?? [] }
}

type Described = Pick<AnyPageRow, 'name' | 'url' | 'customDomain' | 'isPrivate' | 'settings'> & {
  readonly display?: Pick<PageDisplaySettings, 'embedOrigins' | 'languages'> | null
}

export const profileOf = ({
  name,
  url,
  customDomain,
  isPrivate,
  settings,
  display = null,
}: Described): PublicPageProfile => ({
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
  isListed: !isPrivate && (!('allowIndexing' in settings) || settings.allowIndexing),
  hasComponents: 'allowIndexing' in settings,
  embedOrigins: display?.embedOrigins ?? [],
  languages: display?.languages ?? [],
  footer: 'allowIndexing' in settings ? footerOf(settings) : { text: null, links: [] },
})

const footerOf = (settings: ComponentPageSettings): PublicPageProfile['footer'] => ({
  text: settings.footerText,
  links: [
    linkTo('Support', settings.supportLink),
    linkTo('Privacy policy', settings.privacyPolicyLink),
    linkTo('Terms of service', settings.termsOfServiceLink),
  ].flat(),
})

const linkTo = (name: string, url: string | null): PageLink[] => (url === null ? [] : [{ name, url }])

/** The `url` of every page that everybody may see. */
export const listPublicPageUrls = (store: Store): Promise<string[]> => listPublicUrls(store.db)

/** The URLs of pages by their custom domains, in lowercase. */
export async function listPageDomains(store: Store): Promise<ReadonlyMap<string, string>> {
  const rows = await listCustomDomains(store.db)
  return new Map(rows.map(({ customDomain, url }) => [customDomain, url]))
}
