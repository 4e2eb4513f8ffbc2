import { createContext, useContext, useEffect } from 'react'
import type { ReactNode } from 'react'
import styles from './page.module.css'
import { Tag } from './tag.tsx'

interface PageProps {
  readonly title: string
  /** Links to the pages above. */
  readonly crumbs?: ReactNode
  readonly more?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Whether a page is the pane of another one, below whose bar it has a separate heading. */
export const InPane = createContext(false)

/** The bar of a screen and its content; names the document as well. */
export function Page({ title, crumbs, more, actions, children }: PageProps) {
  const isPane = useContext(InPane)
  useEffect(() => setTitle(title), [title])
  if (isPane)
    return (
      <>
        <header className={`row pad ${styles.paneHead}`}>
          <h2>{title}</h2>
          {more && <Tag>{more}</Tag>}
          {actions && <div className={`end row ${styles.paneActions}`}>{actions}</div>}
        </header>
        {children}
      </>
    )
  return (
    <>
      <header className={styles.bar}>
        {crumbs && <span className={styles.crumb}>{crumbs}</span>}
        <h1 title={title}>{title}</h1>
        {more && <span className="mute">{more}</span>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </>
  )
}

let pageTitle = 'Belfry'
let badge = ''

const write = (): void => {
  document.title = `${badge}${pageTitle}${pageTitle === 'Belfry' ? '' : ' · Belfry'}`
}

export function setTitle(title: string): void {
  pageTitle = title
  write()
}

/** The prefix of the title, for example the number of failing checks. */
export function setTitleBadge(text: string | null): void {
  badge = text === null ? '' : `■ ${text} · `
  write()
}
