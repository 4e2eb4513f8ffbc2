import type { IncidentMessage, MaintenanceMessage } from '#contract'
import { notify } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import { storableJson } from '../database/storable-json.ts'

/** The channel on which senders of mails listen. */
const wakeUp = 'subscriber_mails'

/** A message without what differs from page to page. `cause` identifies what it announces: a page gets one message for each. */
export interface NewIncidentMessage {
  readonly accountId: string
  readonly cause: string
  readonly content: Omit<IncidentMessage, 'services' | 'name' | 'severity' | 'startedAt'>
  readonly now: Date
  /** Not sent before this time, when pages show it. */
  readonly publicAt: Date
}

export interface NewMaintenanceMessage {
  readonly accountId: string
  readonly cause: string
  /** Without a description, that of the window is used. */
  readonly content: Omit<MaintenanceMessage, 'services' | 'name' | 'description'> & { readonly description?: string }
}

/**
 * Stores a message for every page that shows a service of the incident and has verified subscribers. One statement, whatever their
 * number. The update it is about must be written already.
 */
export async function insertIncidentMessages(
  tx: Queryable,
  { accountId, cause, content, now, publicAt }: NewIncidentMessage,
): Promise<void> {
  await tx.rows(
    `insert into subscriber_messages (account_id, status_page_id, cause, content, created_at, next_batch_at, component_ids)
     select $1, shown.page_id, $3, $4::jsonb || jsonb_build_object('services', shown.services, 'name', incidents.name,
       'severity', incidents.severity, 'startedAt', (
         select to_char(min(public_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
         from incident_updates where account_id = $1 and incident_id = $2)), $5::timestamptz, greatest($5::timestamptz, $6::timestamptz),
       shown.service_ids
     from incidents, (
       select cards.status_page_id as page_id, jsonb_agg(distinct services.name) as services,
         array_agg(distinct services.id) as service_ids
       from incident_services affected
       join status_page_services services on services.account_id = affected.account_id and services.id = affected.service_id
       join status_page_card_services placed
         on placed.account_id = affected.account_id and placed.service_id = affected.service_id
       join status_page_cards cards on cards.account_id = placed.account_id and cards.id = placed.card_id
       where affected.account_id = $1 and affected.incident_id = $2
       group by cards.status_page_id) shown
     where incidents.account_id = $1 and incidents.id = $2 and incidents.unpublished_at is null and exists (
       select from status_page_subscribers
       where status_page_id = shown.page_id and account_id = $1 and verified_at is not null
         and (subscribed_components is null or subscribed_components && shown.service_ids))
     on conflict (status_page_id, cause) do nothing`,
    [accountId, content.incidentId, cause, storableJson(content), now, publicAt],
  )
  await notify(tx, wakeUp)
}

/** A message to the subscribers of one page, if it has any who are verified. */
export interface NewPageMessage {
  readonly accountId: string
  readonly statusPageId: string
  readonly cause: string
  readonly content: IncidentMessage
  /** It is for those who subscribed to one of these, or to all; null: for everyone. */
  readonly componentIds: readonly string[] | null
  readonly now: Date
  /** Not sent before this time, when the page shows it. */
  readonly publicAt: Date
}

export async function insertPageMessage(tx: Queryable, message: NewPageMessage): Promise<void> {
  const { accountId, statusPageId, cause, content, componentIds, now, publicAt } = message
  await tx.rows(
    `insert into subscriber_messages (account_id, status_page_id, cause, content, created_at, next_batch_at, component_ids)
     select $1, $2, $3, $4::jsonb, $5::timestamptz, greatest($5::timestamptz, $6::timestamptz), $7::uuid[]
     where exists (
       select from status_page_subscribers where status_page_id = $2 and account_id = $1 and verified_at is not null
         and ($7::uuid[] is null or subscribed_components is null or subscribed_components && $7::uuid[]))
     on conflict (status_page_id, cause) do nothing`,
    [accountId, statusPageId, cause, storableJson(content), now, publicAt, componentIds],
  )
  await notify(tx, wakeUp)
}

/** Changes what pages will say, and when, as long as its time has not come. */
export const changeIncidentMessages = (
  tx: Queryable,
  { accountId, cause, content, now, publicAt }: NewIncidentMessage,
): Promise<unknown> =>
  tx.rows(
    `update subscriber_messages set content = content || $3::jsonb, next_batch_at = greatest($4::timestamptz, $5::timestamptz)
     where status_page_id in (select id from status_pages where account_id = $1) and cause = $2 and next_batch_at > $4`,
    [accountId, cause, storableJson(content), now, publicAt],
  )

/** Stores messages for the pages that show a maintenance and have verified subscribers. One statement for all messages. */
export async function insertMaintenanceMessages(
  tx: Queryable,
  messages: readonly NewMaintenanceMessage[],
  now: Date,
): Promise<void> {
  if (messages.length === 0) return
  await tx.rows(
    `insert into subscriber_messages (account_id, status_page_id, cause, content, created_at, next_batch_at, component_ids)
     select page.account_id, page.id, announced.cause, announced.content || jsonb_build_object('name', windows.name,
       'description', coalesce(announced.content ->> 'description', windows.description, ''),
       'services', coalesce(
         case when windows.visibility @> '{"showAffectedServices": true}' then shown.services end, '[]')), $2, $2, shown.service_ids
     from jsonb_to_recordset($1::jsonb) as announced (account_id uuid, maintenance_id uuid, cause text, content jsonb)
     join maintenances on maintenances.account_id = announced.account_id and maintenances.id = announced.maintenance_id
     join maintenance_windows windows
       on windows.account_id = maintenances.account_id and windows.id = maintenances.window_id
     join status_pages page on page.account_id = windows.account_id
     cross join lateral (
       select jsonb_agg(distinct services.name) as services, array_agg(distinct services.id) as service_ids
       from status_page_cards cards
       join status_page_card_services placed on placed.account_id = cards.account_id and placed.card_id = cards.id
       join status_page_services services on services.account_id = placed.account_id and services.id = placed.service_id
       where cards.account_id = page.account_id and cards.status_page_id = page.id
         and (windows.visibility @> '{"affectAllServices": true}'
           or windows.visibility -> 'serviceIds' ? services.id::text)) shown
     where windows.visibility @> '{"enabled": true}'
       and (windows.visibility -> 'statusPageIds' ? page.id::text
         or windows.visibility -> 'statusPageIds' = '[]'
           and (windows.visibility @> '{"affectAllServices": true}' or shown.services is not null))
       and exists (
         select from status_page_subscribers subscribers
         where subscribers.status_page_id = page.id and subscribers.verified_at is not null
           and (shown.service_ids is null or subscribers.subscribed_components is null
             or subscribers.subscribed_components && shown.service_ids))
     on conflict (status_page_id, cause) do nothing`,
    [
      recordset(
        messages.map(({ accountId, cause, content }) => ({
          accountId,
          maintenanceId: content.maintenanceId,
          cause,
          content,
        })),
      ),
      now,
    ],
  )
  await notify(tx, wakeUp)
}

/** One mail or other message that verifies each subscriber, as one message; tokens are encrypted. */
export async function insertVerificationMails(
  tx: Queryable,
  page: { readonly accountId: string; readonly statusPageId: string; readonly cause: string; readonly now: Date },
  mails: readonly { readonly subscriberId: string; readonly encryptedToken: string; readonly isMail: boolean }[],
): Promise<void> {
  if (mails.length === 0) return
  await tx.rows(
    `with message as (
       insert into subscriber_messages (account_id, status_page_id, cause, content, created_at)
       values ($1, $2, $3, '{"kind": "VERIFICATION"}', $4) returning id)
     insert into subscriber_mails (message_id, subscriber_id, encrypted_token, is_mail, status, claimable_at)
     select message.id, mail.id, mail.token, mail.is_mail, 'PENDING', $4
     from message, unnest($5::uuid[], $6::text[], $7::boolean[]) as mail (id, token, is_mail)`,
    [
      page.accountId,
      page.statusPageId,
      page.cause,
      page.now,
      mails.map(({ subscriberId }) => subscriberId),
      mails.map(({ encryptedToken }) => encryptedToken),
      mails.map(({ isMail }) => isMail),
    ],
  )
  await notify(tx, wakeUp)
}

export interface SpreadLimits {
  readonly messages: number
  readonly mailsOfEach: number
}

/**
 * Makes the next mails of some messages, those waiting longest first, for subscribers who were verified when it was
 * written. Messages that another process spreads are skipped. Answers the number of messages.
 */
export async function spreadMessages(
  db: Queryable,
  now: Date,
  { messages, mailsOfEach }: SpreadLimits,
): Promise<number> {
  const rows = await db.namedRows(
    'spread-subscriber-messages',
    `with due as (
       select * from subscriber_messages where next_batch_at <= $1 order by next_batch_at, id limit $2
       for no key update skip locked),
     chosen as (
       select due.id as message_id, subscriber.id as subscriber_id, subscriber.kind = 'mail' as is_mail
       from due cross join lateral (
         select id, kind from status_page_subscribers
         where status_page_id = due.status_page_id and verified_at <= due.created_at and disabled_at is null
           and id > coalesce(due.last_subscriber_id, '00000000-0000-0000-0000-000000000000')
           and (due.component_ids is null or subscribed_components is null
             or subscribed_components && due.component_ids)
         order by id limit $3) subscriber),
     made as (
       insert into subscriber_mails (message_id, subscriber_id, is_mail, status, claimable_at)
       select message_id, subscriber_id, is_mail, 'PENDING', $1 from chosen on conflict do nothing)
     update subscriber_messages
     set last_subscriber_id = coalesce(portion.last, last_subscriber_id),
       next_batch_at = case when portion.made < $3 then null else $1 end
     from (select due.id, count(chosen.subscriber_id) as made,
         (array_agg(chosen.subscriber_id order by chosen.subscriber_id desc))[1] as last
       from due left join chosen on chosen.message_id = due.id group by due.id) portion
     where subscriber_messages.id = portion.id
     returning subscriber_messages.id`,
    [now, messages, mailsOfEach],
  )
  // Mails and other messages are sent by separate loops, each of which spreads for both.
  if (rows.length > 0) await notify(db, wakeUp)
  return rows.length
}

/**
 * Withdraws the messages about an incident, or with one cause: no more mails are made of them, and those not sent
 * yet are dropped. What is being sent at this moment may still arrive. Belongs in the transaction that deletes it.
 */
export async function dropIncidentMails(
  tx: Queryable,
  accountId: string,
  about: { readonly incidentId: string } | { readonly cause: string },
): Promise<void> {
  const [condition, value] =
    'cause' in about ? ['cause = $2', about.cause] : [`content ->> 'incidentId' = $2`, about.incidentId]
  const stopped = await tx.rows<{ id: number }>(
    `update subscriber_messages set next_batch_at = null
     where status_page_id in (select id from status_pages where account_id = $1) and ${condition}
     returning id`,
    [accountId, value],
  )
  // A separate statement, which sees the mails that others made while the first one waited for them.
  await tx.rows(`delete from subscriber_mails where message_id = any($1::bigint[]) and claimable_at is not null`, [
    stopped.map(({ id }) => id),
  ])
}

/** Deletes the messages from before a time, with the state of their mails. */
export const deleteSubscriberMessages = (db: Queryable, before: Date): Promise<unknown> =>
  db.rows(`delete from subscriber_messages where created_at < $1`, [before])
