import type { Delivery, PlainMail } from '#contract'
import { mailTry } from '#kernel'
import { claimLocationMails, recordLocationMail } from '#storage/agents'
import type { ClaimedLocationMail } from '#storage/agents'
import type { LeaseClaim, Store } from '#storage/database'

export interface PendingLocationMail {
  readonly row: ClaimedLocationMail
  readonly mail: PlainMail
}

/** Leases mails about private locations that are due. `publicUrl` has no trailing slash. */
export async function claimDueLocationMails(
  { db }: Store,
  { publicUrl, ...claim }: LeaseClaim & { readonly publicUrl: string },
): Promise<PendingLocationMail[]> {
  const rows = await claimLocationMails(db, claim)
  return rows.map((row) => ({ row, mail: writeLocationMail(row, publicUrl) }))
}

/** Records the outcome of an attempt; a temporary failure is retried, up to 8 attempts within about an hour. */
export async function recordLocationMailTry(
  { db }: Store,
  { row: { accountId, id, leaseToken, tries } }: PendingLocationMail,
  delivery: Delivery,
  nowMs: number,
): Promise<void> {
  await recordLocationMail(db, { accountId, id, leaseToken, ...mailTry(delivery, tries, nowMs) })
}

const contents = {
  UNAVAILABLE: {
    verb: 'is unavailable',
    badge: { word: 'Unavailable', colour: '#cf222e' },
    paragraphs: [
      'No agent of this private location has been connected for 10 minutes, and checks are assigned to it.',
      'Nothing is scheduled there until an agent connects. Checks continue in their other locations; those without another location have no results until then. This is not a failure of these checks, and they send no alerts for it.',
      'Start an agent with a key of the location, or verify that its machine is running and can reach this service.',
    ],
  },
  AVAILABLE: {
    verb: 'is available again',
    badge: { word: 'Available', colour: '#1a7f37' },
    paragraphs: ['An agent is connected again. Checks run in this location from their next interval on.'],
  },
} as const satisfies Record<ClaimedLocationMail['event'], unknown>

function writeLocationMail(row: ClaimedLocationMail, publicUrl: string): PlainMail {
  const { verb, badge, paragraphs } = contents[row.event]
  return {
    id: `location-${row.id}`,
    threadId: `location-${row.locationId}`,
    to: row.address,
    subject: `Private location ${row.locationName} ${verb}`,
    title: `The private location "${row.locationName}" ${verb}`,
    badge,
    paragraphs,
    facts: [
      ['Location', `${row.locationName} (${row.slugName})`],
      ['Since', row.at.toISOString()],
      ['Last agent connected', row.lastSeenAt?.toISOString() ?? 'never'],
    ],
    button: { label: 'Open the location', url: `${publicUrl}/locations/${row.locationId}` },
    footer: 'Sent by Belfry because you are an owner or an admin of the account.',
  }
}
