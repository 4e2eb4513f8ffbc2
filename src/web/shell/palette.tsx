import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useEffect, useState } from 'react'
import { useOperation } from '../api/use-operation.ts'
import { useMay } from '../session/session.tsx'
import { texts } from '../strings/index.ts'
import { Glyph } from '../ui/status.tsx'
import { navGroups } from './nav.tsx'
import { isPaletteOpen, onPalette, setPalette } from './palette-state.ts'
import { pageKeys } from './use-keys.ts'

const foundAtMost = 8

/** Finds checks and pages, and lists the keys. */
export function Palette() {
  const [isOpen, setOpen] = useState(isPaletteOpen())
  useEffect(() => onPalette(setOpen), [])
  return isOpen ? <OpenPalette /> : null
}

function OpenPalette() {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const mayCreate = useMay('createUrlCheck')
  const found = useOperation(
    'listCheckRows',
    { query: { limit: foundAtMost, ...(text && { search: text }) } },
    { keepsPrevious: true },
  )
  const go = (to: string): void => {
    setPalette(false)
    void navigate({ to })
  }
  const pages = navGroups.flatMap(({ entries }) => entries)
  const isShown = (label: string): boolean => label.toLowerCase().includes(text.toLowerCase())
  return (
    <Command.Dialog
      open
      onOpenChange={setPalette}
      label={texts.shell.find}
      shouldFilter={false}
      overlayClassName="scrim"
      contentClassName="dialog menu palette"
    >
      <Command.Input className="input" value={text} onValueChange={setText} placeholder={texts.palette.placeholder} />
      <Command.List>
        <Command.Empty className="pad mute">{texts.palette.nothing}</Command.Empty>
        <Command.Group heading={texts.shell.nav.checks}>
          {found.data?.entries.map(({ id, name, state }) => (
            <Command.Item key={id} value={id} onSelect={() => go(`/checks/${id}`)}>
              <Glyph state={state} />
              <span className="trunc">{name}</span>
            </Command.Item>
          ))}
        </Command.Group>
        <Command.Group heading={texts.shell.pages}>
          {mayCreate && isShown(texts.palette.newCheck) && (
            <Command.Item value="new" onSelect={() => go('/checks/new')}>
              {texts.palette.newCheck}
              <kbd className="end">c</kbd>
            </Command.Item>
          )}
          {pages
            .filter(({ label }) => isShown(label))
            .map(({ to, label, icon: Icon }) => (
              <Command.Item key={to} value={to} onSelect={() => go(to)}>
                <Icon className="ic s" aria-hidden="true" />
                {label}
                <KeysOf to={to} />
              </Command.Item>
            ))}
        </Command.Group>
      </Command.List>
      <p className="small mute pad">{texts.palette.keys}</p>
    </Command.Dialog>
  )
}

function KeysOf({ to }: { readonly to: string }) {
  const key = Object.entries(pageKeys).find(([, page]) => page === to)?.[0]
  return key === undefined ? null : (
    <span className="end">
      <kbd>g</kbd> <kbd>{key}</kbd>
    </span>
  )
}
