import { useMemo } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { CheckField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useChecks, useGroups } from './api.ts'
import { SubscriptionList } from './subscription-list.tsx'
import type { SubscriptionsProps } from './subscription-list.tsx'
import { targetsOf } from './subscription-targets.ts'

const words = lateTexts.setup.channels

/** Which checks and groups notify by a channel. */
export function SubscriptionPane({ isNew, ...props }: SubscriptionsProps & { readonly isNew: boolean }) {
  const { subscriptions, onChange } = props
  const checks = useChecks()
  const groups = useGroups()
  return (
    <section className="stack" aria-label={words.subscriptions}>
      <h2>{words.subscriptions}</h2>
      {isNew && (
        <CheckField
          label={words.everything}
          isOn={subscriptions.isEverything}
          onChange={(isEverything) => onChange({ ...subscriptions, isEverything })}
        />
      )}
      {!(isNew && subscriptions.isEverything) && (
        <Loaded query={groups} rows={3}>
          {(allGroups) => (
            <Loaded query={checks} rows={3}>
              {({ cells }) => <Targets groups={allGroups} checks={cells} {...props} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </section>
  )
}

interface TargetsProps extends SubscriptionsProps {
  readonly groups: Parameters<typeof targetsOf>[0]
  readonly checks: Parameters<typeof targetsOf>[1]
}

const Targets = ({ groups, checks, ...props }: TargetsProps) => (
  <SubscriptionList targets={useMemo(() => targetsOf(groups, checks), [groups, checks])} {...props} />
)
