import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import type { RefObject } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { formatNumber } from '../../ui/format.ts'
import { useSearchState } from '../../ui/search-state.ts'
import { ErrorNote, Loading } from '../../ui/states.tsx'
import { usePlaces } from '../../places/use-places.ts'
import { useFacets, useGroups } from './api.ts'
import type { FilterKey } from './filter-chips.tsx'
import { textOfList } from '../../ui/listed-values.ts'
import { checkTypes } from './query.ts'
import styles from './choice-list.module.css'
import menu from '../../ui/menu.module.css'

const words = texts.checks
const late = lateTexts.checkList

interface Choice {
  readonly value: string
  readonly label: string
  readonly count?: number
}

interface Choices {
  readonly choices: readonly Choice[] | undefined
  readonly error: unknown
}

const types = checkTypes.map((type) => ({ value: type, label: words.types[type] }))

type Facets = NonNullable<ReturnType<typeof useFacets>['data']>

function useFacetChoices(pick: (facets: Facets) => Choice[]): Choices {
  const { data, error } = useFacets()
  return { choices: data && pick(data), error }
}

function useGroupChoices(): Choices {
  const { data, error } = useGroups()
  return { choices: data?.map(({ id, name }) => ({ value: String(id), label: name })), error }
}

function usePlaceChoices(): Choices {
  const { nameOf } = usePlaces()
  return useFacetChoices(({ locations, places }) => {
    const names = new Map(locations.map(({ location, name }) => [location, name]))
    return places.map(({ place, checks }) => ({
      value: place,
      label: names.get(place) ?? nameOf(place),
      count: checks,
    }))
  })
}

/** Each is a hook: a list stays for one filter as long as it is open. */
const sources: Readonly<Record<FilterKey, () => Choices>> = {
  type: () => ({ choices: types, error: null }),
  group: useGroupChoices,
  tag: () => useFacetChoices(({ tags }) => tags.map(({ tag, checks }) => ({ value: tag, label: tag, count: checks }))),
  location: usePlaceChoices,
}
const isSeveral: Readonly<Record<FilterKey, boolean>> = { type: true, tag: true, location: false, group: false }

/** Where there are more than this there is a field to search in. */
const searched = 8
const mostShown = 200

export function ChoiceList({
  filter,
  label,
  chosen,
  anchor,
  onClose,
}: {
  readonly filter: FilterKey
  readonly label: string
  readonly chosen: readonly string[]
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}) {
  const useChoices = sources[filter]
  const { choices, error } = useChoices()
  const [, change] = useSearchState()
  const choose = (value: string): void => {
    if (!isSeveral[filter]) {
      change({ [filter]: chosen.includes(value) ? '' : value })
      onClose()
      return
    }
    const rest = chosen.filter((one) => one !== value)
    change({ [filter]: textOfList(rest.length === chosen.length ? [...chosen, value] : rest) })
  }
  return (
    <Popover.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          className={`${menu.menu} ${styles.choices}`}
          role="dialog"
          aria-label={label}
          align="start"
          sideOffset={4}
          onPointerDownOutside={(event) => {
            // The button itself closes the list.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            anchor.current?.focus()
          }}
        >
          {choices ? (
            <List label={label} choices={choices} chosen={chosen} onChoose={choose} />
          ) : error ? (
            <ErrorNote error={error} />
          ) : (
            <Loading rows={4} />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface ListProps {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[]
  readonly onChoose: (value: string) => void
}

function List({ label, choices, chosen, onChoose }: ListProps) {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = choices.filter((one) => `${one.label} ${one.value}`.toLowerCase().includes(wanted))
  const shown = found.slice(0, mostShown)
  return (
    <Command shouldFilter={false} label={label} loop>
      <Command.Input
        autoFocus
        className={choices.length > searched ? styles.search : 'sr'}
        value={text}
        onValueChange={setText}
        placeholder={late.searchChoices}
        aria-label={late.searchIn(label)}
      />
      <Command.List>
        {shown.length === 0 && <p className="pad mute">{choices.length === 0 ? late.noChoices : late.noChoice}</p>}
        {shown.map(({ value, label: name, count }) => (
          <Command.Item
            key={value}
            value={value}
            aria-checked={chosen.includes(value)}
            onSelect={() => onChoose(value)}
          >
            <Check className={chosen.includes(value) ? 'ic s' : 'ic s unseen'} aria-hidden="true" />
            <span className="trunc">{name}</span>
            {count !== undefined && <span className="mute small end">{formatNumber(count)}</span>}
          </Command.Item>
        ))}
        {found.length > shown.length && (
          <p className="pad mute small">{late.moreChoices(found.length - shown.length)}</p>
        )}
      </Command.List>
    </Command>
  )
}
