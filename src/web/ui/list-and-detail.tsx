import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { InPane, Page } from './page.tsx'
import { useMedia } from './use-media.ts'
import { useRowKeys } from './use-row-keys.ts'
import styles from './list-and-detail.module.css'
import page from './page.module.css'

/** Narrower windows show the list and the detail as separate pages. */
const alone = '(max-width: 720px)'

interface Row {
  readonly key: string
  /** It has a link as its first. */
  readonly content: ReactNode
}

interface Props {
  readonly title: string
  readonly more?: ReactNode
  readonly actions?: ReactNode
  /** Between the bar and the list. */
  readonly tabs?: ReactNode
  /** Above the rows: what narrows them, or why there are none. */
  readonly head?: ReactNode
  readonly rows: readonly Row[]
  /** The row that the address names. */
  readonly selected: string | null
  /** The row that is open where there is room and the address names none. */
  readonly first: string | null
  readonly onSelect: (key: string) => void
  readonly onClose: () => void
  /** The screen of a row, which becomes the pane beside the list. */
  readonly children: (key: string) => ReactNode
}

/** A list with one of its rows open beside it; j, k and the arrows lead from one to the next. */
export function ListAndDetail({ title, more, actions, tabs, head, rows, selected, first, ...props }: Props) {
  const { onSelect, onClose, children } = props
  const isAlone = useMedia(alone)
  const opened = selected ?? (isAlone ? null : first)
  useRowKeys({ keys: rows.map(({ key }) => key), selected: opened, onSelect, onClose })
  const listed = useRef<HTMLDivElement>(null)
  const isListed = rows.some(({ key }) => key === opened)
  useEffect(() => {
    // A long list may have been opened at a row far below.
    if (isListed) listed.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [isListed])
  const list = (
    <div className={styles.list} ref={listed}>
      {head}
      <ul aria-label={title}>
        {rows.map(({ key, content }) => (
          <li key={key} data-row={key} {...(key === opened && { className: styles.current, 'aria-current': true })}>
            {content}
          </li>
        ))}
      </ul>
    </div>
  )
  if (opened === null)
    return (
      <Page title={title} more={more} actions={actions}>
        {tabs}
        {list}
      </Page>
    )
  if (isAlone) return children(opened)
  return (
    <>
      <header className={page.bar}>
        <h1>{title}</h1>
        {more && <span className="mute">{more}</span>}
        {actions && <div className={page.actions}>{actions}</div>}
      </header>
      {tabs}
      <div className={`cols ${styles.listed}`}>
        {list}
        <section>
          <InPane value>{children(opened)}</InPane>
        </section>
      </div>
    </>
  )
}
