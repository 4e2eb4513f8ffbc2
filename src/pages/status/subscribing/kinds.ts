import { subscriberKinds } from '#contract'
import type { SubscriberKind } from '#contract'
import type { StatusPageSources } from '../../page-sources.ts'

/** How readers may subscribe: by mail where the service can send it, and not at all if the plan has no subscribers. */
export function offeredKinds({ canMail, allowances, webPushKey }: StatusPageSources): readonly SubscriberKind[] {
  if (allowances?.['STATUS_PAGE_SUBSCRIBERS'] === false) return []
  return subscriberKinds.filter((kind) => (kind === 'mail' ? canMail : kind !== 'browser' || webPushKey !== undefined))
}

/** The path of the form of a kind below its page. */
export const pathOfKind = (kind: SubscriberKind): string => (kind === 'mail' ? 'subscribe' : `subscribe/${kind}`)
