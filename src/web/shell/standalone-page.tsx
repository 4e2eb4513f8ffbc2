import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { setTitle } from '../ui/page.tsx'
import { Logo } from './logo.tsx'
import styles from './standalone-page.module.css'

/** A page without navigation, which people see before they are signed in. */
export function StandalonePage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => setTitle(title), [title])
  return (
    <main className={styles.page} id="main">
      <div className={styles.column}>
        <div className={`row ${styles.brand}`}>
          <Logo size={24} />
          <b className={styles.name}>Belfry</b>
        </div>
        {children}
      </div>
    </main>
  )
}
