import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useEffect, useState } from 'react'
import { undoLastChange } from '../check-list/last-bulk-change.ts'
import { chooseAccount, useSession } from '../session/session.tsx'
import { texts } from '../strings/index.ts'
import { lateTexts } from '../strings/late.ts'
import { useFound } from './api.ts'
import type { Found } from './api.ts'
import { navGroups } from './nav.tsx'
import { isPaletteOpen, onPalette, setKeyHelp, setPalette } from './palette-state.ts'
import { isOpenTo, settingsPages } from './settings-pages.ts'
import { switchTheme } from './theme.tsx'
import { pageKeys } from './use-keys.ts'
import { openThing } from './open-thing.ts'
import type { ThingAction } from './open-thing.ts'
import { recentKey, recentThings } from './recent-things.ts'
import { after } from '../time/page-time.ts'
import { PlaceName } from '../places/place-name.tsx'
import { Moment } from '../ui/time.tsx'
import { StateOfHit, useCheckStates } from './state-of-hit.tsx'
import type { CheckStates } from './state-of-hit.tsx'
import styles from './palette.module.css'
import { useCreation } from './use-creation.ts'

const words = lateTexts.palette
const typingMs = 120

/** Finds everything that has a name, opens pages, and does things. */
export function Palette() {
  const [isOpen, setOpen] = useState(isPaletteOpen())
  useEffect(() => onPalette(setOpen), [])
  return isOpen ? <OpenPalette /> : null
}

/** Where a found thing is shown. */
const addressOf: Readonly<Record<Found['kind'], (id: string) => string>> = {
  check: (id) => `/checks/${id}`,
  group: (id) => `/groups/${id}`,
  channel: (id) => `/channels/${id}`,
  location: (id) => `/locations/${id}`,
  variable: () => '/settings/variables',
  'status-page': (id) => `/status-pages/${id}`,
  incident: (id) => `/incidents/${id}`,
  'maintenance-window': (id) => `/maintenance/${id}`,
  dashboard: (id) => `/boards/${id}`,
}
/** The types that the service names of checks and channels whose address is not shown. */
const typeLabels: Readonly<Record<string, string>> = { ...texts.checks.types, ...texts.alerts.channels }
const shownKinds = [
  'check',
  'incident',
  'maintenance-window',
  'group',
  'channel',
  'status-page',
  'dashboard',
  'location',
  'variable',
] as const

/** Follows a value when it stays the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    return after(typingMs, () => setSettled(value))
  }, [value])
  return settled
}

function OpenPalette() {
  const [text, setText] = useState('')
  const [before] = useState(() => document.activeElement)
  // After the effects of the dialog, which holds the focus until it is gone.
  useEffect(() => () => queueMicrotask(() => before instanceof HTMLElement && before.focus()), [before])
  const navigate = useNavigate()
  const wanted = useSettled(text.trim())
  const found = useFound(wanted)
  const go = (to: string): void => {
    setPalette(false)
    void navigate({ to })
  }
  const { account } = useSession()
  const [opened] = useState(openThing)
  const recent = recentThings(recentKey(account.id)).filter((one) => one.kind !== opened?.kind || one.id !== opened.id)
  const isSearching = wanted !== '' && text.trim() !== ''
  const entries = isSearching ? recentFirst(found, recent) : []
  const states = useCheckStates(isSearching ? entries : recent)
  return (
    <Command.Dialog
      open
      onOpenChange={setPalette}
      label={texts.shell.find}
      shouldFilter={false}
      overlayClassName={styles.scrim ?? ''}
      contentClassName={styles.palette ?? ''}
    >
      <Command.Input value={text} onValueChange={setText} placeholder={words.placeholder} />
      <Command.List>
        <Command.Empty className="pad mute">{words.nothing}</Command.Empty>
        <OpenActions text={text} />
        {!isSearching && <Hits heading={words.recent} hits={recent.filter(isThere(states))} states={states} go={go} />}
        {shownKinds.map((kind) => {
          const ofKind = entries.filter((entry) => entry.kind === kind)
          return <Hits key={kind} heading={words.kinds[kind]} hits={ofKind} states={states} go={go} />
        })}
        <Actions text={text} go={go} />
        <Pages text={text} go={go} />
      </Command.List>
      <p className="small mute pad">{words.keys}</p>
    </Command.Dialog>
  )
}

/** A thing that was found or opened before. */
type Hit = Pick<Found, 'kind' | 'id' | 'name'> & { readonly detail?: string | null }

/** In the order of the service, but what was opened last comes first. */
function recentFirst(found: readonly Found[], recent: readonly Hit[]): readonly Found[] {
  const placeOf = ({ kind, id }: Found): number => {
    const place = recent.findIndex((one) => one.kind === kind && one.id === id)
    return place < 0 ? recent.length : place
  }
  return found.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Whether a check that was opened before still exists. */
const isThere =
  (states: CheckStates) =>
  ({ kind, id }: Hit): boolean =>
    kind !== 'check' || states === undefined || states.has(id)

interface HitsProps {
  readonly heading: string
  readonly hits: readonly Hit[]
  readonly states: CheckStates
  readonly go: (to: string) => void
}

const Hits = ({ heading, hits, states, go }: HitsProps) =>
  hits.length === 0 ? null : (
    <Command.Group heading={heading}>
      {hits.map(({ kind, id, name, detail }) => (
        <Command.Item key={`${kind} ${id}`} value={`${kind} ${id}`} onSelect={() => go(addressOf[kind](id))}>
          <StateOfHit kind={kind} id={id} states={states} />
          <span className="trunc">{kind === 'location' ? <PlaceName of={name} /> : name}</span>
          {detail && detail !== name && (
            <span className="mute small trunc end">
              {kind === 'incident' ? <Moment at={detail} /> : (typeLabels[detail] ?? detail)}
            </span>
          )}
        </Command.Item>
      ))}
    </Command.Group>
  )

/** The actions for the thing that the screen behind shows. */
function OpenActions({ text }: { readonly text: string }) {
  const [opened] = useState(openThing)
  const actions = opened?.actions().filter(({ label }) => matches(label, text)) ?? []
  if (opened === null || actions.length === 0) return null
  const act = (run: ThingAction['run']) => (): void => {
    setPalette(false)
    run()
  }
  return (
    <Command.Group heading={words.forOpen(opened.name)}>
      {actions.map(({ label, key, run }) => (
        <Command.Item key={label} value={`open ${label}`} onSelect={act(run)}>
          {label}
          {key && <kbd className="end">{key}</kbd>}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

interface PartProps {
  readonly text: string
  readonly go: (to: string) => void
}

const matches = (label: string, text: string): boolean => label.toLowerCase().includes(text.trim().toLowerCase())

/** The global commands that the role of the person allows. */
function Actions({ text, go }: PartProps) {
  const { may, account, accounts } = useSession()
  const navigate = useNavigate()
  const creation = useCreation()
  const close = (work: () => void) => (): void => {
    setPalette(false)
    work()
  }
  const actions = [
    ...(may('createUrlCheck')
      ? [
          { label: words.newCheck, keys: creation === '/checks/new' ? 'c' : null, run: () => go('/checks/new') },
          { label: words.watchUrl, keys: null, run: () => go('/welcome') },
        ]
      : []),
    ...(may('startImport')
      ? [{ label: lateTexts.imports.command, keys: null, run: () => go('/settings/import') }]
      : []),
    ...(may('changeChecks') ? [{ label: words.undo, keys: 'z', run: close(undoLastChange) }] : []),
    {
      label: words.failing,
      keys: null,
      run: close(() => void navigate({ to: '/checks', search: { state: 'FAILING' } })),
    },
    ...accounts
      .filter(({ id }) => id !== account.id)
      .map(({ id, name }) => ({ label: words.switchTo(name), keys: null, run: () => chooseAccount(id) })),
    { label: texts.shell.theme, keys: null, run: close(switchTheme) },
    { label: words.keyHelp, keys: '?', run: close(() => setKeyHelp(true)) },
  ].filter(({ label }) => matches(label, text))
  return actions.length === 0 ? null : (
    <Command.Group heading={words.actions}>
      {actions.map(({ label, keys, run }) => (
        <Command.Item key={label} value={`do ${label}`} onSelect={run}>
          {label}
          {keys && <kbd className="end">{keys}</kbd>}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

function Pages({ text, go }: PartProps) {
  const pages = navGroups.flatMap((group) => group.entries).filter(({ label }) => matches(label, text))
  const ofSettings = useSettingsPages(text)
  return pages.length + ofSettings.length === 0 ? null : (
    <Command.Group heading={texts.shell.pages}>
      {pages.map(({ to, label, icon: Icon }) => (
        <Command.Item key={to} value={to} onSelect={() => go(to)}>
          <Icon className="ic s" aria-hidden="true" />
          {label}
          <KeysOf to={to} />
        </Command.Item>
      ))}
      {ofSettings.map(({ to, label }) => (
        <Command.Item key={to} value={to} onSelect={() => go(to)}>
          {label}
          <span className="mute small end">{texts.shell.nav.settings}</span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

/** The pages of the settings that a text names, without those of the sidebar; none without a text. */
function useSettingsPages(text: string): typeof settingsPages {
  const { may } = useSession()
  const others = navGroups.flatMap(({ entries }) => entries.map(({ to }) => to))
  if (text.trim() === '') return []
  return settingsPages.filter(isOpenTo(may)).filter(({ to, label }) => !others.includes(to) && matches(label, text))
}

function KeysOf({ to }: { readonly to: string }) {
  const key = Object.entries(pageKeys).find(([, page]) => page === to)?.[0]
  return key === undefined ? null : (
    <span className="end">
      <kbd>g</kbd> <kbd>{key}</kbd>
    </span>
  )
}
