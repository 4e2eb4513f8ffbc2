import { Tabs } from 'radix-ui'
import { useEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import styles from './tabs.module.css'

/** Links to the parts of a screen; the current one has `aria-current`, and is in view at first where not all fit. */
export function TabLinks(props: ComponentProps<'nav'>) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const nav = ref.current
    const current = nav?.querySelector<HTMLElement>('[aria-current]')
    if (nav && current)
      nav.scrollLeft = current.offsetLeft - nav.offsetLeft + current.offsetWidth + 16 - nav.clientWidth
  }, [])
  return <nav ref={ref} className={styles.tabs} {...props} />
}

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
