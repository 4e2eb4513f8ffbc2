import type { PublicService } from '#publishing'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { PageTexts } from '#page-texts'
import { moment } from './times.ts'

/** Whose word the state of a component is; and how old it is, while the provider's page cannot be read. */
export function providerLine({ provider, isMonitored }: PublicService, texts: PageTexts): Html | null {
  if (provider === null) return null
  const { page, named, lastRead, never } = texts.provider
  const from = provider.name === null ? page : named({ name: provider.name })
  if (isMonitored) return html`<p class="muted about">${from}</p>`
  const age = provider.readAt === null ? never : html`${lastRead} ${moment(provider.readAt, texts)}`
  return html`<p class="muted about">${from}: ${age}</p>`
}
