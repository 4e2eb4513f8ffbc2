import { Ellipsis } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { texts } from '../strings/index.ts'
import { lazyOptional } from '../ui/lazy-optional.ts'
import { navGroups } from './nav.tsx'
import { isCurrent, NavLink } from './nav-link.tsx'
import styles from './shell.module.css'

const Dialog = lazyOptional(async () => (await import('../ui/dialog.tsx')).Dialog)

const shortEntries = navGroups.flatMap(({ entries }) => entries).filter(({ isShort }) => isShort)

interface TabBarProps {
  readonly pathname: string
  /** All pages, behind "More". */
  readonly children: ReactNode
}

/** The bar of narrow windows: the pages for an outage, and the way to the others. */
export function TabBar({ pathname, children }: TabBarProps) {
  const [isOpen, setOpen] = useState(false)
  const isElsewhere = !shortEntries.some((entry) => isCurrent(entry, pathname))
  useEffect(() => setOpen(false), [pathname])
  return (
    <>
      <nav className={styles.tabs} aria-label={texts.shell.mainPages}>
        {shortEntries.map((entry) => (
          <NavLink key={entry.to} entry={entry} pathname={pathname} />
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          {...(isElsewhere && { 'data-current': true })}
          onClick={() => setOpen(true)}
        >
          <Ellipsis className="ic" aria-hidden="true" />
          {texts.shell.more}
        </button>
      </nav>
      {isOpen && (
        <Suspense fallback={null}>
          <Dialog title={texts.shell.pages} onClose={() => setOpen(false)}>
            {children}
          </Dialog>
        </Suspense>
      )}
    </>
  )
}
