import type { ReactNode } from 'react'
import { InPane } from './page.tsx'
import { useMedia } from './use-media.ts'
import { useRowKeys } from './use-row-keys.ts'

/** Narrower windows show the detail as a page of its own. */
const alone = '(max-width: 720px)'

interface Row {
  readonly key: string
  /** It has a link as its first. */
  readonly content: ReactNode
}

interface Props {
  readonly title: string
  readonly actions?: ReactNode
  readonly rows: readonly Row[]
  readonly selected: string
  readonly onSelect: (key: string) => void
  readonly onClose: () => void
  /** A screen of its own, which becomes the pane beside the list. */
  readonly children: ReactNode
}

/** A list with one of its rows open beside it; j, k and the arrows lead from one to the next. */
export function ListAndDetail({ title, actions, rows, selected, onSelect, onClose, children }: Props) {
  const isAlone = useMedia(alone)
  useRowKeys({ keys: rows.map(({ key }) => key), selected, onSelect, onClose })
  if (isAlone) return children
  return (
    <>
      <header className="bar">
        <h1>{title}</h1>
        {actions && <div className="acts">{actions}</div>}
      </header>
      <div className="cols listed">
        <ul className="chosen" aria-label={title}>
          {rows.map(({ key, content }) => (
            <li key={key} data-row={key} {...(key === selected && { className: 'cur', 'aria-current': true })}>
              {content}
            </li>
          ))}
        </ul>
        <section>
          <InPane value>{children}</InPane>
        </section>
      </div>
    </>
  )
}
