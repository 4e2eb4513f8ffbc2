import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

const base = new URL(document.baseURI).pathname.replace(/\/$/, '')
let hasLoadedCheckScreen = false

/**
 * A link of a long list to an address of the interface. It does not compare itself with every new address of the page as
 * other links do, so hundreds of them cost little.
 */
export function ListLink({
  to,
  className,
  children,
}: {
  /** With its search parameters. */
  readonly to: string
  readonly className?: string
  readonly children: ReactNode
}) {
  const router = useRouter()
  const open = (event: MouseEvent): void => {
    const isOwn = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isOwn || event.defaultPrevented) return
    event.preventDefault()
    router.history.push(base + to)
  }
  /** Most of these lead to a check, whose screen is loaded when somebody points at the first of them. */
  const prepare = (): void => {
    if (hasLoadedCheckScreen) return
    hasLoadedCheckScreen = true
    void router.preloadRoute({ to: '/checks/$id', params: { id: 'any' } }).catch(() => null)
  }
  return (
    <a className={className} href={base + to} onClick={open} onPointerEnter={prepare}>
      {children}
    </a>
  )
}
