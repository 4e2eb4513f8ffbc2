import type { PictureType } from '#contract'
import type { Narrowed } from '../database/narrowed.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { StatusPagePicturesTable } from '../generated/tables.ts'

/** A logo or a favicon. */
export type PagePictureRow = Narrowed<StatusPagePicturesTable, { readonly contentType: PictureType }>

/** Answers whether the page did not have the picture yet. */
export const insertPagePicture = (tx: Queryable, row: PagePictureRow): Promise<boolean> =>
  findsAny(
    tx,
    `insert into status_page_pictures (account_id, status_page_id, digest, content_type, bytes, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning digest`,
    [row.accountId, row.statusPageId, row.digest, row.contentType, row.bytes, row.createdAt],
  )

/** Deletes pictures that a page shows nowhere, all but the latest `kept` of them. */
export const deleteUnusedPictures = (
  tx: Queryable,
  { accountId, statusPageId, kept }: Pick<PagePictureRow, 'accountId' | 'statusPageId'> & { readonly kept: number },
): Promise<unknown> =>
  tx.rows(
    `delete from status_page_pictures picture where account_id = $1 and status_page_id = $2 and digest in (
       select unused.digest from status_page_pictures unused
       join status_pages page on page.account_id = $1 and page.id = $2
       where unused.account_id = $1 and unused.status_page_id = $2
         and position(unused.digest in concat_ws(' ', page.settings ->> 'logo', page.settings ->> 'logoDark',
           page.settings ->> 'favicon')) = 0
       order by unused.created_at desc, unused.digest offset $3)`,
    [accountId, statusPageId, kept],
  )

/** The picture with these bytes, of whatever page: its address is public. */
export async function findPicture(
  db: Queryable,
  digest: string,
): Promise<Pick<PagePictureRow, 'contentType' | 'bytes'> | null> {
  const rows = await db.rows<Pick<PagePictureRow, 'contentType' | 'bytes'> & Record<string, unknown>>(
    `select content_type, bytes from status_page_pictures where digest = $1 limit 1`,
    [digest],
  )
  return rows[0] ?? null
}
