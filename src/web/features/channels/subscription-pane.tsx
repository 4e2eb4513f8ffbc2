import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useAllItems } from '../../api/use-all-items.ts'
import { useOperation } from '../../api/use-operation.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import type { Choice } from './save-channel.ts'
import { checkSubscriber, groupSubscriber } from './subscriptions.ts'
import type { Subscriber } from './subscriptions.ts'

const words = lateTexts.setup.channels
const shownAtFirst = 50
const shownMore = 200

interface Target {
  readonly subscriber: Subscriber
  readonly id: string
  readonly name: string
  /** Null: a group. */
  readonly state: State | null
  readonly groupId: number | null
  readonly groupName: string
}

interface PaneProps {
  readonly choice: Choice
  readonly mayChange: boolean
  readonly onChange: (choice: Choice) => void
}

/** Which checks and groups notify by a channel. */
export function SubscriptionPane({ isNew, ...props }: PaneProps & { readonly isNew: boolean }) {
  const { choice, onChange } = props
  const cells = useOperation('listCheckCells', undefined, { staleMs: 60_000 })
  const groups = useAllItems('listCheckGroups', { staleMs: 60_000 })
  return (
    <section className="stack" style={{ gap: 8 }} aria-label={words.subscriptions}>
      <h2>{words.subscriptions}</h2>
      {isNew && (
        <CheckField
          label={words.everything}
          isOn={choice.isEverything}
          onChange={(isEverything) => onChange({ ...choice, isEverything })}
        />
      )}
      {!(isNew && choice.isEverything) && (
        <Loaded query={groups} rows={3}>
          {(allGroups) => (
            <Loaded query={cells} rows={3}>
              {(allCells) => <Targets groups={allGroups} cells={allCells.cells} {...props} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </section>
  )
}

const targetsOf = (
  groups: readonly Answer<'listCheckGroups'>['items'][number][],
  cells: Answer<'listCheckCells'>['cells'],
): readonly Target[] => {
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  return [
    ...groups.map(({ id, name }) => ({
      subscriber: groupSubscriber(id),
      id: String(id),
      name,
      state: null,
      groupId: null,
      groupName: '',
    })),
    ...cells.map(({ id, name, state, groupId }) => ({
      subscriber: checkSubscriber(id),
      id,
      name,
      state,
      groupId,
      groupName: groupId === null ? '' : (names.get(groupId) ?? ''),
    })),
  ]
}

interface TargetsProps extends PaneProps {
  readonly groups: readonly Answer<'listCheckGroups'>['items'][number][]
  readonly cells: Answer<'listCheckCells'>['cells']
}

/** Enter in a search does not save the form around it. */
const keepForm = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault()
}

function Targets({ groups, cells, choice, mayChange, onChange }: TargetsProps) {
  const chosen = choice.subscribers
  const [search, setSearch] = useState('')
  const [isOnlyChosen, setOnlyChosen] = useState(!mayChange)
  const [shown, setShown] = useState(shownAtFirst)
  const wanted = useDeferredValue(search).trim().toLowerCase()
  const targets = useMemo(() => targetsOf(groups, cells), [groups, cells])
  const matching = targets.filter(
    ({ name, groupName, subscriber }) =>
      (wanted === '' || name.toLowerCase().includes(wanted) || groupName.toLowerCase().includes(wanted)) &&
      (!isOnlyChosen || chosen.has(subscriber)),
  )
  const count = (isGroup: boolean): readonly [number, number] => {
    const ofKind = targets.filter(({ state }) => (state === null) === isGroup)
    return [ofKind.filter(({ subscriber }) => chosen.has(subscriber)).length, ofKind.length]
  }
  const toggle = (subscribers: readonly Subscriber[], isOn: boolean): void => {
    const next = new Set(chosen)
    for (const subscriber of subscribers) next[isOn ? 'add' : 'delete'](subscriber)
    onChange({ subscribers: next, isEverything: targets.every(({ subscriber }) => next.has(subscriber)) })
  }
  const missing = matching.flatMap(({ subscriber }) => (chosen.has(subscriber) ? [] : subscriber))
  const selected = matching.flatMap(({ subscriber }) => (chosen.has(subscriber) ? subscriber : []))
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
      {mayChange && (
        <div className="row wrap">
          <Button size="small" disabled={missing.length === 0} onClick={() => toggle(missing, true)}>
            {words.subscribeShown(missing.length)}
          </Button>
          <Button size="small" disabled={selected.length === 0} onClick={() => toggle(selected, false)}>
            {words.unsubscribeShown(selected.length)}
          </Button>
        </div>
      )}
      {matching.length === 0 && <p className="mute">{words.noSubscriber}</p>}
      <ul className="subscribers">
        {matching.slice(0, shown).map((target) => (
          <li key={target.subscriber}>
            {mayChange ? (
              <CheckField
                label={<Name target={target} chosen={chosen} />}
                isOn={chosen.has(target.subscriber)}
                onChange={(isOn) => toggle([target.subscriber], isOn)}
              />
            ) : (
              <TargetLink target={target} chosen={chosen} />
            )}
          </li>
        ))}
      </ul>
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
  readonly chosen: ReadonlySet<Subscriber>
}

function Name({ target: { name, state, groupId, groupName }, chosen }: NameProps) {
  const isByGroup = groupId !== null && chosen.has(groupSubscriber(groupId))
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {state !== null && <Glyph state={state} />} {name}{' '}
      <span className="mute small">
        {state === null ? lateTexts.setup.usedBy.group : isByGroup ? words.byGroup(groupName) : groupName}
      </span>
    </span>
  )
}

const TargetLink = (props: NameProps) =>
  props.target.state === null ? (
    <Link className="quiet" to="/groups/$id" params={{ id: props.target.id }}>
      <Name {...props} />
    </Link>
  ) : (
    <Link className="quiet" to="/checks/$id" params={{ id: props.target.id }}>
      <Name {...props} />
    </Link>
  )
