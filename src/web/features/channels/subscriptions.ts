import type { Answer } from '../../api/operations.ts'

type Subscription = Answer<'getAlertChannel'>['subscriptions'][number]

/** A check or a group, as `check <id>` or `group <id>`. */
export type Subscriber = string

export const checkSubscriber = (id: string): Subscriber => `check ${id}`
export const groupSubscriber = (id: number): Subscriber => `group ${id}`

const subscriberOf = ({ checkId, groupId }: Pick<Subscription, 'checkId' | 'groupId'>): Subscriber =>
  checkId === null ? groupSubscriber(groupId ?? 0) : checkSubscriber(checkId)

const targetOf = (subscriber: Subscriber): { readonly checkId: string } | { readonly groupId: number } => {
  const [kind, id = ''] = subscriber.split(' ')
  return kind === 'group' ? { groupId: Number(id) } : { checkId: id }
}

export type SubscriptionInput = ReturnType<typeof targetOf> & { readonly activated: boolean }

/** Anyone who uses the channel: subscriptions that are switched off do not. */
export const subscribersOf = (subscriptions: readonly Subscription[]): ReadonlySet<Subscriber> =>
  new Set(subscriptions.filter(({ activated }) => activated).map(subscriberOf))

/** The changes of a selection: one entry for each check and group that is in only one of the two. */
export const subscriptionChanges = (
  before: ReadonlySet<Subscriber>,
  after: ReadonlySet<Subscriber>,
): readonly SubscriptionInput[] => [
  ...[...after].filter((one) => !before.has(one)).map((one) => ({ ...targetOf(one), activated: true })),
  ...[...before].filter((one) => !after.has(one)).map((one) => ({ ...targetOf(one), activated: false })),
]

/** The subscriptions with the changes: what others subscribed meanwhile stays. */
export function withChanges(
  subscriptions: readonly Subscription[],
  changes: readonly SubscriptionInput[],
): readonly SubscriptionInput[] {
  const bySubscriber = new Map<Subscriber, SubscriptionInput>()
  for (const { activated, ...of } of subscriptions) {
    const subscriber = subscriberOf(of)
    bySubscriber.set(subscriber, { ...targetOf(subscriber), activated })
  }
  for (const change of changes)
    bySubscriber.set('groupId' in change ? groupSubscriber(change.groupId) : checkSubscriber(change.checkId), change)
  return [...bySubscriber.values()]
}
