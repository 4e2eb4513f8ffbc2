import { Tabs } from 'radix-ui'
import type { ComponentProps } from 'react'
import styles from './tabs.module.css'

/** Links to the parts of a screen; the current one has `aria-current`. */
export const TabLinks = (props: ComponentProps<'nav'>) => <nav className={styles.tabs} {...props} />

/** The reference of the current tab, for narrow windows, in which the tabs are scrolled. */
export function bringIntoView(tab: HTMLElement | null): void {
  const list = tab?.parentElement
  if (tab && list) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
}

/** The tabs of a part of a screen, inside their `Tabs.Root`. */
export const TabList = ({ isInForm = false, ...rest }: ComponentProps<typeof Tabs.List> & { isInForm?: boolean }) => (
  <Tabs.List className={isInForm ? `${styles.tabs} ${styles.inForm}` : styles.tabs} {...rest} />
)

/** How much is behind a tab. */
export const TabCount = (props: ComponentProps<'span'>) => <span className={styles.count} {...props} />
