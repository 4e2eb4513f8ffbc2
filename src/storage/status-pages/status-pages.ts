import type { PageTheme, ThemeColors } from '#contract'
import { isUniqueViolation } from '../database/database-errors.ts'
import type { Queryable } from '../database/queryable.ts'
import { removeFromMaintenanceWindows } from './suppressed-incidents.ts'
import type { ComponentPageRow } from './component-pages.ts'
import type { CursorWindow, StatusPageServiceRow } from './status-page-services.ts'
import type { Narrowed } from '../database/narrowed.ts'
import { insertOf, updateOf, valuesOf } from '../database/written-columns.ts'
import type { StatusPageCardsTable, StatusPagesTable } from '../generated/tables.ts'

/** Words and looks of a page. */
export interface StatusPageSettings {
  readonly description: string | null
  readonly themeColors: ThemeColors | null
  readonly logo: string | null
  readonly logoDark: string | null
  readonly favicon: string | null
  readonly redirectTo: string | null
  readonly defaultTheme: PageTheme
  readonly version: number | null
}

export type StatusPageRow = Narrowed<
  StatusPagesTable,
  {
    readonly settings: StatusPageSettings
  }
>

export interface StatusPageCard {
  readonly id: string
  readonly name: string
  readonly services: readonly StatusPageServiceRow[]
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

/** A page with its cards in the order of display. */
export interface StatusPageWithCards {
  readonly page: StatusPageRow
  readonly cards: readonly StatusPageCard[]
}

/** A card as it is to be; its place is that in the list. */
export interface NewCard {
  readonly id: string
  readonly name: string
  readonly serviceIds: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

type CardRow = Omit<StatusPageCardsTable, 'accountId' | 'position'>

type Rows<T> = T & Record<string, unknown>

/** Which field of a page another page has already. */
export type TakenAddress = 'url' | 'customDomain'

/** Oldest first. */
export const listPages = async (db: Queryable, { accountId, fromId, limit }: CursorWindow) =>
  withCards(
    db,
    accountId,
    await db.rows<Rows<StatusPageRow>>(
      `select * from status_pages where account_id = $1 and generation = 2 and ($2::uuid is null or id > $2)
       order by id limit $3`,
      [accountId, fromId, limit],
    ),
  )

export async function findPage(db: Queryable, accountId: string, id: string): Promise<StatusPageWithCards | null> {
  const rows = await db.rows<Rows<StatusPageRow>>(
    `select * from status_pages where account_id = $1 and id = $2 and generation = 2`,
    [accountId, id],
  )
  const [found] = await withCards(db, accountId, rows)
  return found ?? null
}

/** Like findPage, and keeps others from changing the page or its cards until the transaction ends. */
export async function lockPage(tx: Queryable, accountId: string, id: string): Promise<StatusPageWithCards | null> {
  const rows = await tx.rows<Rows<StatusPageRow>>(
    `select * from status_pages where account_id = $1 and id = $2 and generation = 2 for no key update`,
    [accountId, id],
  )
  const [found] = await withCards(tx, accountId, rows)
  return found ?? null
}

/** Those of the ids that are pages of the account, of any generation, kept from being deleted until the transaction ends. */
export async function holdPages(
  tx: Queryable,
  accountId: string,
  ids: readonly string[],
  generation: number | null = null,
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(
    `select id from status_pages where account_id = $1 and id = any($2::uuid[])
       and ($3::smallint is null or generation = $3)
     order by id for key share`,
    [accountId, ids, generation],
  )
  return new Set(rows.map(({ id }) => id))
}

const key = ['accountId', 'id', 'generation'] as const
const written = ['name', 'url', 'customDomain', 'isPrivate', 'settings', 'createdAt', 'updatedAt'] as const
const columns = [...key, ...written] as const

const storedValues = (row: StatusPageRow | ComponentPageRow): unknown[] =>
  valuesOf({ ...row, settings: JSON.stringify(row.settings) }, columns)

/** Answers which address another page has already; the transaction is over then. */
export const insertPage = (tx: Queryable, row: StatusPageRow | ComponentPageRow): Promise<TakenAddress | null> =>
  takenBy(tx.rows(insertOf('status_pages', columns), storedValues(row)))

/** Answers which address another page has already; the transaction is over then. */
export const updatePage = (tx: Queryable, row: StatusPageRow | ComponentPageRow): Promise<TakenAddress | null> =>
  takenBy(tx.rows(updateOf('status_pages', key, written), storedValues(row)))

async function takenBy(writing: Promise<unknown>): Promise<TakenAddress | null> {
  try {
    await writing
    return null
  } catch (error) {
    if (isUniqueViolation(error, 'status_pages_url')) return 'url'
    if (isUniqueViolation(error, 'status_pages_custom_domain')) return 'customDomain'
    throw error
  }
}

/** Replaces the cards of a page. */
export async function replaceCards(
  tx: Queryable,
  accountId: string,
  pageId: string,
  cards: readonly NewCard[],
): Promise<void> {
  await tx.rows(`delete from status_page_cards where account_id = $1 and status_page_id = $2`, [accountId, pageId])
  for (const [position, card] of cards.entries()) {
    await tx.rows(
      `insert into status_page_cards (account_id, id, status_page_id, position, name, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [accountId, card.id, pageId, position, card.name, card.createdAt, card.updatedAt],
    )
    await tx.rows(
      `insert into status_page_card_services (account_id, card_id, service_id, position)
       select $1, $2, id, position from unnest($3::uuid[]) with ordinality as s (id, position)`,
      [accountId, card.id, card.serviceIds],
    )
  }
}

/** Deletes a page with what belongs to it, and takes it from the maintenance windows it shows. */
export async function deletePage(
  tx: Queryable,
  { accountId, id, generation }: Pick<StatusPagesTable, 'accountId' | 'id' | 'generation'>,
): Promise<boolean> {
  const rows = await tx.rows(
    `delete from status_pages where account_id = $1 and id = $2 and generation = $3 returning id`,
    [accountId, id, generation],
  )
  await removeFromMaintenanceWindows(tx, accountId, 'statusPageIds', id)
  return rows.length > 0
}

async function withCards(
  db: Queryable,
  accountId: string,
  pages: readonly StatusPageRow[],
): Promise<StatusPageWithCards[]> {
  if (pages.length === 0) return []
  const ids = pages.map(({ id }) => id)
  const cards = await db.rows<Rows<CardRow>>(
    `select * from status_page_cards where account_id = $1 and status_page_id = any($2::uuid[]) order by position`,
    [accountId, ids],
  )
  const services = await db.rows<Rows<StatusPageServiceRow & { cardId: string }>>(
    `select s.*, c.card_id from status_page_card_services c
     join status_page_services s on s.account_id = c.account_id and s.id = c.service_id
     where c.account_id = $1 and c.card_id = any($2::uuid[]) order by c.position`,
    [accountId, cards.map(({ id }) => id)],
  )
  const servicesOf = Map.groupBy(services, (row) => row.cardId)
  const cardsOf = Map.groupBy(cards, (row) => row.statusPageId)
  return pages.map((page) => ({
    page,
    cards: (cardsOf.get(page.id) ?? []).map((card) => ({
      id: card.id,
      name: card.name,
      services: servicesOf.get(card.id) ?? [],
      createdAt: card.createdAt,
      updatedAt: card.updatedAt,
    })),
  }))
}
