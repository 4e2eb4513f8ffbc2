import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { Subscriptions } from './api.ts'
import { matchingTargets } from './subscription-targets.ts'
import type { Target } from './subscription-targets.ts'
import { groupSubscriber } from './subscriptions.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'
import type { Subscriber } from './subscriptions.ts'

const words = lateTexts.setup.channels
const shownAtFirst = 50
const shownMore = 200

export interface SubscriptionsProps {
  readonly subscriptions: Subscriptions
  readonly mayChange: boolean
  readonly onChange: (subscriptions: Subscriptions) => void
}

/** Enter in a search does not save the form around it. */
const keepForm = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault()
}

/** How many checks and groups are subscribed, and all of them with a search. */
export function SubscriptionList({ targets, ...props }: SubscriptionsProps & { readonly targets: readonly Target[] }) {
  const { subscriptions, mayChange, onChange } = props
  const { subscribers } = subscriptions
  const [search, setSearch] = useState('')
  const [isOnlyChosen, setOnlyChosen] = useState(!mayChange)
  const matching = matchingTargets(targets, useDeferredValue(search)).filter(
    ({ subscriber }) => !isOnlyChosen || subscribers.has(subscriber),
  )
  const count = (isGroup: boolean): readonly [number, number] => {
    const ofKind = targets.filter(({ state }) => (state === null) === isGroup)
    return [ofKind.filter(({ subscriber }) => subscribers.has(subscriber)).length, ofKind.length]
  }
  const toggle = (toggled: readonly Subscriber[], isOn: boolean): void => {
    const next = new Set(subscribers)
    for (const subscriber of toggled) next[isOn ? 'add' : 'delete'](subscriber)
    onChange({ subscribers: next, isEverything: targets.every(({ subscriber }) => next.has(subscriber)) })
  }
  const rows = { matching, subscribers, mayChange, onToggle: toggle }
  return (
    <>
      <p className="small mute" role="status">
        {words.subscribed(count(false), count(true))}
      </p>
      <div className="row wrap" onKeyDown={keepForm}>
        <SearchField
          label={words.findSubscriber}
          placeholder={words.findSubscriber}
          value={search}
          onChange={setSearch}
        />
        {mayChange && <CheckField label={words.onlySubscribed} isOn={isOnlyChosen} onChange={setOnlyChosen} />}
      </div>
      {mayChange && <ToggleShown {...rows} />}
      {matching.length === 0 && <p className="mute">{words.noSubscriber}</p>}
      <Rows {...rows} />
    </>
  )
}

interface RowsProps {
  readonly matching: readonly Target[]
  readonly subscribers: ReadonlySet<Subscriber>
  readonly mayChange: boolean
  readonly onToggle: (subscribers: readonly Subscriber[], isOn: boolean) => void
}

/** Subscribes all that are found, or none of them. */
function ToggleShown({ matching, subscribers, onToggle }: RowsProps) {
  const missing = matching.flatMap(({ subscriber }) => (subscribers.has(subscriber) ? [] : subscriber))
  const selected = matching.flatMap(({ subscriber }) => (subscribers.has(subscriber) ? subscriber : []))
  return (
    <div className="row wrap">
      <Button size="small" disabled={missing.length === 0} onClick={() => onToggle(missing, true)}>
        {words.subscribeShown(missing.length)}
      </Button>
      <Button size="small" disabled={selected.length === 0} onClick={() => onToggle(selected, false)}>
        {words.unsubscribeShown(selected.length)}
      </Button>
    </div>
  )
}

function Rows({ matching, subscribers, mayChange, onToggle }: RowsProps) {
  const [shown, setShown] = useState(shownAtFirst)
  return (
    <>
      <ScrollList>
        {matching.slice(0, shown).map((target) => (
          <li key={target.subscriber}>
            {mayChange ? (
              <CheckField
                label={<Name target={target} subscribers={subscribers} />}
                isOn={subscribers.has(target.subscriber)}
                onChange={(isOn) => onToggle([target.subscriber], isOn)}
              />
            ) : (
              <TargetLink target={target} subscribers={subscribers} />
            )}
          </li>
        ))}
      </ScrollList>
      {matching.length > shown && (
        <div className="row">
          <Button size="small" onClick={() => setShown(shown + shownMore)}>
            {texts.common.loadMore}
          </Button>
          <span className="small mute">{words.moreSubscribers(matching.length - shown)}</span>
        </div>
      )}
    </>
  )
}

interface NameProps {
  readonly target: Target
  readonly subscribers: ReadonlySet<Subscriber>
}

function Name({ target: { name, state, groupId, groupName }, subscribers }: NameProps) {
  const isByGroup = groupId !== null && subscribers.has(groupSubscriber(groupId))
  return (
    <span className="anywhere">
      {state !== null && <Glyph state={state} />} {name}{' '}
      <span className="mute small">
        {state === null ? lateTexts.setup.usedBy.group : isByGroup ? words.byGroup(groupName) : groupName}
      </span>
    </span>
  )
}

const TargetLink = (props: NameProps) => {
  const { id, state } = props.target
  return (
    <Link className="quiet" to={state === null ? '/groups/$id' : '/checks/$id'} params={{ id }}>
      <Name {...props} />
    </Link>
  )
}
