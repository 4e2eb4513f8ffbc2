import type { Delivery, PlainMail } from '#contract'
import { mailTry } from '#kernel'
import { claimBlindMails, recordBlindMail } from '#storage/agents'
import type { BlindEvent, ClaimedBlindMail } from '#storage/agents'
import type { LeaseClaim, Store } from '#storage/database'

export interface PendingBlindMail {
  readonly row: ClaimedBlindMail
  readonly mail: PlainMail
}

/** Leases mails about blind locations that are due. `publicUrl` has no trailing slash. */
export async function claimDueBlindMails(
  { db }: Store,
  { publicUrl, ...claim }: LeaseClaim & { readonly publicUrl: string },
): Promise<PendingBlindMail[]> {
  const rows = await claimBlindMails(db, claim)
  return rows.map((row) => ({ row, mail: writeBlindMail(row, publicUrl) }))
}

/** Records the outcome of an attempt; a temporary failure is retried, up to 8 attempts within about an hour. */
export async function recordBlindMailTry(
  { db }: Store,
  { row: { accountId, id, leaseToken, tries } }: PendingBlindMail,
  delivery: Delivery,
  nowMs: number,
): Promise<void> {
  await recordBlindMail(db, { accountId, id, leaseToken, ...mailTry(delivery, tries, nowMs) })
}

const contents = {
  BLIND: {
    verb: 'is blind',
    badge: { word: 'Blind', colour: '#9a6700' },
    paragraphs: [
      'The runner of this location is cut off from its network: too few of its anchors answer, so that it cannot tell whether targets are up.',
      'What it gets no answer to is unknown until then: it counts neither as up nor as down, and nobody is alerted about it. Checks continue in their other locations.',
      'Verify the network of the machine: its gateway, its name servers, and what is between.',
    ],
  },
  SEEING: {
    verb: 'sees again',
    badge: { word: 'Sees again', colour: '#1a7f37' },
    paragraphs: ['The runner of this location reaches its network again, and what it finds counts.'],
  },
  GONE: {
    verb: 'is no longer blind',
    badge: { word: 'Ended', colour: '#57606a' },
    paragraphs: [
      'The runner that was blind has ended, or cannot reach this service. Other runners of the location see.',
    ],
  },
} as const satisfies Record<BlindEvent, unknown>

function writeBlindMail(row: ClaimedBlindMail, publicUrl: string): PlainMail {
  const { verb, badge, paragraphs } = contents[row.event]
  const { id, blindId, locationName: name, since, at } = row
  return {
    id: `blind-${id}`,
    threadId: `blind-${blindId}`,
    to: row.address,
    subject: `Location ${name} ${verb}`,
    title: `The location "${name}" ${verb}`,
    badge,
    paragraphs,
    facts: [
      ['Location', name],
      ['Blind since', since.toISOString()],
      ...(row.event === 'BLIND' ? [] : [['Until', at.toISOString()] as const]),
      ['Out of reach', row.silent],
    ],
    button: { label: 'Open the checks', url: `${publicUrl}/checks` },
    footer: 'Sent by Belfry because you are an owner or an admin of the account.',
  }
}
