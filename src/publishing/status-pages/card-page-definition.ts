import type { Given, PageDisplayBody, StatusPageChangeBody } from '#contract'
import type { Caller } from '#kernel'
import type { Store } from '#storage/database'
import { changePageDisplay, readPageDisplay } from '../page-displays/page-displays.ts'
import type { PageDisplayView } from '../page-displays/page-displays.ts'
import { changeStatusPage, getStatusPage } from './status-pages.ts'
import type { StatusPageView } from './status-pages.ts'

/** A page with cards, and how it is displayed. */
export interface CardPageDefinition {
  readonly page: StatusPageView
  readonly display: PageDisplayView
}

/** Throws STATUS_PAGE_NOT_FOUND. */
export const getCardPageDefinition = async (store: Store, caller: Caller, id: string): Promise<CardPageDefinition> => ({
  page: await getStatusPage(store, caller, id),
  display: await readPageDisplay(store.db, { ...caller, statusPageId: id }),
})

interface CardPageDefinitionChange {
  readonly id: string
  readonly body: Given<StatusPageChangeBody>
  readonly display: PageDisplayBody | undefined
  /** The languages of the installation, by their codes. */
  readonly offered: readonly string[]
  /** Without a trailing slash. */
  readonly publicUrl: string
}

/** Changes what a body names in one transaction. Throws what updates of pages do, and PAGE_DISPLAY_INVALID. */
export function updateCardPageDefinition(
  store: Store,
  caller: Caller,
  { display: body, offered, ...input }: CardPageDefinitionChange,
): Promise<CardPageDefinition> {
  const { nowMs } = caller
  const place = { ...caller, statusPageId: input.id }
  return store.db.transaction(async (tx) => {
    const page = await changeStatusPage(tx, caller, input)
    if (body !== undefined) await changePageDisplay(tx, place, { body, offered, nowMs, path: 'display.' })
    return { page, display: await readPageDisplay(tx, place) }
  })
}
